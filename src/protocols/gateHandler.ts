/** What `hooksmith guard` has written into an agent's configuration: known wherever it stands, so that it can be taken back, and is never taken for a hook of that agent. */
import { isObject, type JsonObject } from '../shared/basics/json';
import type { AgentName } from './protocol';

/** Nested under a matcher, or each for itself. */
export const handlersOf = (entry: JsonObject): unknown[] => (Array.isArray(entry.hooks) ? entry.hooks : [entry]);

/** One of ours, of whichever installation: all that it does is to ask the gate. A line that has more in it, or only looks alike, is somebody's own. */
export function isGateHandler(agent: AgentName, handler: unknown): boolean {
  if (!isObject(handler)) return false;
  if (handler.type === 'http') return isGateAddress(agent, handler);
  const lines = lineFields.map((field) => handler[field]).filter((line) => line !== undefined);
  return lines.length > 0 && lines.every((line) => typeof line === 'string' && isGateLine(agent, line));
}

/** The files that one of ours runs on this system, the gate first and then Node; none of one that asks over HTTP. `platform` as Node names it. */
export function gateFiles(handler: JsonObject, platform: string): string[] {
  const lines = lineFields.map((field) => handler[field]).filter((line) => typeof line === 'string');
  const ofCmd = (line: string) => /^(cmd \/c '|set ELECTRON|")/.test(line);
  const line = lines.find((one) => ofCmd(one) === (platform === 'win32')) ?? lines[0];
  if (line === undefined) return [];
  const inCmd = (/^cmd \/c '(.*)'$/s.exec(line)?.[1]?.replaceAll("''", "'") ?? line).matchAll(/"([^"]*)"/g);
  const words = ofCmd(line)
    ? [...inCmd].map(([, path]) => path!)
    : [...line.matchAll(new RegExp(word, 'g'))].map(([one]) => one.slice(1, -1).replaceAll("'\\''", "'"));
  // Node is named before its script, and behind the socket where another client runs.
  const [first = '', second = '', third = ''] = words;
  return /[\\/]gate\.(sh|pl)$/.test(first) ? [first, third] : [second, first];
}

/** In which agents look for what they run, each on its systems. */
const lineFields: readonly string[] = ['command', 'bash', 'powershell', 'windows', 'commandWindows', 'linux', 'osx', 'exec'];

function isGateAddress(agent: AgentName, { url, headers }: JsonObject): boolean {
  const token = isObject(headers) ? headers.Authorization : undefined;
  const isOurs = typeof url === 'string' && new RegExp(`^http://127\\.0\\.0\\.1:\\d+/gate/${agent}$`).test(url);
  return isOurs && typeof token === 'string' && token.startsWith('Bearer ');
}

/** A word as `shellWord` makes it, and one that names the script. */
const word = String.raw`'(?:[^']|'\\'')*'`;
const scriptWord = (end: string) => String.raw`'(?:[^']|'\\'')*[\\/]gate\.${end}'`;

/** By each client there is, as any version has called it: what was added since may be absent. */
function isGateLine(agent: AgentName, line: string): boolean {
  const byNode = `(?:ELECTRON_RUN_AS_NODE=1 )?${word} ${scriptWord('js')} --agent ${agent}(?: --at ${word})? --within \\d+`;
  const byCurl = `sh ${scriptWord('sh')} ${agent} ${word} ${word} \\d+`;
  const byPerl = `PERL5OPT= PERL_UNICODE=0 PERL_BADLANG=0 (?:/usr/bin/)?perl ${scriptWord('pl')} ${agent} ${word} ${word} \\d+`;
  const refused = `(?:exit [12]|sh -c 'echo hooksmith refuses >&2; exit [12]')`;
  if (new RegExp(`^(?:${byNode}|${byCurl}|${byPerl}) \\|\\| ${refused}$`).test(line)) return true;
  const byCmd = String.raw`(?:set ELECTRON_RUN_AS_NODE=1&& )?"[^"]*" "[^"]*[\\/]gate\.js" --agent ${agent}(?: --at "[^"]*")? --within \d+ \|\| exit [12]`;
  const inPowershell = /^cmd \/c '(.*)'$/s.exec(line)?.[1]?.replaceAll("''", "'");
  return new RegExp(`^${byCmd}$`).test(inPowershell ?? line);
}

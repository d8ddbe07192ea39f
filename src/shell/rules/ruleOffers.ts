/** Rules that an approval offers: each would allow the call it is offered for, from the very line or path to what is alike. And how far they would have reached. Pure. */
import { posix } from 'node:path';
import type { RuleReach } from '../../shared/calls/approvals';
import type { Command, ToolFacts } from '../../shared/calls/toolFacts';
import { readingsOf } from '../commands/commandReadings';
import { relativeTo } from '../paths/pathPatterns';
import { isSecretFile } from '../paths/paths';
import { isCommandLine } from './commandMatch';
import { allowingRule, ruleProblem } from './rules';

const mostOffered = 20;
/** What is said of one command may cover the others: it is looked for among the first. */
const mostRead = 4;

/** Narrow to wide. `inForce` are the rules that allow already: one on offer may complete them. None for what a rule cannot allow. */
export function suggestRules(facts: ToolFacts, inForce: readonly string[] = []): string[] {
  if (facts.status !== 'known') return [];
  const isLine = isCommandLine(facts);
  if (facts.hosts) return facts.hosts.map((host) => `${facts.toolName}(domain:${host})`);
  if (!isLine && facts.paths.length === 0) return [facts.toolName];
  const covers = (rules: readonly string[], command: Command) => allowingRule(rules, { ...facts, commands: [command] });
  const { commands = [] } = facts;
  // One rule on offer is to complete those in force: it covers all that they leave open.
  const open = isLine ? commands.filter((command) => !covers(inForce, command)) : [];
  const patterns = isLine
    ? open.length > 0
      ? [...open.slice(0, mostRead).flatMap(literally), ...open.slice(0, 1).flatMap(widely)]
      : commands.slice(0, mostOffered).flatMap((command) => [...literally(command), ...widely(command)])
    : facts.paths.length === 1
      ? ofPath(facts.paths[0]!, facts)
      : [];
  const rules = [...new Set(patterns)].map((pattern) => `${facts.toolName}(${pattern})`);
  return rules.filter(
    (rule) =>
      ruleProblem(rule) === undefined &&
      open.every((command) => covers([rule], command)) &&
      allowingRule([rule, ...inForce], facts)
        ?.split(', ')
        .includes(rule),
  );
}

/** A text with a wildcard of its own would allow more than it shows. */
const literally = ({ text }: Command): string[] => (/[*?]/.test(text) ? [] : [text]);
const widely = (command: Command): string[] =>
  readingsOf(command)
    .filter(({ sure, moved }) => sure && !moved)
    .flatMap(({ words }) => alike(words.map((word) => (typeof word === 'string' ? word : ''))) ?? []);

/** Programs that only name and count what is there, whatever they are given. */
const harmless: ReadonlySet<string> = new Set([
  'ls',
  'wc',
  'stat',
  'du',
  'df',
  'which',
  'basename',
  'dirname',
  'realpath',
  'readlink',
]);
const scriptRunners: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
/** What a project runs over and over: alike whatever else is given. What acts elsewhere, or cannot be taken back, is offered to the letter alone. */
const everyday =
  'test tests check lint build compile typecheck type-check format fmt vet clippy doc docs bench coverage e2e unit';
const looking = 'status diff log show blame describe shortlog ls-files rev-parse ls list outdated why tree ps images version';
const verbs: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    git: 'status diff log show blame describe shortlog ls-files rev-parse',
    docker: 'ps images version',
    podman: 'ps images version',
    kubectl: 'get describe version',
    pip: 'list show check',
    pip3: 'list show check',
    ...Object.fromEntries(
      'npm pnpm yarn bun cargo go make just dotnet gradle gradlew mvn mvnw swift zig mix composer deno'
        .split(' ')
        .map((name) => [name, `${everyday} ${looking}`]),
    ),
  }).map(([name, words]) => [name, new Set(words.split(' '))]),
);

function alike([program = '', verb = '', script = '']: readonly string[]): string | undefined {
  if (harmless.has(program)) return `${program} *`;
  if (scriptRunners.has(program) && /^run(-script)?$/.test(verb))
    return isEveryday(script) ? `${program} ${verb} ${script}*` : undefined;
  const known = verbs.get(program);
  const [first = ''] = verb.split(':', 1);
  return known?.has(verb) || (known?.has(first) && isEveryday(verb)) ? `${program} ${verb}*` : undefined;
}

/** `test`, and `test:unit` too. */
const isEveryday = (name: string) => /^[\w:-]+$/.test(name) && everyday.split(' ').includes(name.split(/:/, 1)[0]!);

function ofPath(path: string, { cwd }: ToolFacts): string[] {
  const hasSigns = /[*?[\]{}()!@+]/.test(path);
  const folder = posix.dirname(path);
  const below = relativeTo(cwd, folder);
  // All of the workspace, what lies outside of it and secrets are allowed one by one.
  const wider = below && !isSecretFile(path) && !hasSigns ? [`${below}/**`] : [];
  return [...(/[*?]/.test(path) ? [] : [path]), ...wider];
}

/** How far the rules would have reached in these calls of the tool. */
export function reachOf(rules: readonly string[], calls: readonly ToolFacts[]): RuleReach[] {
  const known = calls.filter(({ status }) => status === 'known');
  return rules.map((rule) => ({ rule, matched: known.filter((facts) => allowingRule([rule], facts)).length, of: known.length }));
}

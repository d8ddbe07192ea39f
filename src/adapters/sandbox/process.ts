/**
 * The process that keeps the sandbox: it makes the command lines that run confined, and the proxies through which they reach the hosts they may. A process of
 * its own, because the library protects the folder that it runs in (with stand-ins for files that are not there, which every listing of it would show), and so
 * that what it keeps is taken down however the editor ends.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { SandboxManager } from '@anthropic-ai/sandbox-runtime';
import {
  cleanupBwrapMountPoints,
  wrapCommandWithSandboxLinux,
} from '@anthropic-ai/sandbox-runtime/dist/sandbox/linux-sandbox-utils.js';
import { wrapCommandWithSandboxMacOS } from '@anthropic-ai/sandbox-runtime/dist/sandbox/macos-sandbox-utils.js';
import { onceDone } from '../../shared/basics/once';
import type { Confinement } from '../../shared/verdicts/confinement';
import { isProtected } from '../../shell/paths/paths';
import { startShell } from '../machine/processes';
import { HostQuestions } from './hostQuestions';
import { type Request, requestSchema, type SandboxAnswer } from './processMessages';
import { gapsOf, type Places, type Profile, profileOf } from './profile';
import { Guard } from './putAside';
import { untilRelaysListen } from './relays';

const [ripgrep = 'rg'] = process.argv.slice(2);
const temp = realpathSync(tmpdir());
const ownFolder = mkdtempSync(join(temp, 'hooksmith-sandbox-'));
process.chdir(ownFolder);
// The library names a folder of its own otherwise, which need not be there.
process.env.CLAUDE_CODE_TMPDIR = temp;

/** What is to be undone when the command of a request has ended. */
// biome-ignore lint/plugin: this file is the process, and nothing imports it
const running = new Map<number, { guard: Guard; commandId: string; wrapped: boolean }>();
// biome-ignore lint/plugin: this file is the process, and nothing imports it
const questions = new HostQuestions({
  ask: (id, ask, host) => answer({ type: 'askHost', id, ask, host }),
  allow: (commandId, hosts) => SandboxManager.registerCommandNetworkLists(commandId, { allowedDomains: [...hosts] }),
});
const answer = (message: SandboxAnswer) => process.send?.(message);

process.on('message', (message) => {
  const request = requestSchema.parse(message);
  const { id } = request;
  handle(request).then(answer, (error: unknown) =>
    answer({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => void end());
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end());

async function end(): Promise<void> {
  for (const { guard } of running.values()) guard.end();
  await network.end();
  cleanupBwrapMountPoints({ force: true });
  process.chdir('/');
  rmSync(ownFolder, { recursive: true, force: true });
  process.exit(0);
}

async function handle(request: Request): Promise<SandboxAnswer> {
  const { id } = request;
  switch (request.type) {
    case 'available':
      return { type: 'available', id, why: await unavailable() };
    case 'gaps':
      return { type: 'gaps', id, gaps: [...hostGaps(request.words), ...gapsOf(request.words, placesOf(request))] };
    case 'wrap':
      return wrap(request);
    case 'host':
      questions.answered(request.ask, request.allowed);
      return { type: 'heard', id };
    case 'ended': {
      const found = running.get(request.of);
      running.delete(request.of);
      questions.ended(request.of);
      if (!found) return { type: 'ended', id, putAside: [], hosts: [] };
      if (found.wrapped) cleanupBwrapMountPoints();
      SandboxManager.unregisterCommandNetworkLists(found.commandId);
      const hosts = SandboxManager.getSandboxViolationStore()
        .getViolationsForCommand(found.commandId)
        .map(({ line }) => line.replace(/^deny network-outbound /, ''));
      return { type: 'ended', id, putAside: found.guard.end(), hosts: [...new Set(hosts)] };
    }
  }
}

function placesOf({
  cwd,
  folders,
  appFolders,
}: Pick<Extract<Request, { type: 'wrap' }>, 'cwd' | 'folders' | 'appFolders'>): Places {
  return {
    cwd,
    folders: folders.filter((folder) => existsSync(folder)).map((folder) => realpathSync(folder)),
    home: realHome(),
    appFolders,
    temp,
    ripgrep,
    path: process.env.PATH ?? '',
    shell,
    own: __dirname,
  };
}

function realHome(): string {
  try {
    return realpathSync(homedir());
  } catch {
    return homedir();
  }
}

const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
const find = (program: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .concat('/usr/bin', '/usr/local/bin')
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

/** The proxies, which start with the first command that may reach a host. */
class Network {
  private started: Promise<void> | undefined;

  start(): Promise<void> {
    this.started ??= SandboxManager.initialize(
      {
        network: { allowedDomains: [], deniedDomains: [] },
        filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
        ripgrep: { command: ripgrep },
      },
      ({ host }) => questions.mayReach(host),
    ).catch((error: unknown) => {
      this.started = undefined;
      throw error;
    });
    return this.started;
  }

  async end(): Promise<void> {
    await this.started?.then(() => SandboxManager.reset()).catch(() => {});
  }
}
// biome-ignore lint/plugin: this file is the process, and nothing imports it
const network = new Network();

const hostGaps = ({ hosts = [] }: Confinement): string[] =>
  hosts.length > 0 && !hosts.includes('*') && process.platform === 'linux' && !find('socat')
    ? ['hosts need the program socat, which is not installed']
    : [];

async function wrap({ id, words, command, ...places }: Extract<Request, { type: 'wrap' }>): Promise<SandboxAnswer> {
  const { hideOnly = false, hosts = [] } = words;
  const asksHosts = words.asksHosts === true && (process.platform !== 'linux' || find('socat') !== undefined);
  const profile = await profileOf(words, placesOf(places));
  const commandId = randomBytes(16).toString('base64url');
  const limited = (hosts.length > 0 || asksHosts) && !hosts.includes('*') && !hideOnly;
  if (limited) {
    await network.start();
    SandboxManager.registerCommandNetworkLists(commandId, { allowedDomains: [...hosts] });
    questions.began(id, { commandId, hosts, asks: asksHosts });
  }
  const line = limited ? `${throughProxy}\n${command}` : command;
  const reach: Reach = limited ? 'proxy' : hideOnly || hosts.includes('*') ? 'all' : 'none';
  const confined =
    process.platform === 'darwin' ? onMacOS(line, profile, commandId, reach) : await onLinux(line, profile, commandId, reach);
  const { folders, home, appFolders } = placesOf(places);
  const guard = new Guard(
    process.platform === 'linux' ? profile.guarded : [],
    (path) => isProtected(path, { folders, home, appFolders }),
    process.platform === 'linux' ? profile.absent : [],
    () => answer({ type: 'end', id }),
  );
  running.set(id, { guard, commandId, wrapped: confined !== line });
  return { type: 'wrapped', id, command: confined, hidden: profile.hidden };
}

/** The library has programs go around its proxy to this machine and to private networks; inside, there is nothing but the proxy. */
const throughProxy = ['unset NO_PROXY no_proxy', ...(process.platform === 'linux' ? [untilRelaysListen] : [])].join('; ');

/** What of the network a command reaches: the hosts that its proxy lets through, for instance. */
type Reach = 'all' | 'proxy' | 'none';

const reads = ({ hidden, shown }: Profile) => ({
  denyOnly: [],
  literalDenyOnly: hidden,
  allowWithinDeny: [],
  literalAllowWithinDeny: shown,
});
const writes = ({ writable, readOnly, absent }: Profile, more: string[] = []) =>
  writable && {
    allowOnly: [],
    literalAllowOnly: writable,
    denyWithinAllow: [],
    literalDenyWithinAllow: [...readOnly, ...more, ...absent],
  };

function onLinux(command: string, profile: Profile, commandId: string, reach: Reach): Promise<string> {
  return wrapCommandWithSandboxLinux({
    command,
    commandId,
    needsNetworkRestriction: reach !== 'all',
    ...(reach === 'proxy'
      ? {
          httpSocketPath: SandboxManager.getLinuxHttpSocketPath(),
          socksSocketPath: SandboxManager.getLinuxSocksSocketPath(),
          httpProxyPort: SandboxManager.getProxyPort(),
          socksProxyPort: SandboxManager.getSocksProxyPort(),
          proxyAuthToken: SandboxManager.getProxyAuthToken(),
        }
      : {}),
    readConfig: reads(profile),
    // Read-only, the folder that it runs in needs no stand-ins. What is absent would get some: the guard sees to that.
    writeConfig: writes({ ...profile, absent: [] }, [ownFolder]),
    allowAllUnixSockets: profile.writable === undefined,
    binShell: shell,
    bwrapPath: find('bwrap'),
    socatPath: find('socat'),
    // Nothing is to be found in its folder.
    ripgrepConfig: { command: find('true') ?? ripgrep },
  });
}

/** Seatbelt takes names that are not there yet, patterns too. */
function onMacOS(command: string, profile: Profile, commandId: string, reach: Reach): string {
  const names = ['.hooksmith', '.claude', '.vscode', '.husky', '.mcp.json', '.envrc', '.npmrc', '.git/hooks', '.git/config'];
  const protectedPatterns = profile.guarded.flatMap((folder) =>
    names.flatMap((name) => [`${folder}/**/${name}`, `${folder}/**/${name}/**`]).concat(`${folder}/*.code-workspace`),
  );
  const held = writes(profile);
  return wrapCommandWithSandboxMacOS({
    command,
    commandId,
    needsNetworkRestriction: reach !== 'all',
    ...(reach === 'proxy'
      ? {
          httpProxyPort: SandboxManager.getProxyPort(),
          socksProxyPort: SandboxManager.getSocksProxyPort(),
          proxyAuthToken: SandboxManager.getProxyAuthToken(),
        }
      : {}),
    readConfig: reads(profile),
    writeConfig: held && { ...held, denyWithinAllow: protectedPatterns },
    allowAllUnixSockets: profile.writable === undefined,
    allowLocalBinding: true,
    binShell: shell,
  });
}

/** Why nothing can be confined; asked of the system by confining something. What is missing may be installed later: then it is asked again. */
const unavailable = onceDone(probe, (why) => why === undefined);

async function probe(): Promise<string | undefined> {
  if (process.platform === 'linux' && !find('bwrap')) return 'the sandbox needs bubblewrap, which is not installed';
  if (process.platform === 'darwin' && !existsSync('/usr/bin/sandbox-exec'))
    return 'the sandbox needs sandbox-exec, which is not there';
  let output = '';
  try {
    const profile = { hidden: [], shown: [], writable: [temp], readOnly: [], guarded: [], absent: [] };
    const command =
      process.platform === 'darwin'
        ? onMacOS('exit 42', profile, 'probe', 'none')
        : await onLinux('exit 42', profile, 'probe', 'none');
    const { done } = startShell(command, {
      cwd: temp,
      timeoutMs: 20_000,
      onOutput: (chunk) => {
        output += chunk;
      },
    });
    const { code } = await done;
    if (process.platform === 'linux') cleanupBwrapMountPoints();
    if (code === 42) return undefined;
  } catch (error) {
    output = error instanceof Error ? error.message : String(error);
  }
  return `the sandbox does not work here: ${output.trim().slice(0, 300) || 'a command in it did not end as it should'}`;
}

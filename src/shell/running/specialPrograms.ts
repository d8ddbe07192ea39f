/** Programs whose words need more than a table, by name; among them those that open another command in their own way. */

import { subcommandsIn } from '../commands/commandReadings';
import { gitSubcommand, readGit } from '../commands/gitCommand';
import { subcommandOf } from '../commands/innerWords';
import { fdFiles } from '../files/fdSearch';
import { endOfAction } from '../files/findExpression';
import { unsure } from '../files/found';
import { findReader } from '../files/foundFiles';
import { aliasable } from '../programs/aliasable';
import { byNames } from '../programs/byNames';
import { sshValued } from '../programs/elsewhere';
import { compressors } from '../programs/runners';
import { makes } from '../programs/variables';
import { shown } from '../syntax/lineReport';
import { isBundle, undashed, wordsOf } from '../syntax/optionWords';
import { isOpen, literal, type Value } from '../syntax/words';
import { behind, innerStarts } from '../syntax/wrapperWords';
import { optionValues } from '../writes/outputs';
import { cmake, configured, make } from './buildPrograms';
import type { Special } from './findings';
import { awk, sed } from './scriptPrograms';

/** `tar cIf COMMAND x.tar a`, as its flags without a dash say; those with one are read as others' are. */
const tar: Special = (args, found, name) => {
  if (!args[0] || !isBundle(args[0].text)) return;
  for (const [i, { text }] of undashed(args).entries()) {
    const value = undashed(args)[i + 1];
    if (/^-[IF]$/.test(text) && value && (isOpen(value) || !compressors.test(value.text)))
      found.code(`${text} makes ${shown(name)} run another program`);
  }
};

/** `npm create vite FOLDER` runs the package `create-vite`; an address, or a folder, is a package that nobody has read. */
function createdBy(args: readonly Value[]): Value[] | 'unread' | undefined {
  const { operands } = wordsOf(args, '-w --workspace --registry --loglevel --template -t');
  const [sub, what, ...rest] = operands;
  if (!/^(create|init|innit)$/.test(sub?.text ?? '') || !what || isOpen(what)) return undefined;
  const [, scope = '', name = ''] = /^(@[^/@]+)?\/?([^@]*)/.exec(what.text) ?? [];
  if (/^[./~]|:/.test(what.text) || name.includes('/')) return 'unread';
  const program = scope && !name ? 'create' : `create-${name}`;
  return [literal(program), ...rest];
}

/** `npm run env WORDS`, where no script has that name. */
function handedToEnv(name: string, args: readonly Value[]): Value[] | undefined {
  const isRun = (word: string | undefined) => word !== undefined && /^(run|run-script|rum|urn)$/.test(word);
  if (!subcommandsIn(name, args).some(([sub, script]) => isRun(sub) && script === 'env')) return undefined;
  // What comes before either may be the value of an option.
  const run = args.findIndex(({ text }) => isRun(text));
  const at = args.findIndex(({ text }, i) => i > run && text === 'env');
  const end = args.findIndex(({ text }, i) => i > at && text === '--') >>> 0;
  // Options in front are its own.
  return args.filter(({ text }, i) => i >= at && i !== end && (i > end || !text.startsWith('-')));
}

/** Settings of npm and its kind that name a program, and those that a script of the project is run by. */
const npm: Special = (args, found, name) => {
  const created = createdBy(args);
  if (created === 'unread') found.code(`what ${shown(name)} runs is fetched when it runs`);
  else if (created) found.command(created);
  const inEnv = handedToEnv(name, args);
  if (inEnv) found.command(inEnv);
  const settings = subcommandsIn(name, args).flatMap(([sub = '', ...own]) =>
    /^(config|c)$/.test(sub) && own[0] === 'set' ? own.slice(1) : sub === 'set' ? own : [],
  );
  if (
    settings.some((text) =>
      /^(script-shell|node-options|git|shell|editor|viewer|init-module|yarn-?path|plugins)(=|$)/i.test(text),
    )
  )
    found.code(`${shown('config set')} makes ${shown(name)} run another program`, true);
};

/** `yarn set version ./x.cjs`, `yarn plugin import ./x.cjs`: from then on yarn is that file, or has it loaded. */
const yarn: Special = (args, found, name) => {
  npm(args, found, name);
  for (const [first, second] of subcommandsIn(name, args))
    if ((first === 'plugin' && second === 'import') || (first === 'set' && second === 'version'))
      found.code(`${shown(`${first} ${second}`)} makes ${shown(name)} run another program`, true);
};

/** `deno run npm:NAME@1 ARGUMENTS` runs that package; what stands at an address nobody has read. */
const deno: Special = (args, found, name) => {
  const at = args.findIndex(({ text }) => /^(npm|jsr|https?):/.test(text));
  if (at < 0 || !/^(run|x|serve|install|compile|test|bench|-.*|)$/.test(args[0]!.text === args[at]!.text ? '' : args[0]!.text))
    return;
  const [, program] = /^npm:\/?(?:@[^/@]+\/)?([\w.-]+)/.exec(args[at]!.text) ?? [];
  if (program === undefined || isOpen(args[at]!)) found.code(`what ${shown(name)} runs is fetched when it runs`);
  else found.command([literal(program), ...args.slice(at + 1)]);
};

const git: Special = (args, found) => {
  const { code, isLater, commands, scripts, reads, alias } = readGit(args);
  if (code) found.code(code, isLater);
  const own = gitSubcommand(args)?.own ?? [];
  const inner = own.findIndex(({ text }) => text === 'foreach') + 1;
  found.there(args.slice(0, args.length - own.length + inner), () => {
    for (const command of commands) found.command(command);
    for (const script of scripts) found.script(script);
  });
  for (const file of reads) found.reads(file);
  if (alias) found.alias();
};

const find: Special = (args, found, name) => {
  const filesOf = findReader(args);
  for (let i = 0; i < args.length; i++) {
    if (args[i]!.text === '-delete') found.deletes(name, filesOf(i));
    if (!/^-(exec|execdir|ok|okdir)$/.test(args[i]!.text)) continue;
    const end = endOfAction(args, i);
    const files = filesOf(i);
    found.command(args.slice(i + 1, end), {
      text: '{}',
      operand: true,
      // In folders of their own, other words mean other files.
      found: args[i]!.text.endsWith('dir') ? unsure(files) : files,
    });
    i = end;
  }
};

/** `fd PATTERN -x COMMAND`, to the end or to a `;`, once or more; without a placeholder the name comes last. */
const fd: Special = (args, found) => {
  // Of a bundle, `-tx` and its kind take the letter for their value.
  const isExec = ({ text }: Value) => /^(-[HIaLgFsilpuq01]*[xX]|--exec(-batch)?(=|$))/.test(text);
  for (let at = args.findIndex(isExec); at >= 0; ) {
    const end = args.findIndex(({ text }, i) => i > at && text === ';');
    const words = args.slice(at + 1, end < 0 ? undefined : end);
    const attached = /^(?:--exec(?:-batch)?=|-\w*?[xX]=?(?=.))(.*)$/.exec(args[at]!.text)?.[1];
    const command = attached === undefined ? words : [literal(attached), ...words];
    const text = command.some((word) => word.text.includes('{')) ? '{' : '';
    found.command(command, { text, operand: true, found: fdFiles(args) });
    at = end < 0 ? -1 : args.findIndex((arg, i) => i > end && isExec(arg));
  }
};

/** `gdb --args COMMAND`, `lldb -- COMMAND`. */
const debuggers: Special = (args, found) => {
  const at = args.findIndex(({ text }) => /^--?args$/.test(text) || text === '--');
  if (at >= 0 && args[at + 1]) found.command(args.slice(at + 1));
};

/** `nvm run 20 FILE`, `n run 20 FILE`: by that version of Node. */
const nodeVersions: Special = (args, found) => {
  if (args[0]?.text === 'run') found.command([literal('node'), ...args.slice(2)]);
};

/** `corepack yarn@4 COMMAND` */
const corepack: Special = (args, found) => {
  const [, program] = /^(npm|npx|pnpm|pnpx|yarn|yarnpkg)(@.*)?$/.exec(args[0]?.text ?? '') ?? [];
  if (program !== undefined) found.command([literal(program), ...args.slice(1)]);
};

/** `stack ghc -- OPTIONS`, `stack runghc FILE`: the compiler's own words. */
const stack: Special = (args, found, name) => {
  const [[first = ''] = []] = subcommandsIn(name, args);
  const at = args.findIndex(({ text }) => text === first);
  if (/^(ghc|runghc|runhaskell)$/.test(first))
    found.command([literal(first), ...args.slice(at + 1).filter(({ text }) => text !== '--')]);
};

/** `nix develop -c COMMAND`, and `nix run nixpkgs#NAME ARGUMENTS`, where another flake says itself what it runs. */
const nix: Special = (args, found, name) => {
  const { options, operands } = wordsOf(
    args,
    '--option --extra-experimental-features --experimental-features -f --file --expr -I --inputs-from',
  );
  if (operands[0]?.text !== 'run') {
    // Behind the end of its options they are another program's.
    const at = args.findIndex(({ text }) => /^(-c|--command|--)$/.test(text));
    if (at >= 0 && args[at]!.text !== '--') found.command(args.slice(at + 1));
    return;
  }
  const [, flake, ...rest] = operands;
  const program = flake && !isOpen(flake) ? /^nixpkgs(?:\/[\w.-]+)?#(?:[\w-]+\.)*([\w+-]+)$/.exec(flake.text)?.[1] : undefined;
  if (program === undefined || options.has('--expr') || options.has('-f') || options.has('--file'))
    found.code(`what ${shown(name)} runs stands in a flake`);
  if (program !== undefined) found.command([literal(program), ...rest]);
  else if (rest.length > 0) found.command(rest);
};

/** What it does not know it hands to git. */
const ownOfHub = /^(pr|issue|release|api|browse|ci-status|compare|create|delete|fork|gist|sync|alias|pull-request)$/;
const hub: Special = (args, found) => {
  if (!ownOfHub.test(args[0]?.text ?? '')) found.command([literal('git'), ...args]);
};

const codespaceOptions = '-c --codespace -R --repo --repo-owner --config --profile --server-port -d --debug-file';
/** `gh cs ssh [-c NAME] [-- OPTIONS] COMMAND`: what stands behind its own options is all handed to ssh, with the host between. */
function inCodespace(args: readonly Value[]): Value[] {
  const at = args.findIndex(({ text }) => text === 'ssh') + 1;
  const { operands } = wordsOf(args.slice(at), codespaceOptions);
  const end = args.findIndex(({ text }) => text === '--');
  const own = end < 0 ? operands : args.slice(end + 1);
  const [start = own.length] = innerStarts(own, { valued: sshValued });
  return [literal('ssh'), ...own.slice(0, start), literal('codespace'), ...own.slice(start)];
}

/** `gh repo clone NAME -- OPTIONS`: those are git's. */
const gh: Special = (args, found, name) => {
  const [[first, second] = []] = subcommandsIn(name, args);
  const at = args.findIndex(({ text }) => text === '--');
  if (first === 'repo' && /^(clone|fork)$/.test(second ?? '') && at >= 0)
    found.command([literal('git'), literal('clone'), ...args.slice(at + 1)]);
  if (/^(cs|codespace)$/.test(first ?? '') && second === 'ssh') found.command(inCodespace(args));
  aliased(args, found, name);
};

/** What is none of its commands may be one of its settings. */
const aliased: Special = (args, found, name) => {
  const sub = subcommandOf(name, args);
  if (sub !== undefined && !aliasable.get(name)!.has(sub)) found.alias();
};

/** `cargo watch -x 'test --all'` runs `cargo test --all`. */
const cargo: Special = (args, found) => {
  const watch = args.findIndex(({ text }) => text === 'watch');
  for (const value of watch < 0 ? [] : optionValues(args.slice(watch), /^(-x|--exec)$/, /^-x(?=.)/))
    if (isOpen(value)) found.command([literal('cargo'), value]);
    else found.script(literal(`cargo ${value.text}`));
};

/** `hatch run [ENVIRONMENT:]COMMAND` */
const hatch: Special = (args, found) => {
  const run = args.findIndex(({ text }) => text === 'run');
  const at = args.findIndex(({ text }, i) => i > run && !text.startsWith('-'));
  if (run < 0 || args.slice(0, run).some(({ text }) => text === 'env') || at < 0) return;
  const named = behind(args[at]!, /^[\w.+-]*:/.exec(args[at]!.text)?.[0].length ?? 0);
  found.command(named.text === '' ? args.slice(at + 1) : [named, ...args.slice(at + 1)]);
};

const jobs: Special = (args, found) => {
  if (args[0]?.text === '-x') found.command(args.slice(1));
};

export const specialPrograms = byNames<Special>({
  'sed gsed ssed': sed,
  'awk gawk mawk nawk original_awk goawk frawk': awk,
  ...Object.fromEntries(makes.map((name) => [name, make])),
  git,
  hub,
  'tar gtar bsdtar': tar,
  'find gfind': find,
  'fd fdfind': fd,
  cmake,
  'configure scons waf rake just': configured,
  'gdb lldb': debuggers,
  nix,
  'npm pnpm': npm,
  yarn,
  deno,
  bun: npm,
  jobs,
  hatch,
  'nvm n': nodeVersions,
  corepack,
  stack,
  ...Object.fromEntries([...aliasable.keys()].map((name) => [name, aliased])),
  cargo,
  gh,
});

/** What git writes without naming it: what is checked out, applied and cloned, and its settings. Pure. */

import {
  configOptions,
  gitSubcommand,
  isHarmlessSetting,
  isKnownSubcommand,
  namesRepository,
  openSubcommand,
} from '../commands/gitCommand';
import { copy, type WriteEffect, type Writer } from '../files/writeEffects';
import { isElsewhere } from '../paths/hostPaths';
import { byNames } from '../programs/byNames';
import { gitEnding } from '../programs/fetchers';
import { any, first, wordsOf } from '../syntax/optionWords';
import type { Value } from '../syntax/words';
import { clonedTo } from './fetching';
import { settingsOf } from './ownSettings';

/** With one of these, it puts back what has changed, though no word says what. */
const forcing: readonly string[] = ['-f', '--force', '--discard-changes'];

/** An address, or a folder, in the place of a remote's name. */
const isForeign = (one: Value): boolean => !one.dynamic && (isElsewhere(one) || /^(\.{0,2}\/|~)/.test(one.text));

/** One call of a subcommand. */
interface GitCall {
  /** The words behind it. */
  own: readonly Value[];
  /** Of those, what begins with no dash, options' values among them. */
  operands: readonly Value[];
  texts: readonly string[];
  has(...flags: string[]): boolean;
  /** What git tracks, as these words name it: all of it where there are none. */
  tracked(specs?: readonly Value[], isSure?: boolean): WriteEffect[];
}

const here: WriteEffect = { kind: 'anything', folder: undefined };
const settingsFile: WriteEffect = { kind: 'file', path: '.git/config' };
export const isGitSettings = (path: string): boolean => path === '.git/config' || path === '~/.gitconfig';
const anythingIn = (folders: readonly (Value | undefined)[]): WriteEffect[] =>
  folders.map((folder) => ({ kind: 'anything', folder }));
const foreign = ({ operands }: GitCall): WriteEffect[] => (operands.some(isForeign) ? [{ kind: 'foreign' }] : []);
const verbOf = ({ operands }: GitCall): string => operands[0]?.text ?? '';
/** Without a branch or a file it tells of what is there. */
const hasTarget = ({ texts, has }: GitCall, words: readonly Value[]): boolean =>
  words.length > 0 || texts.includes('-') || has(...forcing);

const merged = (call: GitCall): WriteEffect[] =>
  call.has('--quit', '--show-current-patch', '-h', '--help') ? [] : call.tracked();

function cleaned({ own, texts, has }: GitCall): WriteEffect[] {
  if (has('-n', '--dry-run') || texts.some((text) => /^-\w*n/.test(text))) return [];
  const { operands } = wordsOf(own, '-e --exclude');
  const folders = operands.length > 0 ? operands : [undefined];
  return folders.map((folder) => ({ kind: 'anything', folder, isOld: true }));
}

function checkedOut(call: GitCall): WriteEffect[] {
  const { own, operands, texts } = call;
  const at = texts.indexOf('--');
  const paths = own.slice(at + 1);
  // A tree of the caller's choice over what is here; files that are named are words of the line.
  if (at > 0 && operands.length > 0 && own.indexOf(operands[0]!) < at) return anythingIn(paths);
  const { operands: words } = wordsOf(own, '-b -B --orphan --conflict --pathspec-from-file');
  if (!hasTarget(call, words)) return [];
  return call.tracked(at < 0 ? words : paths, at >= 0);
}

function restored({ operands, has, tracked }: GitCall): WriteEffect[] {
  if (has('-s', '--source')) return anythingIn(operands);
  return has('-S', '--staged') && !has('-W', '--worktree') ? [] : tracked(operands);
}

function stashed(call: GitCall): WriteEffect[] {
  const { own, texts, has, tracked } = call;
  if (/^(list|show|drop|clear|create|store)$/.test(verbOf(call))) return [];
  // What is not tracked goes with it.
  if (has('-u', '-a', '--include-untracked', '--all')) return [here];
  return texts.includes('--') ? tracked(own.slice(texts.indexOf('--') + 1)) : tracked();
}

function toOutput({ own }: GitCall): WriteEffect[] {
  const { options } = wordsOf(own, '-o --output --output-directory');
  const output = first(options, '-o', '--output', '--output-directory');
  if (output?.dynamic) return anythingIn([output]);
  return output ? [{ kind: 'file', path: output.text }] : [];
}

function cloned({ own }: GitCall): WriteEffect[] {
  const { options, operands } = wordsOf(
    own,
    '-b --branch -o --origin -u --upload-pack -c --config -j --jobs --depth --reference --reference-if-able --separate-git-dir --template --shallow-since --shallow-exclude --filter --server-option --bundle-uri',
  );
  const isBare = any(options, '--bare', '--mirror');
  const apart = first(options, '--separate-git-dir');
  const places = clonedTo(operands[0], operands[1], gitEnding).map((one) =>
    isBare && one.kind === 'file' ? { ...one, path: `${one.path}.git` } : one,
  );
  return apart ? [...places, ...anythingIn([apart])] : places;
}

function worktree({ own }: GitCall): WriteEffect[] {
  const { operands } = wordsOf(own, '-b -B --reason');
  const verb = operands[0]?.text ?? '';
  if (/^(move|remove)$/.test(verb)) return anythingIn(operands.slice(1));
  return verb === 'add' ? anythingIn(operands.slice(1, 2)) : [];
}

function submodule({ own }: GitCall): WriteEffect[] {
  const { operands } = wordsOf(own, '-b --branch --name --reference --depth');
  const verb = operands[0]?.text ?? '';
  if (!/^(add|set-url|sync|absorbgitdirs)$/.test(verb)) return [];
  return [settingsFile, ...(verb === 'add' ? clonedTo(operands[1], operands[2], gitEnding) : [])];
}

const subcommands = byNames<(call: GitCall) => WriteEffect[]>({
  pull: (call) => (call.has('-h', '--help') ? [] : [...call.tracked(), ...foreign(call)]),
  fetch: foreign,
  'merge rebase cherry-pick revert': merged,
  switch: (call) =>
    hasTarget(call, wordsOf(call.own, '-c -C --create --force-create --orphan --conflict').operands) ? call.tracked() : [],
  reset: ({ has, tracked }) => (has('--hard', '--merge', '--keep') ? tracked() : []),
  bisect: (call) =>
    /^(start|good|bad|new|old|skip|reset|run|replay)$/.test(verbOf(call)) || call.operands[0]?.dynamic ? call.tracked() : [],
  rm: ({ has, tracked, operands }) => (has('--cached', '-n', '--dry-run') ? [] : tracked(operands)),
  apply: ({ has }) => (!has('--apply') && has('--check', '--stat', '--numstat', '--summary', '--cached') ? [] : [here]),
  am: ({ has, tracked }) => (has('--abort', '--skip') ? tracked() : has('--quit', '--show-current-patch') ? [] : [here]),
  'checkout-index': ({ has }) => (has('-a', '--all', '--stdin') ? [here] : []),
  'read-tree': ({ texts }) => (texts.some((text) => /^-[a-z]*u/.test(text)) ? [here] : []),
  clean: cleaned,
  checkout: checkedOut,
  restore: restored,
  stash: stashed,
  // Hooks come with a template.
  init: ({ has }) => (has('--separate-git-dir', '--template') ? [{ kind: 'file', path: '.git' }] : []),
  'sparse-checkout': (call) => (/^(set|add|reapply|init|disable)$/.test(verbOf(call)) ? [here] : []),
  'archive format-patch diff log show': toOutput,
  clone: cloned,
  worktree,
  subtree: ({ own }) => {
    const { options, operands } = wordsOf(own, '-P --prefix -m --message -b --branch');
    return /^(add|pull|merge)$/.test(operands[0]?.text ?? '') ? anythingIn([first(options, '-P', '--prefix')]) : [];
  },
  svn: (call) => (verbOf(call) === 'clone' ? clonedTo(call.operands[1], call.operands[2]) : []),
  bundle: (call) => {
    const [, file] = call.operands;
    return verbOf(call) === 'create' && file && !file.dynamic ? [{ kind: 'file', path: file.text }] : [];
  },
  mv: ({ own }) => copy(own, 'mv'),
  lfs: (call) => {
    const verb = verbOf(call);
    if (/^(pull|checkout)$/.test(verb)) return call.tracked(verb === 'checkout' ? call.operands.slice(1) : []);
    return /^(un)?install$/.test(verb) ? [settingsFile] : [];
  },
  maintenance: ({ texts }) => (/^(install|start|register)$/.test(texts[0] ?? '') ? [settingsFile] : []),
  config: ({ own }) => gitConfig(own),
  // What a later push or pull means.
  remote: (call) =>
    /^(add|set-url|rename|remove|rm|set-branches)$/.test(verbOf(call)) || call.operands[0]?.dynamic
      ? [settingsFile, ...foreign(call)]
      : [],
  branch: ({ has, texts }) =>
    has('-u', '--set-upstream-to', '--unset-upstream', '--edit-description') || texts.some((text) => /^-u./.test(text))
      ? [settingsFile]
      : [],
  submodule,
});

export const git: Writer = (args) => {
  const sub = gitSubcommand(args);
  const unless = openSubcommand(args);
  if (!sub) return unless ? [{ kind: 'tracked', specs: [], isSure: true, unless }] : [];
  const { name, own } = sub;
  const texts = own.map(({ text }) => text);
  const told = namesRepository(args) ? { isElsewhere: true as const } : {};
  const call: GitCall = {
    own,
    operands: own.filter(({ text }) => !text.startsWith('-')),
    texts,
    has: (...flags) => texts.some((text) => flags.includes(text.split('=')[0]!)),
    tracked: (specs = [], isSure = true) => [{ kind: 'tracked', specs, isSure, ...told }],
  };
  const effects = subcommands.get(name);
  if (effects) return effects(call);
  // An alias may stand for any of them.
  return [...(isKnownSubcommand(name) ? [] : call.tracked()), ...settingsOf(`git-${name}`, own)];
};

function gitConfig(own: readonly Value[]): WriteEffect[] {
  const { options, operands } = wordsOf(own, configOptions);
  const file = first(options, '-f', '--file');
  const path = file
    ? file.text
    : any(options, '--global')
      ? '~/.gitconfig'
      : any(options, '--system')
        ? '/etc/gitconfig'
        : '.git/config';
  const written: WriteEffect[] = [file?.dynamic ? { kind: 'anything', folder: file } : { kind: 'file', path }];
  if (any(options, '-e', '--edit') || operands[0]?.text === 'edit') return written;
  if (any(options, '--get', '--get-all', '--get-regexp', '--get-urlmatch', '-l', '--list', '--get-color', '--get-colorbool'))
    return [];
  const verb = /^(get|list|set|unset|rename-section|remove-section)$/.exec(operands[0]?.text ?? '')?.[1];
  if (verb === 'get' || verb === 'list') return [];
  const [key, ...values] = verb ? operands.slice(1) : operands;
  const changes =
    verb !== undefined ||
    values.length > 0 ||
    any(options, '--add', '--replace-all', '--unset', '--unset-all', '--rename-section', '--remove-section');
  if (!key || !changes) return key?.dynamic && key.many ? written : [];
  return !key.dynamic &&
    isHarmlessSetting(`${key.text}=${values[0]?.dynamic ? '?' : (values[0]?.text ?? '')}`) &&
    key.text.includes('.')
    ? []
    : written;
}

/** What git writes without naming it: what is checked out, applied and cloned, and its settings. Pure. */
import { clonedTo } from './fetching';
import { gitSubcommand, isHarmlessSetting, isKnownSubcommand, namesRepository, openSubcommand } from './gitCommand';
import { isElsewhere } from './hostPaths';
import { settingsOf } from './ownSettings';
import { gitEnding } from './programs/fetchers';
import type { Value } from './words';
import { any, copy, first, type WriteEffect, type Writer, wordsOf } from './writeEffects';

/** With one of these, it puts back what has changed, though no word says what. */
const forcing: readonly string[] = ['-f', '--force', '--discard-changes'];

/** An address, or a folder, in the place of a remote's name. */
const isForeign = (one: Value): boolean => !one.dynamic && (isElsewhere(one) || /^(\.{0,2}\/|~)/.test(one.text));

export const git: Writer = (args) => {
  const sub = gitSubcommand(args);
  const unless = openSubcommand(args);
  if (!sub) return unless ? [{ kind: 'tracked', specs: [], isSure: true, unless }] : [];
  const { name, own } = sub;
  const texts = own.map(({ text }) => text);
  const has = (...flags: string[]) => texts.some((text) => flags.includes(text.split('=')[0]!));
  const operands = own.filter(({ text }) => !text.startsWith('-'));
  const here: WriteEffect = { kind: 'anything', folder: undefined };
  const [verb] = operands;
  const told = namesRepository(args) ? { isElsewhere: true as const } : {};
  const tracked = (specs: readonly Value[] = [], isSure = true): WriteEffect[] => [{ kind: 'tracked', specs, isSure, ...told }];
  const foreign: WriteEffect[] = operands.some(isForeign) ? [{ kind: 'foreign' }] : [];
  switch (name) {
    case 'pull':
      return has('-h', '--help') ? [] : [...tracked(), ...foreign];
    case 'fetch':
      return foreign;
    case 'merge':
    case 'rebase':
    case 'cherry-pick':
    case 'revert':
      return has('--quit', '--show-current-patch', '-h', '--help') ? [] : tracked();
    case 'switch': {
      const { operands: words } = wordsOf(own, '-c -C --create --force-create --orphan --conflict');
      return words.length > 0 || texts.includes('-') || has(...forcing) ? tracked() : [];
    }
    case 'reset':
      return has('--hard', '--merge', '--keep') ? tracked() : [];
    case 'bisect':
      return /^(start|good|bad|new|old|skip|reset|run|replay)$/.test(verb?.text ?? '') || verb?.dynamic ? tracked() : [];
    case 'rm':
      return has('--cached', '-n', '--dry-run') ? [] : tracked(operands);
    case 'apply':
      return !has('--apply') && has('--check', '--stat', '--numstat', '--summary', '--cached') ? [] : [here];
    case 'am':
      return has('--abort', '--skip') ? tracked() : has('--quit', '--show-current-patch') ? [] : [here];
    case 'checkout-index':
      return has('-a', '--all', '--stdin') ? [here] : [];
    case 'read-tree':
      return texts.some((text) => /^-[a-z]*u/.test(text)) ? [here] : [];
    case 'clean': {
      const { operands: given } = wordsOf(own, '-e --exclude');
      return has('-n', '--dry-run') || texts.some((text) => /^-\w*n/.test(text))
        ? []
        : given.length > 0
          ? given.map((folder) => ({ kind: 'anything', folder, isOld: true }))
          : [{ ...here, isOld: true }];
    }
    case 'checkout':
    case 'restore': {
      // A tree of the caller's choice over what is here; files that are named are words of the line.
      const at = texts.indexOf('--');
      const hasSource =
        name === 'restore' ? has('-s', '--source') : at > 0 && operands.length > 0 && own.indexOf(operands[0]!) < at;
      const paths = name === 'restore' ? operands : own.slice(at + 1);
      if (hasSource) return paths.map((folder) => ({ kind: 'anything', folder }));
      if (name === 'restore') return has('-S', '--staged') && !has('-W', '--worktree') ? [] : tracked(operands);
      const { operands: words } = wordsOf(own, '-b -B --orphan --conflict --pathspec-from-file');
      return words.length > 0 || texts.includes('-') || has(...forcing) ? tracked(at < 0 ? words : paths, at >= 0) : [];
    }
    case 'stash':
      if (/^(list|show|drop|clear|create|store)$/.test(verb?.text ?? '')) return [];
      // What is not tracked goes with it.
      if (has('-u', '-a', '--include-untracked', '--all')) return [here];
      return texts.includes('--') ? tracked(own.slice(texts.indexOf('--') + 1)) : tracked();
    case 'init':
      // Hooks come with a template.
      return has('--separate-git-dir') || has('--template') ? [{ kind: 'file', path: '.git' }] : [];
    case 'sparse-checkout':
      return /^(set|add|reapply|init|disable)$/.test(verb?.text ?? '') ? [here] : [];
    case 'archive':
    case 'format-patch':
    case 'diff':
    case 'log':
    case 'show': {
      const { options } = wordsOf(own, '-o --output --output-directory');
      const output = first(options, '-o', '--output', '--output-directory');
      if (output?.dynamic) return [{ kind: 'anything', folder: output }];
      return output ? [{ kind: 'file', path: output.text }] : [];
    }
    case 'clone': {
      const { options, operands: words } = wordsOf(
        own,
        '-b --branch -o --origin -u --upload-pack -c --config -j --jobs --depth --reference --reference-if-able --separate-git-dir --template --shallow-since --shallow-exclude --filter --server-option --bundle-uri',
      );
      const [source, target] = words;
      const isBare = any(options, '--bare', '--mirror');
      const apart = first(options, '--separate-git-dir');
      const places = clonedTo(source, target, gitEnding).map((one) =>
        isBare && one.kind === 'file' ? { ...one, path: `${one.path}.git` } : one,
      );
      return apart ? [...places, { kind: 'anything', folder: apart }] : places;
    }
    case 'worktree': {
      const { operands: words } = wordsOf(own, '-b -B --reason');
      const places = /^(move|remove)$/.test(words[0]?.text ?? '')
        ? words.slice(1)
        : words[0]?.text === 'add'
          ? words.slice(1, 2)
          : [];
      return places.map((folder) => ({ kind: 'anything', folder }));
    }
    case 'subtree': {
      const { options, operands: words } = wordsOf(own, '-P --prefix -m --message -b --branch');
      const folder = first(options, '-P', '--prefix');
      return /^(add|pull|merge)$/.test(words[0]?.text ?? '') ? [{ kind: 'anything', folder }] : [];
    }
    case 'svn':
      return operands[0]?.text === 'clone' ? clonedTo(operands[1], operands[2]) : [];
    case 'bundle':
      return operands[0]?.text === 'create' && operands[1] && !operands[1].dynamic
        ? [{ kind: 'file', path: operands[1].text }]
        : [];
    case 'mv':
      return copy(own, 'mv');
    case 'lfs':
      if (/^(pull|checkout)$/.test(verb?.text ?? '')) return tracked(verb?.text === 'checkout' ? operands.slice(1) : []);
      return /^(un)?install$/.test(verb?.text ?? '') ? [{ kind: 'file', path: '.git/config' }] : [];
    case 'maintenance':
      return /^(install|start|register)$/.test(texts[0] ?? '') ? [{ kind: 'file', path: '.git/config' }] : [];
    case 'config':
      return gitConfig(own);
    // What a later push or pull means.
    case 'remote':
      return /^(add|set-url|rename|remove|rm|set-branches)$/.test(operands[0]?.text ?? '') || operands[0]?.dynamic
        ? [{ kind: 'file', path: '.git/config' }, ...foreign]
        : [];
    case 'branch':
      return has('-u', '--set-upstream-to', '--unset-upstream', '--edit-description') || texts.some((text) => /^-u./.test(text))
        ? [{ kind: 'file', path: '.git/config' }]
        : [];
    case 'submodule': {
      const { operands: words } = wordsOf(own, '-b --branch --name --reference --depth');
      return /^(add|set-url|sync|absorbgitdirs)$/.test(words[0]?.text ?? '')
        ? [{ kind: 'file', path: '.git/config' }, ...(words[0]!.text === 'add' ? clonedTo(words[1], words[2], gitEnding) : [])]
        : [];
    }
    // An alias may stand for any of them.
    default:
      return [...(isKnownSubcommand(name) ? [] : tracked()), ...settingsOf(`git-${name}`, own)];
  }
};

function gitConfig(own: readonly Value[]): WriteEffect[] {
  const { options, operands } = wordsOf(own, '-f --file --blob --type --default --value --comment --url -t');
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

/** What git runs by the word of its options: settings on the command line, helpers of the transport, commands of its own that run others. Pure. */

import { shown } from '../syntax/lineReport';
import { wordsOf } from '../syntax/optionWords';
import { isOpen, literal, type Value } from '../syntax/words';
import { behind } from '../syntax/wrapperWords';

/** Settings that run nothing, whatever their value. */
const harmlessKey =
  /^(user\.(name|email|signingkey)|color(\.\w+)*|column\..*|core\.(quotepath|autocrlf|safecrlf|eol|longpaths|filemode|ignorecase|abbrev|precomposeunicode|symlinks|bare|compression|bigfilethreshold|checkstat|commentchar|whitespace|preloadindex|untrackedcache)|advice\.\w+|init\.defaultbranch|commit\.(gpgsign|verbose|status|cleanup)|tag\.(gpgsign|sort)|log\.\w+|diff\.(renames|renamelimit|algorithm|colormoved|context|noprefix|mnemonicprefix|wordregex|ignoresubmodules)|status\.\w+|branch\.(sort|autosetupmerge|autosetuprebase)|push\.(default|autosetupremote|followtags)|pull\.(rebase|ff)|merge\.(ff|conflictstyle|renames|renamelimit|directoryrenames|stat|log)|rebase\.(autosquash|autostash|updaterefs|stat|abbreviatecommands)|fetch\.(prune|prunetags|parallel|writecommitgraph)|http\.(postbuffer|version|lowspeedlimit|lowspeedtime|sslverify|followredirects)|gc\.(?!recentobjectshook)\w+|maintenance\.auto|protocol\.version|submodule\.(fetchjobs|recurse)|index\.\w+|pack\.\w+|feature\.\w+|grep\.\w+|rerere\.\w+|stash\.\w+|blame\.\w+|versionsort\.\w+|help\.autocorrect|transfer\.fsckobjects|receive\.fsckobjects|clone\.defaultremotename)$/i;
/** Settings that name a program, and values for them that are as good as none. */
const plainValue =
  /^(core\.pager|core\.editor|sequence\.editor|pager\.\w+)=(cat|true|:|false|)$|^credential\.helper=$|^core\.(fsmonitor|hookspath)=(false|\/dev\/null)$/i;
const namesProgram =
  /^(core\.(pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy|alternaterefscommand)|sequence\.editor|pager\..*|credential\..*|diff\.(.*\.)?(external|command|textconv)|filter\..*|merge\..*\.driver|(diff|merge)tool\..*\.(cmd|path)|gpg\.(.*\.)?program|gpg\.ssh\..*command|browser\..*|web\.browser|man\..*|sendemail\..*|include(if\..*)?\.path|trailer\..*\.(cmd|command)|interactive\.difffilter|protocol\..*|remote\..*\.(uploadpack|receivepack|vcs)|uploadpack\..*|tar\..*\.command|submodule\..*\.update|url\..*)$/i;
/** No section: git refuses it. */
const isNoSetting = (setting: string) => !setting.split('=')[0]!.includes('.');

export const isHarmlessSetting = (setting: string): boolean =>
  isNoSetting(setting) || harmlessKey.test(setting.split('=')[0]!) || plainValue.test(setting);

/** Options of subcommands that run a program, or take settings. */
const running: Readonly<Record<string, string>> = {
  clone: '--upload-pack -u --config -c --template',
  fetch: '--upload-pack',
  push: '--receive-pack --exec',
  'ls-remote': '--upload-pack --exec',
  'fetch-pack': '--upload-pack --exec',
  'send-pack': '--receive-pack --exec',
  archive: '--exec',
  grep: '--open-files-in-pager -O',
  difftool: '--extcmd -x',
  diff: '--ext-diff',
  log: '--ext-diff',
  show: '--ext-diff',
  'diff-tree': '--ext-diff',
  'diff-index': '--ext-diff',
  'diff-files': '--ext-diff',
  'format-patch': '--ext-diff',
  whatchanged: '--ext-diff',
  reflog: '--ext-diff',
  stash: '--ext-diff',
  init: '--template',
  'send-email': '--smtp-server --sendmail-cmd --to-cmd --cc-cmd --header-cmd --smtp-ssl-cert-path',
  instaweb: '--httpd -d --browser -b',
  'filter-branch':
    '--env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --setup',
  'filter-repo': [...'filename message name email refname blob commit tag reset done'.split(' '), 'file-info']
    .map((name) => `--${name}-callback`)
    .join(' '),
  help: '--web',
  rebase: '--strategy -s',
  merge: '--strategy -s',
  pull: '--upload-pack --strategy -s',
  'cherry-pick': '--strategy',
  revert: '--strategy',
  svn: '--authors-prog',
};
/** What the command runs stands elsewhere: in the repository's settings, in its own words as code, on its input. */
const opaque =
  /^(remote-ext|remote-fd|shell|daemon|upload-pack|receive-pack|http-backend|fast-import|quiltimport|p4|cvsserver|filter-branch|web--browse|merge-index|credential|credential-\w+)$/;

const subcommands: ReadonlySet<string> = new Set(
  (
    'add am annotate apply archive attributes bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap check-ref-format checkout checkout-index cherry ' +
    'cherry-pick citool clean clone column commit commit-graph commit-tree config count-objects credential credential-cache credential-store cvsexportcommit cvsimport cvsserver daemon ' +
    'describe diagnose diff diff-files diff-index diff-pairs diff-tree difftool fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg for-each-ref for-each-repo ' +
    'format-patch fsck fsck-objects gc get-tar-commit-id grep gui hash-object help hook http-backend http-fetch http-push imap-send index-pack init init-db instaweb ' +
    'interpret-trailers last-modified log ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-octopus merge-one-file merge-ours ' +
    'merge-recursive merge-resolve merge-subtree merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes p4 pack-objects pack-redundant pack-refs patch-id prune ' +
    'prune-packed pull push quiltimport range-diff read-tree rebase receive-pack reflog refs remote remote-ext remote-fd remote-http remote-https repack replace replay repo ' +
    'request-pull rerere reset restore rev-list rev-parse revert rm scalar send-email send-pack shell shortlog show show-branch show-index show-ref sparse-checkout stage stash ' +
    'status stripspace submodule svn switch symbolic-ref tag unpack-file unpack-objects update-index update-ref update-server-info upload-archive upload-pack var verify-commit ' +
    'verify-pack verify-tag version web--browse whatchanged worktree write-tree gitk lfs flow absorb branchless delta crypt annex town cliff secret'
  ).split(' '),
);

/** Whether it is a subcommand of git itself, or of a program that is known to add it: any other is an alias of its settings, or a program in the path. */
export const isKnownSubcommand = (name: string): boolean => subcommands.has(name);

/** `git-push`, as git has it among its own programs: the subcommand. */
export function gitTwin(program: string): string | undefined {
  const sub = /^git-(.+)$/.exec(program)?.[1];
  return sub !== undefined && subcommands.has(sub) ? sub : undefined;
}

export interface GitReading {
  /** Why it could run anything. */
  code?: string;
  /** Not now: by a setting that it writes. */
  isLater?: true;
  /** Commands in its words: as words of a command, or as the text of a script. */
  commands: Value[][];
  scripts: Value[];
  /** Files that settings of the line name. */
  reads: Value[];
  /** The subcommand is none of git's own: an alias, or a program in the path, may be anything. */
  alias?: true;
}

/** Those of `git config` that take the next word. */
export const configOptions = '-f --file --blob --type --default --value --comment --url -t';
const valued = /^(-C|-c|--git-dir|--work-tree|--namespace|--super-prefix|--config-env|--exec-path|--attr-source|--list-cmds)$/;

/** `-C"$d"`, `--git-dir="$d"`: whatever it is, it belongs to the option that it stands behind. */
const isAttached = ({ pieces }: Value): boolean => /^(-C|--[\w-]+=)/.test(pieces?.[0] ?? '');

/** Where the subcommand stands, or a word in front of it of which nobody knows whether it is one. */
function subcommandAt(args: readonly Value[]): number {
  let i = 0;
  for (; i < args.length && args[i]!.text.startsWith('-') && (!args[i]!.dynamic || isAttached(args[i]!)); i++)
    if (valued.test(args[i]!.text) && args[i]!.text !== '--exec-path') i++;
  return i;
}

/** The subcommand and the words behind it; undefined where a word in front of it is not known. */
export function gitSubcommand(args: readonly Value[]): { name: string; own: Value[] } | undefined {
  const at = subcommandAt(args);
  const name = args[at];
  return name && !isOpen(name) ? { name: name.text, own: args.slice(at + 1) } : undefined;
}

/** The word that is only known when it runs, and may be any subcommand. */
export function openSubcommand(args: readonly Value[]): Value | undefined {
  const word = args[subcommandAt(args)];
  return word?.dynamic ? word : undefined;
}

/** Whether another repository is named than the one around, or another folder for its files. */
export function namesRepository(args: readonly Value[]): boolean {
  const at = args.findIndex(({ text }, i) => !text.startsWith('-') && !valued.test(args[i - 1]?.text ?? ''));
  return args
    .slice(0, at < 0 ? args.length : at)
    .some(({ text }) => /^--(git-dir|work-tree|bare|namespace)(=|$)|^(--config-env=)?core\.worktree=/i.test(text));
}

export function readGit(args: readonly Value[]): GitReading {
  const reading: GitReading = { commands: [], scripts: [], reads: [] };
  const runs = (what: string): GitReading => ({ ...reading, code: `${shown(what)} makes ${shown('git')} run another program` });
  for (const [i, { text, dynamic }] of args.entries()) {
    // The value of an option in front, which may be followed by more of them.
    if (valued.test(args[i - 1]?.text ?? '')) continue;
    if (!text.startsWith('-')) break;
    const next = args[i + 1];
    const setting =
      text === '-c' || text === '--config-env'
        ? next
        : /^--config-env=/.test(text)
          ? { text: text.slice(13), dynamic }
          : undefined;
    if (text === '-c' && next && /^[\w.-]+(file|path|template)=./i.test(next.text))
      reading.reads.push(behind(next, next.text.indexOf('=') + 1));
    if (setting && (setting.dynamic ? !harmlessKey.test(setting.text.split('=')[0]!) : !isHarmlessSetting(setting.text)))
      return runs(`${bareOption(text)} ${setting.text}`);
    if (/^--exec-path=/.test(text)) return runs(text);
  }
  const sub = gitSubcommand(args);
  if (!sub) return reading;
  const { name, own } = sub;
  const texts = own.map(({ text }) => text);
  if (opaque.test(name)) return runs(name);
  const transport = own.find(
    ({ text, pieces }) =>
      /(^|=)(ext|fd)::/.test(text) ||
      (pieces?.[0] === null && /^(clone|fetch|pull|push|ls-remote)$/.test(name) && /::/.test(text)),
  );
  if (transport) return runs(transport.text);
  const options = Object.hasOwn(running, name) ? running[name]!.split(' ') : [];
  for (const [i, text] of texts.entries()) {
    const [given] = text.split('=');
    const option = options.find((one) =>
      one.startsWith('--')
        ? given!.length > 2 && !/^--(to|cc)$/.test(given!) && one.startsWith(given!)
        : behindLetter(one[1]!, text) !== undefined,
    );
    if (!option) continue;
    if (/^(-c|--config)$/.test(option)) {
      const setting =
        text.includes('=') && text.startsWith('--')
          ? text.slice(text.indexOf('=') + 1)
          : behindLetter('c', text) || (texts[i + 1] ?? '');
      if (isHarmlessSetting(setting)) continue;
    }
    if (
      /^(--strategy|-s)$/.test(option) &&
      /^(=|$)?(ort|recursive|resolve|octopus|ours|subtree)?$/.test(
        text.includes('=') ? text.split('=')[1]! : behindLetter('s', text) || (texts[i + 1] ?? ''),
      )
    )
      continue;
    return runs(text);
  }
  if (name === 'bisect' && texts[0] === 'run') reading.commands.push(own.slice(1));
  // What does not begin with a dash is a command: of git, unless it says so itself.
  if (name === 'bisect' && /^(view|visualize)$/.test(texts[0] ?? '') && texts[1] !== undefined && !texts[1].startsWith('-'))
    reading.commands.push(/^(git|tig)/.test(texts[1]) ? own.slice(1) : [literal('git'), ...own.slice(1)]);
  if (name === 'submodule') {
    const at = texts.indexOf('foreach');
    if (at >= 0)
      reading.scripts.push(joined(own.slice(at + 1).filter(({ text }, i) => i > 0 || !/^(--recursive|--quiet|-q)$/.test(text))));
  }
  if (name === 'for-each-repo') {
    const start = own.findIndex(({ text }, i) => !text.startsWith('--') && texts[i - 1] !== '--config');
    if (start >= 0) reading.commands.push([literal('git'), ...own.slice(start)]);
  }
  if (name === 'hook' && texts[0] === 'run') return runs('hook run');
  if (name === 'rebase')
    for (const [i, value] of own.entries()) {
      const attached = /^--ex(?:ec?)?=(.+)$/s.exec(value.text)?.[1] ?? behindLetter('x', value.text);
      if (attached) reading.scripts.push({ ...value, text: attached });
      else if ((attached === '' || /^--ex(ec?)?$/.test(value.text)) && own[i + 1]) reading.scripts.push(own[i + 1]!);
    }
  if (name === 'config') {
    // What is written there runs later; reading a setting runs nothing.
    const setting = wordsOf(own, configOptions).operands.map(({ text }) => text);
    if (texts.includes('--edit') || texts.includes('-e') || texts.includes('edit')) return reading;
    if (setting.some((text) => /^alias\./i.test(text)) && setting.length > 1 + Number(/^(get|set|unset|list)$/.test(setting[0]!)))
      return { ...runs('config alias.*'), isLater: true };
    const [key, value] = /^(set|add)$/.test(setting[0] ?? '') ? setting.slice(1) : setting;
    if (key !== undefined && value !== undefined && namesProgram.test(key) && !plainValue.test(`${key}=${value}`))
      return { ...runs(`config ${key}`), isLater: true };
  }
  if (!isKnownSubcommand(name)) reading.alias = true;
  return reading;
}

/** What stands behind a letter in a bundle of short options, none of which before it takes the rest for its value; undefined where it is none of them. */
const behindLetter = (letter: string, text: string): string | undefined =>
  new RegExp(`^-[^-bceofjmstuxABCFXSO]*${letter}(.*)$`, 's').exec(text)?.[1];
const bareOption = (text: string) => text.split('=')[0]!;

/** Words that git joins and hands to a shell. */
function joined(words: readonly Value[]): Value {
  const text = words.map((word) => word.text).join(' ');
  return { text, dynamic: words.some(isOpen), tilde: false };
}

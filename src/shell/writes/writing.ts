/** What programs write without naming it: copies that keep their names, archives, patches, settings of their own. Pure. */

import { decoded } from '../../shared/basics/decoded';
import { subcommandsIn } from '../commands/commandReadings';
import { textChange } from '../files/textChange';
import { copies, copy, copyWords, type WriteEffect, type Writer } from '../files/writeEffects';
import { isElsewhere, withoutHost } from '../paths/hostPaths';
import { byNames } from '../programs/byNames';
import { curlOptions, rsyncOptions, scpOptions, sftpOptions, sshKeyOptions, wgetOptions } from '../programs/valuedOptions';
import { any, first, wordsOf } from '../syntax/optionWords';
import { literal, type Value } from '../syntax/words';
import { copiedHere, fetched } from './fetching';
import { git } from './gitWriting';
import { settingsOf } from './ownSettings';
import { rewritten } from './rewriting';
import { ar, cpio, dpkg, pax, sevenZip, tar, unar, unrar, unzip } from './unpacking';

const copyBetween = (args: readonly Value[], name: string) => wordsOf(args, name === 'rsync' ? rsyncOptions : scpOptions);
const localCopy = copies(copyBetween);
/** From another host, by the name that it has there. */
const remoteCopy: Writer = (args, name) => {
  const { options, operands } = copyBetween(args, name);
  const target = operands.at(-1);
  const remote = operands.slice(0, -1).filter(isElsewhere);
  if (!target || isElsewhere(target)) return [];
  // What a batch holds is written, whatever that is.
  if (remote.length === 0 && !any(options, '--read-batch')) return localCopy(args, name);
  const isAll = name === 'rsync' && any(options, '--files-from', '-R', '--relative');
  const deletes: WriteEffect[] = [...options.keys()].some((one) => /^--(del|read-batch)/.test(one))
    ? [{ kind: 'anything', folder: target }]
    : [];
  return [...copiedHere(remote, target, isAll), ...deletes];
};
/** `sftp host:FILE [TARGET]`; without a file, commands that nobody reads say what is fetched. */
const sftp: Writer = (args) => {
  const { options, operands } = wordsOf(args, sftpOptions);
  const [source, target = literal('.')] = operands;
  if (!source || any(options, '-b') || withoutHost(source) === source) return [{ kind: 'anything', folder: undefined }];
  return copiedHere([source], target, any(options, '-r'));
};

const gone = (folders: readonly Value[]): WriteEffect[] => folders.map((folder) => ({ kind: 'anything', folder, isOld: true }));
/** What is removed or given other rights with all that lies in it; rights stand in front of it, where no option gives them. */
const recursive =
  (letters: RegExp, skip = 0): Writer =>
  (args) => {
    const { options, operands } = wordsOf(args, skip > 0 ? '--reference --from' : '', { shortens: true });
    if (![...options.keys()].some((one) => letters.test(one) || /^--r(e?$|ec)/.test(one))) return [];
    const isGiven = any(options, '--reference') || args.some(({ text }) => /^-[rwxXst]+$/.test(text));
    return gone(operands.slice(isGiven ? 0 : skip));
  };
/** What is thrown away, with all that lies in it. */
const thrownAway: Writer = (args) => gone(args.filter(({ text }) => !text.startsWith('-')));
/** What a backup holds is written to where it is told, or where the line is. */
const restored: Writer = (args, name) => {
  const { options, operands } = wordsOf(args, '-t --target -r --repo -p --password-file -H --host -i --include -e --exclude');
  if (!args.some(({ text }) => (name === 'tarsnap' ? /^-\w*x/ : /^(restore|x|extract)$/).test(text))) return [];
  const isLast = /^(kopia|duplicity|rdiff-backup)$/.test(name);
  return [{ kind: 'anything', folder: isLast ? operands.at(-1) : first(options, '-t', '--target') }];
};
/** What lies in a folder goes away with it. */
const move: Writer = (args, name) => {
  const { options, operands } = copyWords(args);
  const sources = any(options, '-t', '--target-directory') ? operands : operands.slice(0, -1);
  return [...copy(args, name), ...gone(sources)];
};

const patch: Writer = (args) => {
  const { options, operands } = wordsOf(
    args,
    '-p --strip -i --input -o --output -d --directory -F --fuzz -r --reject-file -D -B -Y -z -V -g',
  );
  const folder = first(options, '-d', '--directory');
  const isNamed = operands.length > 0 || any(options, '-o', '--output');
  return any(options, '--dry-run') || (isNamed && !folder) ? [] : [{ kind: 'anything', folder }];
};

const nameInUrl = (url: Value): Value[] => {
  const name = /^[^?#]*\/([^/?#]+)/.exec(url.text.replace(/^[a-z][\w+.-]*:\/\//i, ''))?.[1];
  return name === undefined ? [] : [literal(decoded(name))];
};

const curl: Writer = (args) => {
  const { options, operands } = wordsOf(args, curlOptions);
  const folder = first(options, '--output-dir');
  // Its settings may name whatever file.
  if (any(options, '-K', '--config')) return [{ kind: 'anything', folder: undefined }];
  if (any(options, '-J', '--remote-header-name')) return [{ kind: 'anything', folder }];
  // What is named is a word of the line, where it lies in the folder of the line.
  const named = folder && any(options, '-o', '--output');
  // `-w '%output{FILE}'`, or a file that may hold it
  const formats = [...(options.get('-w') ?? []), ...(options.get('--write-out') ?? [])];
  if (formats.some(({ text }) => /^@|%output\{/.test(text))) return [{ kind: 'anything', folder: undefined }];
  // `-o '#1'`: what the first of the braces in the address stands for
  const numbered = [...(options.get('-o') ?? []), ...(options.get('--output') ?? [])].some(({ text }) => /#\d/.test(text));
  if (named || numbered) return [{ kind: 'anything', folder }];
  if (!any(options, '-O', '--remote-name', '--remote-name-all')) return [];
  const urls = [...operands, ...(options.get('--url') ?? [])];
  // `{a,b}` and `[1-9]` stand for several.
  const isMany = !any(options, '-g', '--globoff') && urls.some(({ text }) => /(?<!\$)\{[^}]|\[/.test(text));
  return isMany ? [{ kind: 'anything', folder }] : [{ kind: 'into', folder, sources: urls.flatMap(nameInUrl) }];
};

const wget: Writer = (args) => {
  const { options, operands } = wordsOf(args, wgetOptions);
  // A setting may name a file, or the program that is asked for a password.
  const given = [...(options.get('-e') ?? []), ...(options.get('--execute') ?? [])];
  if (given.some(({ text }) => !/^\s*(\w*proxy\s*=|[\w-]+\s*=\s*(on|off|yes|no|\d+)\s*$)/i.test(text)))
    return [{ kind: 'other', what: 'any path (by `wget -e`)' }];
  if (any(options, '-O', '--output-document', '--spider')) return [];
  const folder = first(options, '-P', '--directory-prefix');
  const named = any(
    options,
    '--content-disposition',
    '--trust-server-names',
    '-i',
    '--input-file',
    ...['-r', '--recursive', '-m', '--mirror', '-p', '--page-requisites', '-x', '--force-directories'],
  );
  return named || operands.some(({ dynamic }) => dynamic)
    ? [{ kind: 'anything', folder }]
    : [{ kind: 'into', folder, sources: operands.flatMap(nameInUrl) }];
};

const aria: Writer = (args, name) => {
  const { options, operands } = wordsOf(
    args,
    name === 'axel'
      ? '-o --output -n -s -T -H -U --header'
      : '-d --dir -o --out -i --input-file -x -s -j -k -l -m -t -u -O -T -M --header',
  );
  const folder = first(options, '-d', '--dir');
  const isOpen =
    (name !== 'axel' && any(options, '-i', '--input-file', '-T', '-M')) ||
    operands.some(({ dynamic, text }) => dynamic || /\.(torrent|metalink|meta4)$|^magnet:/.test(text));
  if (isOpen || (folder && any(options, '-o', '--out'))) return [{ kind: 'anything', folder }];
  return any(options, '-o', '--out', '--output') ? [] : [{ kind: 'into', folder, sources: operands.flatMap(nameInUrl) }];
};

/** `pip install --target FOLDER`: what a package brings, wherever it says. */
const installed: Writer = (args) => {
  const { options, operands } = wordsOf(args, '-t --target --prefix --root -r -c -i -e --index-url --extra-index-url');
  const folder = operands.some(({ text }) => text === 'install')
    ? first(options, '-t', '--target', '--prefix', '--root')
    : undefined;
  return folder ? [{ kind: 'anything', folder }] : [];
};

/** `gunzip a.gz`; what it is called within, or by another ending, nobody sees. */
const gunzip: Writer = (args, name) => {
  const { options, operands } = wordsOf(args, '-S --suffix -o -T --threads --output-dir-flat --output-dir-mirror', {
    shortens: true,
  });
  const has = (form: RegExp) => [...options.keys()].some((one) => form.test(one));
  const goesDown = has(/^(-r|--rec.*)$/);
  if (!goesDown && /^(gzip|xz|bzip2|zstd)$/.test(name) && !has(/^(-d|--(de|un).*)$/)) return [];
  if (goesDown) return operands.map((folder) => ({ kind: 'anything', folder }));
  if (has(/^(-[SN]|--(suffix|name|output-dir.*))$/)) return [{ kind: 'anything', folder: undefined }];
  return operands
    .filter(({ text }) => /\.(gz|xz|bz2|zst|lzma|Z)$/.test(text))
    .map(({ text }) => ({ kind: 'file', path: text.replace(/\.\w+$/, '') }));
};

const keys: Writer = (args) => {
  const { options } = wordsOf(args, sshKeyOptions);
  const onlyReads = any(options, '-l', '-y', '-F', '-e', '-B', '-L', '-Q', '-Y');
  return options.has('-f') || onlyReads ? [] : [{ kind: 'file', path: '~/.ssh/id' }];
};

/** Modules of Python that are programs, by the names that those go by. */
const modules: Readonly<Record<string, string>> = { django: 'django-admin', cookiecutter: 'cookiecutter', copier: 'copier' };
/** `python -m zipfile -e ARCHIVE FOLDER`, `python manage.py startapp NAME`. */
const python: Writer = (args) => {
  const at = args.findIndex(({ text }) => /^-[A-Za-z]*m/.test(text));
  const own = /^-[A-Za-z]*?m(.+)$/.exec(args[at]?.text ?? '')?.[1];
  const [module, ...rest] = own === undefined ? args.slice(at + 1) : [literal(own), ...args.slice(at + 1)];
  const extracts = /^(zipfile|tarfile)$/.test(module?.text ?? '') && rest.some(({ text }) => /^(-e|--e\w*)$/.test(text));
  const [script, ...given] = args;
  if (/(^|\/)manage\.py$/.test(script?.text ?? '')) return fetched('manage.py', given);
  if (at >= 0 && module && Object.hasOwn(modules, module.text)) return fetched(modules[module.text]!, rest);
  return at >= 0 && extracts ? [{ kind: 'anything', folder: rest.filter(({ text }) => !/^-/.test(text))[1] }] : [];
};

/** Names with a dot in front become others, or others become such; what comes of a name that is known is told. */
const rename: Writer = (args, name) => {
  const operands = args.filter(({ text }) => !/^-./.test(text));
  const unseen: WriteEffect[] = [{ kind: 'other', what: `any path (by \`${name}\`)` }];
  const isHidden = ({ text }: Value) => /(^|\/)\.[^./]/.test(text);
  if (/^[mz]mv$/.test(name)) return operands.slice(0, 2).some(isHidden) ? unseen : [];
  const [script, by] = operands;
  const isScript = /^(s|y|tr)[^\w\s]/.test(script?.text ?? '');
  const files = operands.slice(isScript ? 1 : 2);
  if (files.some(isHidden)) return unseen;
  const change = isScript ? textChange('sed', [literal('-E'), script!]) : undefined;
  const made = (text: string) => (isScript ? change?.of(text) : script && by && text.replace(script.text, () => by.text));
  return files.flatMap(({ text }): WriteEffect[] => {
    const path = made(text);
    return path === undefined || path === text ? [] : [{ kind: 'file', path }];
  });
};

/** What a word makes of the folder of the line nobody knows: a module is brought there, an expression says the names. */
const anythingWith =
  (sign: RegExp): Writer =>
  (args) =>
    args.some(({ text }, i) => sign.test(text) || sign.test(`${args[i - 1]?.text} ${text}`))
      ? [{ kind: 'anything', folder: undefined }]
      : [];

const writers = byNames<Writer>({
  'cp ln install ditto': copy,
  mv: move,
  'rsync scp': remoteCopy,
  sftp,
  'rm srm wipe': recursive(/^-[rR]$/),
  'trash trash-put rimraf del-cli': thrownAway,
  'restic borg duplicity kopia rdiff-backup tarsnap zpaq': restored,
  'chattr setfacl chcon': recursive(/^-R$/),
  'chmod chown chgrp': recursive(/^-R$/, 1),
  'tar gtar bsdtar jar': tar,
  'unzip bsdunzip': unzip,
  'unrar unrar-free rar': unrar,
  '7z 7za 7zr 7zz p7zip': sevenZip,
  'ar llvm-ar gcc-ar': ar,
  unar,
  pax,
  'dpkg dpkg-deb dpkg-source': dpkg,
  'cpio bsdcpio': cpio,
  patch,
  curl,
  'wget wget2': wget,
  'aria2c axel': aria,
  'pip pip3': installed,
  'gunzip uncompress gzip unxz xz bunzip2 bzip2 unzstd zstd': gunzip,
  'rename prename perl-rename file-rename mmv zmv': rename,
  'ssh-keygen': keys,
  git,
  'terraform tofu': anythingWith(/^--?from-module(=|$)/),
  // Of another program of that name, `-s` takes no expression.
  yq: anythingWith(/^(--split-exp|-s=?)[ =]?.*"/),
  history: (args) => {
    const file = args.find(({ text }) => !text.startsWith('-'));
    return file && !file.dynamic && args.some(({ text }) => /^-\w*[wa]/.test(text)) ? [{ kind: 'file', path: file.text }] : [];
  },
});

/** Programs around git that have it check out what it tracks. */
const checkingOut: ReadonlyMap<string, RegExp> = new Map([
  ['gh', /^(pr (co|checkout)|repo sync)\b/],
  ['glab', /^mr (co|checkout)\b/],
  ['hub', /^(pr checkout|sync)\b/],
]);
function checkedOut(name: string, args: readonly Value[]): WriteEffect[] {
  const form = checkingOut.get(name);
  const isIt = form && subcommandsIn(name, args).some((words) => form.test(words.join(' ')));
  // Of whom it comes nobody knows.
  return isIt ? [{ kind: 'tracked', specs: [], isSure: true }, { kind: 'foreign' }] : [];
}

/** What is put into an archive, or brought elsewhere, goes away where they are told so. */
const takingAway = byNames<RegExp>({
  zip: /^(-[a-zA-Z]*m[a-zA-Z]*|--move)$/,
  'tar gtar bsdtar': /^--remove-files$/,
  '7z 7za 7zr 7zz p7zip': /^-sdel$/,
  rclone: /^(move|moveto|purge|delete)$/,
  gio: /^(trash|remove)$/,
});
function takenAway(name: string, args: readonly Value[]): WriteEffect[] {
  const sign = takingAway.get(name);
  if (!sign || !args.some(({ text }) => sign.test(text))) return [];
  return thrownAway(args, name);
}

/** What the command writes beside the paths in its words. */
export function writesOf(name: string, args: readonly Value[]): WriteEffect[] {
  const writer = /^(python|pypy)[\d.]*$/.test(name) ? python : writers.get(name);
  return [
    ...(writer?.(args, name) ?? []),
    ...checkedOut(name, args),
    ...fetched(name, args),
    ...rewritten(name, args),
    ...takenAway(name, args),
    ...settingsOf(name, args),
  ];
}

/** What programs write without naming it: copies that keep their names, archives, patches, settings of their own. Pure. */
import { copiedHere, decoded, fetched } from './fetching';
import { git } from './gitWriting';
import { isElsewhere, withoutHost } from './hostPaths';
import { type Setting, settings } from './programs/settingWriters';
import { curlOptions, rsyncOptions, scpOptions, sftpOptions, sshKeyOptions, wgetOptions } from './programs/valuedOptions';
import { ar, cpio, dpkg, pax, sevenZip, tar, unar, unrar, unzip } from './unpacking';
import { literal, type Value } from './words';
import { any, copies, copy, first, type WriteEffect, type Writer, wordsOf } from './writeEffects';

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

/** What is moved away, removed or given other rights with all that lies in it. */
const recursive =
  (flags: RegExp, skip = 0): Writer =>
  (args) =>
    args.some(({ text }) => flags.test(text))
      ? args
          .filter(({ text }) => !/^-./.test(text))
          .slice(skip)
          .map((folder) => ({ kind: 'anything', folder }))
      : [];

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
  const name = /^[a-z][\w+.-]*:\/\/[^?#]*\/([^/?#]+)/i.exec(url.text)?.[1];
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
  if (named) return [{ kind: 'anything', folder }];
  if (!any(options, '-O', '--remote-name', '--remote-name-all')) return [];
  return [{ kind: 'into', folder, sources: [...operands, ...(options.get('--url') ?? [])].flatMap(nameInUrl) }];
};

const wget: Writer = (args) => {
  const { options, operands } = wordsOf(args, wgetOptions);
  if (any(options, '-O', '--output-document', '--spider')) return [];
  const folder = first(options, '-P', '--directory-prefix');
  const named = any(
    options,
    '--content-disposition',
    '--trust-server-names',
    '-i',
    '--input-file',
    '-nd',
    '--no-directories',
    '-nH',
    '--no-host-directories',
    ...['-r', '--recursive', '-m', '--mirror', '-p', '--page-requisites', '-x', '--force-directories'],
  );
  return named || operands.some(({ dynamic }) => dynamic)
    ? [{ kind: 'anything', folder }]
    : [{ kind: 'into', folder, sources: operands.flatMap(nameInUrl) }];
};

const aria: Writer = (args) => {
  const { options, operands } = wordsOf(args, '-d --dir -o --out --output -i --input-file -x -s -j -n -k');
  const folder = first(options, '-d', '--dir');
  const isOpen =
    any(options, '-i', '--input-file', '-T', '-M') ||
    operands.some(({ dynamic, text }) => dynamic || /\.(torrent|metalink|meta4)$|^magnet:/.test(text));
  if (isOpen || (folder && any(options, '-o', '--out'))) return [{ kind: 'anything', folder }];
  return any(options, '-o', '--out', '--output') ? [] : [{ kind: 'into', folder, sources: operands.flatMap(nameInUrl) }];
};

/** `pip install --target FOLDER`: what a package brings, wherever it says. */
const installed: Writer = (args) => {
  const { options, operands } = wordsOf(args, '-t --target --prefix --root -r -c -i -e --index-url --extra-index-url');
  const folder = operands[0]?.text === 'install' ? first(options, '-t', '--target', '--prefix', '--root') : undefined;
  return folder ? [{ kind: 'anything', folder }] : [];
};

const gunzip: Writer = (args, name) =>
  name === 'gzip' || name === 'xz' || name === 'bzip2' || name === 'zstd'
    ? args.some(({ text }) => /^-\w*d|^--(de|un)compress/.test(text))
      ? gunzip(args, '')
      : []
    : args
        .filter(({ text }) => /\.(gz|xz|bz2|zst|lzma|Z)$/.test(text))
        .map(({ text }) => ({ kind: 'file', path: text.replace(/\.\w+$/, '') }));

const keys: Writer = (args) => {
  const { options } = wordsOf(args, sshKeyOptions);
  const onlyReads = any(options, '-l', '-y', '-F', '-e', '-B', '-L', '-Q', '-Y');
  return options.has('-f') || onlyReads ? [] : [{ kind: 'file', path: '~/.ssh/id' }];
};

const python: Writer = (args) => {
  const at = args.findIndex(({ text }) => text === '-m');
  const extracts = /^(zipfile|tarfile)$/.test(args[at + 1]?.text ?? '') && args.some(({ text }) => /^(-e|--extract)$/.test(text));
  return extracts ? [{ kind: 'anything', folder: args.slice(at + 2).filter(({ text }) => !/^-/.test(text))[1] }] : [];
};

/** Names with a dot in front become others, by what nobody reads. */
const rename: Writer = (args, name) => {
  const operands = args.filter(({ text }) => !/^-./.test(text));
  const isScript = /^(s|y|tr)[^\w\s]/.test(operands[0]?.text ?? '');
  const files = /^[mz]mv$/.test(name) ? operands.slice(0, 1) : operands.slice(isScript ? 1 : 2);
  return files.some(({ text }) => /(^|\/)\.[^./]/.test(text)) ? [{ kind: 'other', what: `any path (by \`${name}\`)` }] : [];
};

const writers: ReadonlyMap<string, Writer> = new Map<string, Writer>(
  Object.entries<Writer>({
    cp: copy,
    mv: (args, name) => [
      ...copy(args, name),
      ...args
        .filter(({ text }) => !/^-./.test(text))
        .slice(0, -1)
        .map((folder): WriteEffect => ({ kind: 'anything', folder })),
    ],
    ln: copy,
    install: copy,
    ditto: copy,
    rsync: remoteCopy,
    scp: remoteCopy,
    sftp,
    rm: recursive(/^-\w*[rR]|^--recursive/),
    chmod: recursive(/^-\w*R|^--recursive/, 1),
    chown: recursive(/^-\w*R|^--recursive/, 1),
    chgrp: recursive(/^-\w*R|^--recursive/, 1),
    tar,
    gtar: tar,
    bsdtar: tar,
    jar: tar,
    unzip,
    unrar,
    '7z': sevenZip,
    '7za': sevenZip,
    '7zz': sevenZip,
    ar,
    'llvm-ar': ar,
    'gcc-ar': ar,
    unar,
    pax,
    dpkg,
    'dpkg-deb': dpkg,
    bsdcpio: cpio,
    bsdunzip: unzip,
    wget2: wget,
    aria2c: aria,
    axel: aria,
    pip: installed,
    pip3: installed,
    '7zr': sevenZip,
    p7zip: sevenZip,
    'unrar-free': unrar,
    rar: unrar,
    cpio,
    patch,
    curl,
    wget,
    gunzip,
    gzip: gunzip,
    unxz: gunzip,
    xz: gunzip,
    bunzip2: gunzip,
    bzip2: gunzip,
    unzstd: gunzip,
    zstd: gunzip,
    rename,
    prename: rename,
    'perl-rename': rename,
    'file-rename': rename,
    mmv: rename,
    zmv: rename,
    'ssh-keygen': keys,
    git,
    python,
    python3: python,
    history: ([flag, file]) =>
      /^-[wa]$/.test(flag?.text ?? '') && file && !file.dynamic ? [{ kind: 'file', path: file.text }] : [],
  }),
);

function settingsOf(list: readonly Setting[], args: readonly Value[]): WriteEffect[] {
  const line = args.map(({ text }) => text).join(' ');
  const found = list.find(({ when, unless }) => when.test(line) && !unless?.test(line));
  if (!found) return [];
  return found.path === undefined ? [{ kind: 'other', what: found.what! }] : [{ kind: 'file', path: found.path }];
}

/** What the command writes beside the paths in its words. */
export function writesOf(name: string, args: readonly Value[]): WriteEffect[] {
  return [...(writers.get(name)?.(args, name) ?? []), ...fetched(name, args), ...settingsOf(settings.get(name) ?? [], args)];
}

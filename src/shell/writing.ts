/** What programs write without naming it: copies that keep their names, archives, patches, settings of their own. Pure. */
import { gitSubcommand, isHarmlessSetting } from './gitCommand';
import { type Setting, settings } from './programs/settings';
import { literal, type Value } from './words';

export type WriteEffect =
  /** `folder/NAME` for each of the names that the sources have; where the folder is none, it is named already. */
  | { kind: 'into'; folder: Value | undefined; sources: Value[] }
  /** All that lies in the source. */
  | { kind: 'contents'; folder: Value | undefined; source: Value }
  /** Anything beneath the folder: where none is given, the one that the line is in. */
  | { kind: 'anything'; folder: Value | undefined }
  /** A file: relative to where the line is, or in the home folder. */
  | { kind: 'file'; path: string }
  /** What has no path of its own. */
  | { kind: 'other'; what: string };

interface Words {
  options: Map<string, Value[]>;
  operands: Value[];
}

/** Options and operands; those in `valued` take the next word, or what is attached. */
function wordsOf(args: readonly Value[], valued: string): Words {
  const taking = valued.split(' ');
  const options = new Map<string, Value[]>();
  const operands: Value[] = [];
  const add = (name: string, value?: Value) => options.set(name, [...(options.get(name) ?? []), ...(value ? [value] : [])]);
  let ended = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    const { text } = arg;
    if (ended || !/^-./.test(text)) operands.push(arg);
    else if (text === '--') ended = true;
    else if (text.startsWith('--')) {
      const [name] = text.split('=');
      if (name !== text) add(name!, { ...arg, text: text.slice(name!.length + 1), tilde: false });
      else add(text, taking.includes(text) ? args[++i] : undefined);
    } else
      for (let n = 1; n < text.length; n++) {
        const name = `-${text[n]}`;
        if (!taking.includes(name)) add(name);
        else {
          add(name, n + 1 < text.length ? { ...arg, text: text.slice(n + 1), tilde: false } : args[++i]);
          break;
        }
      }
  }
  return { options, operands };
}

const first = (options: Map<string, Value[]>, ...names: string[]): Value | undefined =>
  names.map((name) => options.get(name)?.at(-1)).find(Boolean);
const any = (options: Map<string, Value[]>, ...names: string[]): boolean => names.some((name) => options.has(name));
const isContents = (text: string, trailingSlash: boolean): boolean =>
  /(^|\/)\.{1,2}\/?$/.test(text) || (trailingSlash && text.endsWith('/'));
const isRemote = (text: string) => /^[\w.@-]+:(?![\\/]{2})/.test(text);

type Writer = (args: readonly Value[], name: string) => WriteEffect[];

const copies =
  (valued: string): Writer =>
  (args, name) => {
    const { options, operands } = wordsOf(args, valued);
    const target = first(options, '-t', '--target-directory');
    const folder = target ?? (operands.length > 1 ? operands.at(-1) : undefined);
    const sources = target || operands.length === 1 ? operands : operands.slice(0, -1);
    if (sources.length === 0 || (!target && operands.length < 2 && name !== 'ln')) return [];
    if (name === 'install' && any(options, '-d', '--directory')) return [];
    if (folder && /^(rsync|scp)$/.test(name) && isRemote(folder.text)) return [];
    const whole = any(options, '-T', '--no-target-directory');
    return sources.flatMap((source): WriteEffect[] => {
      const inside = name !== 'ln' && (whole || isContents(source.text, name === 'rsync' || name === 'ditto'));
      if (source.isHole || (inside && isRemote(source.text) && /^(rsync|scp)$/.test(name))) return [{ kind: 'anything', folder }];
      if (inside) return [{ kind: 'contents', folder, source }];
      return [{ kind: 'into', folder, sources: [source] }];
    });
  };
const copy = copies('-t --target-directory -S --suffix -m --mode -o --owner -g --group');
const remoteCopy = copies('-e --rsh -f --filter --exclude --include -P -l -o -c -i -F -S -J -B -T --port --bwlimit');

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

const tar: Writer = (args) => {
  const [head, ...rest] = args;
  const dashed = head && /^[A-Za-z]+$/.test(head.text) ? [{ ...head, text: `-${head.text}` }, ...rest] : args;
  const { options, operands } = wordsOf(
    dashed,
    '-f --file -C --directory -T --files-from -X --exclude-from --exclude -I --use-compress-program -b -g -K -N -H --strip-components --transform --owner --group --mode -V -L -F',
  );
  if (!any(options, '-x', '--extract', '--get') || any(options, '-O', '--to-stdout')) return [];
  if (any(options, '-P', '--absolute-names'))
    return [
      { kind: 'anything', folder: undefined },
      { kind: 'other', what: 'any path (by `tar -P`)' },
    ];
  // Members that are named are words of the line.
  if (operands.length > 0 && !any(options, '--transform', '--strip-components')) return [];
  return [{ kind: 'anything', folder: first(options, '-C', '--directory') }];
};

const unzip: Writer = (args) => {
  const { options, operands } = wordsOf(args, '-d -P -x');
  if (any(options, '-l', '-t', '-p', '-v', '-Z', '-z') || operands.length > 1) return [];
  return [{ kind: 'anything', folder: first(options, '-d') }];
};

const sevenZip: Writer = (args) => {
  if (!/^(x|e)$/.test(args[0]?.text ?? '')) return [];
  const out = args.find(({ text }) => /^-o./.test(text));
  return [{ kind: 'anything', folder: out && { ...out, text: out.text.slice(2) } }];
};

const cpio: Writer = (args) => {
  const { options, operands } = wordsOf(args, '-D --directory -F --file -H --format -E -I -O -C -M -R');
  if (!any(options, '-i', '--extract', '-p', '--pass-through') || any(options, '-t', '--list', '--to-stdout')) return [];
  return [
    {
      kind: 'anything',
      folder: first(options, '-D', '--directory') ?? (any(options, '-p', '--pass-through') ? operands[0] : undefined),
    },
  ];
};

const patch: Writer = (args) => {
  const { options, operands } = wordsOf(
    args,
    '-p --strip -i --input -o --output -d --directory -F --fuzz -r --reject-file -D -B -Y -z -V -g',
  );
  if (any(options, '--dry-run') || operands.length > 0 || any(options, '-o', '--output')) return [];
  return [{ kind: 'anything', folder: first(options, '-d', '--directory') }];
};

const find: Writer = (args) => {
  if (!args.some(({ text }) => text === '-delete')) return [];
  const end = args.findIndex(({ text }) => /^[-(!]/.test(text) && !/^-[HLP]$/.test(text));
  const starts = args.slice(0, end < 0 ? undefined : end).filter(({ text }) => !text.startsWith('-'));
  // Only names that it asks for are removed.
  if (args.some(({ text }) => /^-i?(name|path|regex|wholename)$/.test(text))) return [];
  return (starts.length > 0 ? starts : [undefined]).map((folder) => ({ kind: 'anything', folder }));
};

const nameInUrl = (url: Value): Value[] => {
  const name = /^[a-z][\w+.-]*:\/\/[^?#]*\/([^/?#]+)/i.exec(url.text)?.[1];
  return name === undefined ? [] : [literal(decode(name))];
};
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const curl: Writer = (args) => {
  const { options, operands } = wordsOf(
    args,
    '-o --output -d --data -H --header -X --request -u --user -A --user-agent -F --form -T -b -c -e -m -w -x -K --output-dir --url --data-raw --data-binary --retry',
  );
  const folder = first(options, '--output-dir');
  if (any(options, '-J', '--remote-header-name')) return [{ kind: 'anything', folder }];
  if (!any(options, '-O', '--remote-name', '--remote-name-all')) return [];
  return [{ kind: 'into', folder, sources: [...operands, ...(options.get('--url') ?? [])].flatMap(nameInUrl) }];
};

const wget: Writer = (args) => {
  const { options, operands } = wordsOf(
    args,
    '-O --output-document -P --directory-prefix -o --output-file -a -i --input-file -U --header --post-data -t -T -w -A -R -l -e -Q -D -I -X',
  );
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
  );
  return named || operands.some(({ dynamic }) => dynamic)
    ? [{ kind: 'anything', folder }]
    : [{ kind: 'into', folder, sources: operands.flatMap(nameInUrl) }];
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
  const { options } = wordsOf(args, '-f -t -b -C -N -P -R -F -I -n -V -z -s -Y -m -O -a -w -D');
  const onlyReads = any(options, '-l', '-y', '-F', '-e', '-B', '-L', '-Q', '-Y');
  return options.has('-f') || onlyReads ? [] : [{ kind: 'file', path: '~/.ssh/id' }];
};

const git: Writer = (args) => {
  const sub = gitSubcommand(args);
  if (!sub) return [];
  const { name, own } = sub;
  const texts = own.map(({ text }) => text);
  const has = (...flags: string[]) => texts.some((text) => flags.includes(text.split('=')[0]!));
  const operands = own.filter(({ text }) => !text.startsWith('-'));
  const here: WriteEffect = { kind: 'anything', folder: undefined };
  switch (name) {
    case 'apply':
      return !has('--apply') && has('--check', '--stat', '--numstat', '--summary', '--cached') ? [] : [here];
    case 'am':
      return has('--abort', '--quit', '--show-current-patch', '--skip') ? [] : [here];
    case 'checkout-index':
      return has('-a', '--all', '--stdin') ? [here] : [];
    case 'read-tree':
      return has('-u') ? [here] : [];
    case 'clean':
      return has('-n', '--dry-run') || texts.some((text) => /^-\w*n/.test(text))
        ? []
        : operands.length > 0
          ? operands.map((folder) => ({ kind: 'anything', folder }))
          : [here];
    case 'checkout':
    case 'restore': {
      // A tree of the caller's choice over what is here; files that are named are words of the line.
      const at = texts.indexOf('--');
      const hasSource =
        name === 'restore' ? has('-s', '--source') : at > 0 && operands.length > 0 && own.indexOf(operands[0]!) < at;
      const paths = name === 'restore' ? operands : own.slice(at + 1);
      return hasSource ? paths.map((folder) => ({ kind: 'anything', folder })) : [];
    }
    case 'clone':
      return operands.length > 1 ? [{ kind: 'anything', folder: operands[1] }] : [];
    case 'worktree':
      return texts[0] === 'add' && operands[1] ? [{ kind: 'anything', folder: operands[1] }] : [];
    case 'mv':
      return copy(own, 'mv');
    case 'lfs':
    case 'maintenance':
      return /^(install|start|register)$/.test(texts[0] ?? '') ? [{ kind: 'file', path: '.git/config' }] : [];
    case 'config':
      return gitConfig(own);
    default:
      return [];
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
  const written: WriteEffect[] = [{ kind: 'file', path }];
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

/** `docker cp NAME:/x .`, `kubectl cp`. */
const containerCopy: Writer = (args) => {
  const at = args.findIndex(({ text }) => text === 'cp');
  if (at < 0 || args.slice(0, at).some(({ text }) => !text.startsWith('-'))) return [];
  const [source, folder] = args.slice(at + 1).filter(({ text }) => !/^-./.test(text));
  if (!source || !folder || isRemote(folder.text)) return [];
  return isContents(source.text, false) ? [{ kind: 'anything', folder }] : [{ kind: 'into', folder, sources: [source] }];
};

const python: Writer = (args) => {
  const at = args.findIndex(({ text }) => text === '-m');
  const extracts = /^(zipfile|tarfile)$/.test(args[at + 1]?.text ?? '') && args.some(({ text }) => /^(-e|--extract)$/.test(text));
  return extracts ? [{ kind: 'anything', folder: args.slice(at + 2).filter(({ text }) => !/^-/.test(text))[1] }] : [];
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
    rm: recursive(/^-\w*[rR]|^--recursive/),
    chmod: recursive(/^-\w*R|^--recursive/, 1),
    chown: recursive(/^-\w*R|^--recursive/, 1),
    chgrp: recursive(/^-\w*R|^--recursive/, 1),
    tar,
    gtar: tar,
    bsdtar: tar,
    jar: tar,
    unzip,
    unrar: sevenZip,
    '7z': sevenZip,
    '7za': sevenZip,
    '7zz': sevenZip,
    ar: (args) => (/^-?\w*x/.test(args[0]?.text ?? '') ? [{ kind: 'anything', folder: undefined }] : []),
    unar: () => [{ kind: 'anything', folder: undefined }],
    pax: (args) => (args.some(({ text }) => /^-\w*r/.test(text)) ? [{ kind: 'anything', folder: undefined }] : []),
    dpkg: (args) =>
      /^(-x|-X|-R|--extract|--raw-extract|--vextract)$/.test(args[0]?.text ?? '') ? [{ kind: 'anything', folder: args[2] }] : [],
    cpio,
    patch,
    find,
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
    'ssh-keygen': keys,
    git,
    docker: containerCopy,
    podman: containerCopy,
    kubectl: containerCopy,
    python,
    python3: python,
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
  return [...(writers.get(name)?.(args, name) ?? []), ...settingsOf(settings.get(name) ?? [], args)];
}

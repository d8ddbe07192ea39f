/** Which words of a program are paths. Pure data. */
import { files, type Operands, pattern, plain } from './operandRules';
import { projectOperands } from './projectOperands';

const grep = pattern(
  '-e --regexp -m --max-count -A --after-context -B --before-context -C --context --include --exclude --exclude-dir --label -d --directories -D --devices --binary-files',
  '-e --regexp -f --file',
  '-f --file --exclude-from',
);
const rg = pattern(
  '-e --regexp -m --max-count -A --after-context -B --before-context -C --context -g --glob --iglob -t --type -T --type-not --type-add --color --colors -r --replace -M --max-columns -j --threads -d --max-depth --sort --sortr --encoding -E --engine --max-filesize',
  '-e --regexp -f --file --files --type-list',
  '-f --file --ignore-file',
);
const ag = pattern('-A -B -C -m -G --file-search-regex --ignore --ignore-dir --depth --color-path', '-g', '-p --path-to-ignore');
const fd = pattern(
  '-e --extension -t --type -d --max-depth --min-depth -E --exclude -S --size -o --owner -c --color -j --threads --changed-within --changed-before --format',
  '-',
  '--search-path --base-directory --ignore-file',
);
const sed: Operands = {
  ...pattern('-e --expression -l --line-length', '-e --expression -f --file', '-f --file'),
  whole: /^-[nErsuz]*i[^/*]*$/,
};
const awk = pattern('-F -v -e --source --field-separator --assign -W', '-f --file -E --exec -e --source', '-f --file -E --exec');
const jq: Operands = {
  ...pattern('--indent', '-f --from-file', '-f --from-file -L'),
  pairs: '--arg --argjson',
  pathPairs: '--rawfile --slurpfile --argfile',
};
const yq: Operands = {
  ...jq,
  text: `${jq.text} -p --input-format -o --output-format -I`,
  skippedMayBe: true,
  verbs: 'eval e eval-all ea',
};
const diff = files('-U -C -I -x --exclude -L --label -W --width', '-X --exclude-from --from-file --to-file');
const copy = files('-S --suffix --no-preserve --sparse -m --mode -o --owner -g --group', '-t --target-directory');
const mode: Operands = { kind: 'files', skip: 1, skipUnless: '--reference', text: '--from', paths: '--reference' };
const lines = '-n -c --lines --bytes -s --sleep-interval --pid --max-unchanged-stats';
const curl: Operands = plain(
  '-X --request -H --header -A --user-agent -u --user -e --referer -m --max-time --connect-timeout --retry --retry-delay -w --write-out -r --range --limit-rate --resolve -x --proxy --interface -C -d --data --data-ascii --data-binary --data-raw --json --proxy-header',
  {
    at: true,
    attached: true,
    addresses: true,
    paths:
      '-o --output --output-dir -T --upload-file -K --config -c --cookie-jar --cacert --cert -E --key --netrc-file -D --dump-header --stderr --trace --trace-ascii --etag-save --etag-compare',
  },
);
const remotes = plain('-p -P -l -o -L -R -D -c -m -b -w -W -e -O', { paths: '-i -F -S -E -I' });

/** Of programs that take files: short options whose value is none. */
const textOptions: Readonly<Record<string, string>> = {
  mkdir: '-m',
  touch: '-t -d',
  stat: '-c -f --format --printf',
  base64: '-w',
  base32: '-w',
  fold: '-w',
  fmt: '-w',
  od: '-t -A -j -N',
  xxd: '-c -l -s -g',
  hexdump: '-n -s -e',
  strings: '-n',
  nl: '-w -s -b',
  column: '-s -o -c -l',
  shred: '-n -s',
  paste: '-d',
  join: '-t -1 -2 -o',
  cmp: '-n -i',
  iconv: '-f -t',
  less: '-p',
  gpg: '-r -u --recipient --local-user',
};

/** Of programs whose words are text: options that read or write a file all the same. */
const textPrograms: Readonly<Record<string, Partial<Operands>>> = {
  date: { text: '-d --date -s --set -v', paths: '-f --file -r --reference' },
  dig: { text: '-b -c -p -q -t -x -y', paths: '-f -k' },
  host: { text: '-t -c -W -R -m -N', paths: '-k' },
  hostname: { paths: '-F --file' },
  history: { text: '-d', paths: '-r -w -a -n' },
  hash: { paths: '-p' },
  nc: { text: '-p -s -w -X -x -I -O -T -q -i', paths: '-U -C -K -R -Z -o' },
  ncat: {
    text: '-p -s -w -x --proxy -i -e -c -d -m',
    paths: '-U -o --output -x --hex-dump --ssl-cert --ssl-key --ssl-trustfile --allowfile --denyfile',
  },
  ps: { text: '-o -O -C -u -U -p --sort --format' },
  pkill: { text: '-u -U -t -g -s -P', paths: '-F --pidfile' },
  pgrep: { text: '-u -U -t -g -s -P -d', paths: '-F --pidfile' },
  stty: { paths: '-F --file' },
  whatis: { text: '-s -m -L', base: '', paths: '-C --config-file -M --manpath' },
  whereis: { paths: '-B -M -S' },
  fc: { text: '-e' },
  basename: { text: '-s --suffix', most: 1, mostUnless: '-a --multiple -s --suffix' },
};

/** Of programs that run others: options whose value is the folder in which they do. */
const workplaces: Readonly<Record<string, string>> = {
  sudo: '-D --chdir',
  run0: '-D --chdir',
  env: '-C --chdir',
  daemonize: '-c',
  'start-stop-daemon': '-d --chdir',
  'systemd-run': '--working-directory WorkingDirectory= -pWorkingDirectory= --property=WorkingDirectory=',
  unshare: '-w --wd',
  nsenter: '-w --wd',
  wsl: '--cd',
  kitty: '-d --directory --working-directory',
  foot: '-D --working-directory',
};

export const operands: ReadonlyMap<string, Operands> = new Map<string, Operands>([
  ...': true false exit return break continue alias unalias trap set export unset local declare typeset readonly let read getopts shift expr factor tr sleep seq kill'
    .split(' ')
    .map((name): [string, Operands] => [name, { kind: 'none' }]),
  ...'echo printf basename dirname killall pkill type which whereis whatis hash wait jobs fg bg shopt ulimit umask date whoami id groups hostname uname uptime arch nproc tty env printenv ps pgrep top free ping dig nslookup host whois traceroute nc ncat kubectx yes tput stty clear history logname cal fc'
    .split(' ')
    .map((name): [string, Operands] => [name, { kind: 'text', ...textPrograms[name] }]),
  ...'cat tac nl rev less more most bat view vi vim nvim nano emacs ed code subl open xdg-open file rm rmdir unlink shred mkdir mkfifo touch stat realpath readlink md5sum sha1sum sha256sum sha512sum shasum cksum sum b2sum base32 base64 xxd hexdump od strings gzip gunzip zcat bzip2 bunzip2 xz unxz zstd unzstd lz4 source . diff3 cmp comm join paste fold fmt expand unexpand iconv dos2unix unix2dos column tsort pr rename sync sha224sum sha384sum gpg shellcheck zless zmore bzcat xzcat pushd popd cd lsattr chattr getfacl setfacl mountpoint'
    .split(' ')
    .map((name): [string, Operands] => [name, files(textOptions[name])]),
  ...Object.entries<Operands>({
    ls: files('--sort --time --format -I --ignore --hide -w --width --tabsize --time-style --block-size'),
    dir: files(),
    head: files(lines),
    tail: files(lines),
    wc: files('', '--files0-from'),
    sort: files(
      '-k --key -t --field-separator -S --buffer-size --parallel --batch-size',
      '-o --output -T --temporary-directory --files0-from',
    ),
    uniq: files('-f -s -w --skip-fields --skip-chars --check-chars'),
    cut: files('-d --delimiter -f --fields -c --characters -b --bytes --output-delimiter'),
    tee: files(),
    truncate: files('-s --size', '-r --reference'),
    split: files('-n -l -b -C -a --number --lines --bytes --suffix-length --additional-suffix --filter'),
    csplit: { kind: 'files', text: '-b -n', paths: '-f --prefix' },
    cp: copy,
    mv: copy,
    ln: copy,
    install: copy,
    ditto: files(),
    rsync: files(
      '-e --rsh --exclude --include --filter -f --bwlimit --chmod --chown --timeout --port --max-size --min-size --info --out-format',
      '--files-from --exclude-from --include-from --backup-dir --link-dest --compare-dest --log-file --temp-dir --partial-dir',
    ),
    scp: files('-P -l -o -c -X', '-i -F -S'),
    sftp: plain('-P -l -o -B -R -c -X', { paths: '-i -F -S -b -D -s' }),
    ssh: remotes,
    du: files('-d --max-depth -t --threshold -B --block-size --exclude --time-style', '-X --exclude-from --files0-from'),
    df: files('-t --type -x --exclude-type -B --block-size --output'),
    tree: files('-L -I -P --filelimit --timefmt --charset --sort', '-o --fromfile'),
    find: { kind: 'files' },
    diff,
    colordiff: diff,
    difft: files('--width --color --context --display --override --tab-width'),
    patch: files('-p --strip -F --fuzz -V -B -Y -z --suffix -D', '-i --input -o --output -r --reject-file -d --directory'),
    dd: { kind: 'files', text: 'bs count skip seek conv iflag oflag status ibs obs cbs' },
    // `chmod -w FILE`: a mode that begins with a dash stands for the one in front.
    chmod: { ...mode, skipUnless: '--reference -r -w -x -X -s -t' },
    chown: mode,
    chgrp: mode,
    grep,
    egrep: grep,
    fgrep: grep,
    zgrep: grep,
    rg,
    ugrep: grep,
    ag,
    ack: ag,
    fd,
    fdfind: fd,
    sed,
    gsed: sed,
    awk,
    gawk: awk,
    mawk: awk,
    nawk: awk,
    jq,
    yq,
    xmllint: files('--xpath', '--output --schema'),
    tar: {
      kind: 'files',
      text: '--exclude --transform --owner --group --mode --mtime --format --strip-components --strip --checkpoint-action --to-command -I --use-compress-program --level -b --record-size',
      paths: '-f --file -C --directory -T --files-from -X --exclude-from -g',
    },
    zip: files('-x --exclude -i --include -n -P -s', '-O --out -b'),
    unzip: files('-P', '-d'),
    '7z': { kind: 'files', skip: 1 },
    ar: { kind: 'files', skip: 1 },
    cpio: files('-H --format', '-D --directory -F --file -E -I -O'),
    test: { kind: 'none', paths: '-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -L -N -O -S -G -nt -ot -ef' },
    '[': { kind: 'none', paths: '-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -L -N -O -S -G -nt -ot -ef' },
    gcc: { ...files('-D -U -l -std -x -arch -target -march', '-o -I -L -include -isystem'), words: true },
    'g++': { ...files('-D -U -l -std -x', '-o -I -L -include -isystem'), words: true },
    clang: { ...files('-D -U -l -std -x -target', '-o -I -L -include -isystem'), words: true },
    ...projectOperands,
    'ssh-keygen': { kind: 'text', text: '-b -t -C -N -P -I -n -V -z -O -a -w -R -F', paths: '-f -s -D -T -S -G' },
    curl,
    wget: plain('-U --user-agent --header --post-data --timeout -t --tries --wait -A -R -l -e --method', {
      addresses: true,
      attached: true,
      paths:
        '-O --output-document -P --directory-prefix -o --output-file -i --input-file -a --post-file --load-cookies --save-cookies --ca-certificate --body-file',
    }),
    // What `-i` names is the ending of a copy.
    perl: plain('', { whole: /^-[pnlaws0]*i[^/*]*$/ }),
    ruby: plain('', { whole: /^-[pnlaws0]*i[^/*]*$/ }),
    psql: plain('-c --command -h -p -U -d -v', { paths: '-f --file -o --output -L' }),
    mysql: plain('-e --execute -h -P -u -p -D'),
    openssl: plain('-subj -addext -connect -servername', { words: true }),
    sqlite3: { kind: 'plain', paths: '-init' },
    crontab: files('-u'),
    xargs: { kind: 'none', paths: '-a --arg-file' },
    // What runs a command in a folder that it is told.
    ...Object.fromEntries(Object.entries(workplaces).map(([name, base]): [string, Operands] => [name, { kind: 'plain', base }])),
  }),
]);

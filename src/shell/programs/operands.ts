/** Which words of a program are paths. Pure data. */
import { makes } from './variables';

export interface Operands {
  /**
   * `files`: every operand is one, whether it is there or not. `none`: none is. `text`: words that are written as a path, with a slash or a leading dot,
   * and no others. `commands`: a subcommand, then names of branches, packages, images; a word
   * is a path where it looks like one and leads to what is there. `targets`: only what is written as a path (`./x`, `/x`, `~/x`). `plain`: as for
   * programs that we do not know.
   */
  kind: 'files' | 'none' | 'text' | 'commands' | 'targets' | 'plain';
  /** Operands in front that are none: the pattern of grep, the mode of chmod. */
  skip?: number;
  /** With one of these the operand in front is a file after all: `grep -e PATTERN FILE`. */
  skipUnless?: string;
  /** Options whose value is no path; short ones may have it attached. */
  text?: string;
  /** Options whose value is a path, whatever it looks like. */
  paths?: string;
  /** Options that take two words, the second of which is text, or a path. */
  pairs?: string;
  pathPairs?: string;
  /** No more operands than these are paths: behind the name, `basename` takes an ending. */
  most?: number;
  mostUnless?: string;
  /** A value that begins with `@` names a file, whatever the option. */
  at?: true;
  /** Short ones of `paths` may have it attached: no other option begins with the same letter. */
  attached?: true;
  /** What short options mean for one subcommand alone. */
  sub?: Readonly<Record<string, { text?: string; paths?: string }>>;
  /** Options whose value is the folder that the other words start from. */
  base?: string;
  /** Subcommands whose operands are all files, and those whose operands never are. */
  files?: string;
  never?: string;
}

const files = (text = '', paths = ''): Operands => ({ kind: 'files', text, paths });
const pattern = (text: string, skipUnless: string, paths = ''): Operands => ({ kind: 'files', skip: 1, skipUnless, text, paths });
const plain = (text = '', more: Partial<Operands> = {}): Operands => ({ kind: 'plain', text, ...more });
const commands = (text = '', more: Partial<Operands> = {}): Operands => ({ kind: 'commands', text, ...more });

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
const sed = pattern('-e --expression -l --line-length', '-e --expression -f --file', '-f --file');
const awk = pattern('-F -v -e --source --field-separator --assign -W', '-f --file -E --exec -e --source', '-f --file -E --exec');
const jq: Operands = {
  ...pattern('--indent', '-f --from-file', '-f --from-file -L'),
  pairs: '--arg --argjson',
  pathPairs: '--rawfile --slurpfile --argfile',
};
const copy = files('-S --suffix --no-preserve --sparse -m --mode -o --owner -g --group', '-t --target-directory');
const mode: Operands = { kind: 'files', skip: 1, skipUnless: '--reference', text: '--from', paths: '--reference' };
const lines = '-n -c --lines --bytes -s --sleep-interval --pid --max-unchanged-stats';
const curl: Operands = plain(
  '-X --request -H --header -A --user-agent -u --user -e --referer -m --max-time --connect-timeout --retry --retry-delay -w --write-out -r --range --limit-rate --resolve -x --proxy --interface -C --data-raw --proxy-header',
  {
    at: true,
    attached: true,
    paths:
      '-o --output --output-dir -T --upload-file -K --config -c --cookie-jar --cacert --cert -E --key --netrc-file -D --dump-header --stderr --trace --trace-ascii --etag-save --etag-compare',
  },
);
const npm = commands('--registry --tag --otp --loglevel --omit --include -w --workspace', {
  base: '--prefix -C',
  paths: '--userconfig --cache --pack-destination',
  never:
    'run run-script test t start stop restart exec x view info show ls list outdated audit search login logout whoami version dist-tag owner deprecate config set get',
});
const docker = commands(
  '-t --tag --name -e --env -p --publish -l --label --build-arg --target --network --platform --entrypoint -u --user -w --workdir --format --filter --context -H --host --restart -m --memory --cpus --hostname -n --tail --since --until --progress',
  {
    paths: '-f --file --env-file --cidfile --iidfile',
    never:
      'pull push ps images logs start stop restart kill rm rmi inspect exec stats top port attach pause unpause login logout search info version events',
  },
);
const kubectl = commands(
  '-n --namespace -l --selector -o --output --context --cluster --user -c --container --field-selector --sort-by -p --patch --type --tail --since --timeout --replicas --image --for',
  {
    paths: '-f --filename -k --kustomize --kubeconfig --from-file --patch-file',
    never: 'get describe logs delete exec scale rollout label annotate top explain edit port-forward cordon drain expose',
  },
);
const cargo = commands(
  '-p --package --bin --example --test --bench --features -F --target -j --jobs --profile --color --message-format',
  {
    base: '-C',
    paths: '--manifest-path --target-dir --out-dir --artifact-dir --path --root',
    never:
      'build b test t run r check c clippy doc d bench update tree search publish install uninstall add remove clean metadata',
  },
);
const targets = (more: Partial<Operands> = {}): Operands => ({
  kind: 'targets',
  text: '-j --jobs -l --load-average',
  base: '-C --directory',
  paths: '-f --file --makefile -I --include-dir',
  ...more,
});
const pip = commands('--index-url -i --extra-index-url --timeout --proxy', {
  paths: '-r --requirement -c --constraint -e --editable -t --target --prefix --root --cache-dir',
});
const tests = plain(
  '-k -m -n --maxfail --durations --tb -p -W -o --cov --cov-report --reporter -t --testNamePattern --project --grep -g --timeout',
  {
    paths: '-c --config --rootdir --basetemp --junitxml --ignore',
  },
);
const remotes = plain('-p -P -l -o -L -R -D -c -m -b -w -W -e -O', { paths: '-i -F -S -E -I' });

/** Letters mean other things from one subcommand to the next. */
const gitShort: Operands['sub'] = {
  commit: { text: '-m -C -c', paths: '-F -t' },
  log: { text: '-n -S -G -U -l', paths: '-O' },
  show: { text: '-n -S -G -U -l', paths: '-O' },
  diff: { text: '-S -G -U -l', paths: '-O' },
  shortlog: { text: '-n' },
  'rev-list': { text: '-n' },
  tag: { text: '-m -u', paths: '-F' },
  branch: { text: '-u' },
  checkout: { text: '-b -B' },
  switch: { text: '-c -C' },
  merge: { text: '-m -s -X', paths: '-F' },
  rebase: { text: '-s -X -x' },
  'cherry-pick': { text: '-m -s -X' },
  revert: { text: '-m -s -X' },
  pull: { text: '-s -X -j -o' },
  push: { text: '-o' },
  fetch: { text: '-j -o' },
  stash: { text: '-m' },
  clone: { text: '-b -o -j -u' },
  notes: { text: '-m -C -c', paths: '-F' },
  am: { text: '-C -p' },
  apply: { text: '-C -p' },
  grep: { text: '-e -A -B -C -m', paths: '-f -O' },
  blame: { text: '-L', paths: '-S' },
  annotate: { text: '-L', paths: '-S' },
  clean: { text: '-e' },
  'ls-files': { text: '-x', paths: '-X' },
  archive: { paths: '-o' },
  'format-patch': { text: '-v', paths: '-o' },
  'hash-object': { text: '-t' },
};

/** Of programs that take files: short options whose value is none. */
const textOptions: Readonly<Record<string, string>> = {
  mkdir: '-m',
  touch: '-t -d',
  stat: '-c -f --format --printf',
  base64: '-w',
  base32: '-w',
  fold: '-w',
  fmt: '-w',
  od: '-w -t -n -A -j -N',
  xxd: '-c -l -s -g',
  hexdump: '-n -s -e',
  strings: '-n',
  nl: '-w -s -b',
  column: '-t -s',
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
    ls: files('--sort --time --format -I --ignore --hide -w --width -T --tabsize --time-style --block-size'),
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
    split: files('-n -l -b -C -a -d --number --lines --bytes --suffix-length --additional-suffix --filter'),
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
    sftp: remotes,
    ssh: remotes,
    du: files('-d --max-depth -t --threshold -B --block-size --exclude --time-style', '-X --exclude-from --files0-from'),
    df: files('-t --type -x --exclude-type -B --block-size --output'),
    tree: files('-L -I -P --filelimit --timefmt --charset --sort', '-o --fromfile'),
    find: { kind: 'files' },
    diff: files('-U -C -I -x --exclude -L --label -W --width', '-X --exclude-from --from-file --to-file'),
    patch: files('-p --strip -F --fuzz -V -B -Y -z --suffix -D', '-i --input -o --output -r --reject-file -d --directory'),
    dd: { kind: 'files', text: 'bs count skip seek conv iflag oflag status ibs obs cbs' },
    chmod: mode,
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
    yq: jq,
    xmllint: files('--xpath', '--output --schema'),
    tar: {
      kind: 'files',
      text: '--exclude --transform --owner --group --mode --mtime --format --strip-components --strip --wildcards --checkpoint --checkpoint-action --to-command -I --use-compress-program --level -b --record-size --one-top-level',
      paths: '-f --file -C --directory -T --files-from -X --exclude-from -g',
    },
    zip: files('-x --exclude -i --include -n -P -s', '-O --out -b'),
    unzip: files('-P', '-d'),
    '7z': { kind: 'files', skip: 1 },
    ar: { kind: 'files', skip: 1 },
    cpio: files('-H --format', '-D --directory -F --file -E -I -O'),
    test: { kind: 'none', paths: '-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -L -N -O -S -G -nt -ot -ef' },
    '[': { kind: 'none', paths: '-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -L -N -O -S -G -nt -ot -ef' },
    gcc: files('-D -U -l -std -x -arch -target -march', '-o -I -L -include -isystem'),
    'g++': files('-D -U -l -std -x', '-o -I -L -include -isystem'),
    clang: files('-D -U -l -std -x -target', '-o -I -L -include -isystem'),
    'ssh-keygen': { kind: 'text', text: '-b -t -C -N -P -I -n -V -z -O -a -w -R -F', paths: '-f -s -D -T -S -G' },
    git: commands(
      '-c --message --config-env --author --date --grep --since --until --after --before --max-count --branch --depth --jobs --diff-filter --cleanup --trailer --fixup --strategy --strategy-option --onto --exec --set-upstream-to --push-option --namespace --origin --pattern --points-at',
      {
        base: '-C',
        paths:
          '--git-dir --work-tree -F --file --template --reference --separate-git-dir --output --pathspec-from-file --exclude-from --directory',
        files: 'add rm mv restore stage blame annotate apply am check-ignore clean hash-object sparse-checkout init ls-files',
        sub: gitShort,
        never:
          'status push pull fetch remote branch tag merge rebase cherry-pick revert stash config describe rev-parse rev-list reflog shortlog bisect notes gc fsck worktree submodule var switch',
      },
    ),
    npm,
    pnpm: npm,
    yarn: commands('--registry', {
      base: '--cwd',
      never: 'run test start build add remove up upgrade why info workspace workspaces install dlx exec',
    }),
    bun: commands('--registry', { base: '--cwd', never: 'install add remove update pm' }),
    npx: commands(),
    node: plain('-C --conditions --input-type', { paths: '-r --require --import --env-file --loader' }),
    deno: commands(),
    ...Object.fromEntries(makes.map((name) => [name, targets()])),
    ninja: targets({ paths: '-f' }),
    just: targets({ base: '-d --working-directory', paths: '-f --justfile' }),
    task: targets({ base: '-d --dir', paths: '-t --taskfile' }),
    rake: targets({ base: '', paths: '-f --rakefile' }),
    cmake: commands('-G -D -U -A -T --target -t --config --parallel -j --preset', {
      paths: '-S -B -P --build --install --prefix -C',
    }),
    ctest: plain('-R -E -L -LE -C -j', { base: '--test-dir' }),
    mvn: commands('-P -D -pl -T', { paths: '-f --file -s --settings' }),
    gradle: commands('-P -D -x --tests', { base: '-p --project-dir', paths: '-b -c -I' }),
    gradlew: commands('-P -D -x --tests', { base: '-p --project-dir', paths: '-b -c -I' }),
    cargo,
    rustup: commands(),
    go: commands('-run -bench -tags -ldflags -gcflags -count -timeout -p -mod -benchtime -fuzz -fuzztime -v -race', {
      base: '-C',
      paths: '-o -coverprofile -cpuprofile -memprofile -modfile',
    }),
    python: plain('-m -W -X'),
    python3: plain('-m -W -X'),
    pip,
    pip3: pip,
    uv: pip,
    poetry: commands('', { base: '-C --directory' }),
    pytest: tests,
    jest: tests,
    vitest: tests,
    mocha: tests,
    tsc: plain('--target --module --lib --jsx', { paths: '-p --project --outDir --outFile --rootDir --tsBuildInfoFile' }),
    docker,
    podman: docker,
    'docker-compose': docker,
    kubectl,
    oc: kubectl,
    helm: commands('-n --namespace --set --version --kube-context', { paths: '-f --values --kubeconfig -d --destination' }),
    terraform: commands('-var -target', { base: '-chdir', paths: '-var-file -out -state' }),
    aws: commands('--profile --region --query --output --filters', { paths: '--cli-input-json' }),
    gcloud: commands(),
    gh: commands(
      '-R --repo -t --title -b --body -B --base -H --head -q --jq --json -l --label -a --assignee -r --reviewer -L --limit -s --state',
      { paths: '-F --body-file -D --dir' },
    ),
    brew: commands(),
    apt: commands(),
    'apt-get': commands(),
    dnf: commands(),
    yum: commands(),
    gem: commands(),
    bundle: commands(),
    composer: commands('', { base: '-d --working-dir' }),
    systemctl: commands(),
    journalctl: commands('-u -n --since --until -p -o'),
    tmux: commands(),
    curl,
    wget: plain('-U --user-agent --header --post-data --timeout -t --tries --wait -A -R -l -e --method', {
      attached: true,
      paths:
        '-O --output-document -P --directory-prefix -o --output-file -i --input-file -a --post-file --load-cookies --save-cookies --ca-certificate --body-file',
    }),
    psql: plain('-c --command -h -p -U -d -v', { paths: '-f --file -o --output -L' }),
    mysql: plain('-e --execute -h -P -u -p -D'),
    sqlite3: { kind: 'plain', paths: '-init' },
    crontab: files('-u'),
    xargs: { kind: 'none', paths: '-a --arg-file' },
  }),
]);

/** Options that stand before a program's subcommand, so that `git -C x push` is read as `git push`. Pure data. */

export interface GlobalOptions {
  /** Take no value, or only one behind `=`. */
  flags?: string;
  /** Take the next word, or what follows `=`; short ones also what is attached. */
  valued?: string;
  /** Take two words. */
  pairs?: string;
  /** Take the next word where that is a number. */
  counted?: string;
  /** Of options that take a value, a short one and its long name, where that does not stand behind it with the same first letter. */
  twins?: Readonly<Record<string, string>>;
  /** They may stand behind the subcommand too. */
  anywhere?: true;
  /** Words that are no options but stand before the subcommand: `cargo +nightly test`. */
  words?: RegExp;
  /** Options between a subcommand and its own: `docker compose -f x up`. */
  sub?: Readonly<Record<string, GlobalOptions>>;
}

const compose: GlobalOptions = {
  flags: '--all-resources --compatibility --dry-run --verbose',
  valued: '-f --file -p --project-name --profile --env-file --project-directory --ansi --parallel --progress',
};
const containers: GlobalOptions = {
  words: /^(container|image)$/,
  flags: '-D --debug --tls --tlsverify -r --remote --syslog',
  valued:
    '-H --host -c --context --config -l --log-level --tlscacert --tlscert --tlskey --url --connection --identity --root --runroot --storage-driver --storage-opt --runtime --cgroup-manager --events-backend --hooks-dir --module --network-cmd-path --tmpdir --volumepath',
  sub: { compose },
};
const kube: GlobalOptions = {
  anywhere: true,
  flags: '--insecure-skip-tls-verify --match-server-version --warnings-as-errors --disable-compression',
  valued:
    '-n --namespace --context --cluster --user --kubeconfig -s --server --token --as --as-group --as-uid --cache-dir --certificate-authority --client-certificate --client-key --request-timeout --tls-server-name -v --v --vmodule --profile --profile-output --log-flush-frequency --password --username',
};
const npm: GlobalOptions = {
  anywhere: true,
  flags:
    '-s --silent -q --quiet -d -dd -ddd --verbose --json -ws --workspaces --no-workspaces -iwr --include-workspace-root --if-present --no-audit --no-fund --offline --prefer-offline --prefer-online --no-color --color --no-progress --progress --foreground-scripts --ignore-scripts -g --global --legacy-peer-deps -y --yes',
  twins: { '-C': '--prefix' },
  valued:
    '-w --workspace --prefix -C --loglevel --registry --cache --userconfig --globalconfig --omit --include --script-shell --location',
};
const aws: GlobalOptions = {
  anywhere: true,
  flags: '--debug --no-verify-ssl --no-paginate --no-sign-request --no-cli-pager --cli-auto-prompt --no-cli-auto-prompt',
  valued:
    '--profile --region --endpoint-url --output --query --color --ca-bundle --cli-read-timeout --cli-connect-timeout --cli-binary-format',
};
const gcloud: GlobalOptions = {
  anywhere: true,
  flags: '-q --quiet --no-user-output-enabled --log-http --user-output-enabled',
  valued:
    '--account --project --configuration --format --verbosity --billing-project --impersonate-service-account --access-token-file --filter --flags-file --flatten --trace-token --sort-by --limit --page-size',
};
const apt: GlobalOptions = {
  anywhere: true,
  flags:
    '-y --yes --assume-yes -q --quiet -qq -s --simulate --dry-run -d --download-only -f --fix-broken -m --fix-missing --no-install-recommends --reinstall -V --verbose-versions --allow-unauthenticated --allow-downgrades --purge',
  valued: '-o --option -c --config-file -t --target-release -a --host-architecture',
  twins: { '-a': '--host-architecture' },
};
const pip: GlobalOptions = {
  flags:
    '-q --quiet -v --verbose --isolated --require-virtualenv --no-input --no-cache-dir --disable-pip-version-check --no-color --debug -V --version',
  valued:
    '--python --log --proxy --retries --timeout --exists-action --trusted-host --cert --client-cert --cache-dir --use-feature --use-deprecated',
};
const terraform: GlobalOptions = { flags: '-version -help', valued: '-chdir' };
const mercurial: GlobalOptions = {
  anywhere: true,
  flags: '-q --quiet -v --verbose -y --noninteractive --debug --traceback --time --profile --hidden',
  valued: '-R --repository --cwd --config --color --encoding --encodingmode --pager',
};

export const globalOptions: ReadonlyMap<string, GlobalOptions> = new Map<string, GlobalOptions>([
  [
    'git',
    {
      flags:
        '-p --paginate -P --no-pager --bare --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs -v --version -h --help --html-path --man-path --info-path',
      valued: '-C -c --git-dir --work-tree --namespace --super-prefix --config-env --exec-path --attr-source --list-cmds',
    },
  ],
  ['npm', npm],
  [
    'pnpm',
    {
      ...npm,
      twins: { '-C': '--dir' },
      flags: `${npm.flags} -r --recursive -w --workspace-root --stream --aggregate-output --use-stderr`,
      valued: '-C --dir --prefix -F --filter --filter-prod --loglevel --registry --reporter --workspace-concurrency --store-dir',
    },
  ],
  [
    'yarn',
    {
      flags:
        '-s --silent --verbose --json --offline --prefer-offline --frozen-lockfile --ignore-scripts --non-interactive --no-progress -T --top-level -B --binaries-only',
      valued: '--cwd --registry --cache-folder --modules-folder --preferred-cache-folder --mutex --use-yarnrc',
    },
  ],
  [
    'bun',
    {
      flags: '--silent --bun -b --smol --hot --watch --no-install -i -c --config',
      valued: '--cwd --env-file -F --filter -r --preload',
      twins: { '-r': '--preload' },
    },
  ],
  [
    'cargo',
    {
      words: /^\+/,
      flags: '-v --verbose -vv -q --quiet --frozen --locked --offline -V --version --list',
      valued: '-C -Z --color --config --explain',
    },
  ],
  ['rustup', { words: /^\+/, flags: '-v --verbose -q --quiet' }],
  ['go', { valued: '-C' }],
  ['docker', containers],
  ['podman', containers],
  ['nerdctl', { ...containers, valued: `${containers.valued} -n --namespace -a --address --snapshotter --data-root` }],
  ['docker-compose', compose],
  ['podman-compose', compose],
  ['kubectl', kube],
  ['oc', kube],
  ['k3s', { sub: { kubectl: kube } }],
  [
    'helm',
    {
      anywhere: true,
      flags: '--debug --kube-insecure-skip-tls-verify',
      valued:
        '-n --namespace --kube-context --kubeconfig --kube-apiserver --kube-as-user --kube-as-group --kube-ca-file --kube-token --kube-tls-server-name --registry-config --repository-cache --repository-config --burst-limit --qps',
    },
  ],
  ['gh', { anywhere: true, valued: '-R --repo --hostname' }],
  ['glab', { anywhere: true, valued: '-R --repo -g --group' }],
  ['aws', aws],
  ['gcloud', gcloud],
  ['gsutil', { flags: '-m -q -D -DD', valued: '-o -h -i -u' }],
  ['az', { anywhere: true, flags: '--debug --verbose --only-show-errors', valued: '-o --output --query --subscription' }],
  ['terraform', terraform],
  ['tofu', terraform],
  ['terragrunt', { ...terraform, valued: '-chdir --terragrunt-working-dir --working-dir --terragrunt-config' }],
  [
    'pulumi',
    {
      anywhere: true,
      flags: '--non-interactive --logtostderr -e --emoji',
      valued: '-C --cwd -s --stack -v --verbose --color --profiling',
    },
  ],
  [
    'make',
    {
      words: /^[\w.]+[:+?!]{0,3}=/,
      twins: { '-C': '--directory' },
      valued: '-C --directory -f --file --makefile -I --include-dir -o --old-file -W --what-if',
      counted: '-j --jobs -l --load-average --max-load',
      flags:
        '-s --silent -k --keep-going -B --always-make -i --ignore-errors -n --dry-run -w -r -R -e -O --output-sync -d --debug --trace',
    },
  ],
  ['ninja', { valued: '-C -f -j -k -l -d -t -w', flags: '-v -n --verbose --quiet' }],
  [
    'just',
    {
      twins: { '-f': '--justfile', '-d': '--working-directory' },
      valued: '-f --justfile -d --working-directory --shell --shell-arg --dotenv-path --color',
      pairs: '--set',
      flags: '-q --quiet -v --verbose -n --dry-run -u --unstable',
    },
  ],
  [
    'task',
    {
      valued: '-d --dir -t --taskfile -o --output -C --concurrency',
      flags: '-s --silent -v --verbose -f --force -y --yes -g --global',
    },
  ],
  ['apt', apt],
  ['apt-get', apt],
  ['aptitude', apt],
  ['dnf', apt],
  ['yum', apt],
  ['pip', pip],
  ['pip3', pip],
  [
    'uv',
    {
      flags: '-q --quiet -v --verbose -n --no-cache --offline --native-tls --no-progress --no-config',
      valued: '--directory --project --config-file --cache-dir --color --python-preference --allow-insecure-host',
    },
  ],
  [
    'poetry',
    {
      flags: '-q --quiet -n --no-interaction -v -vv -vvv --verbose --no-plugins --no-cache --ansi --no-ansi',
      twins: { '-C': '--directory' },
      valued: '-C --directory -P --project',
    },
  ],
  [
    'composer',
    {
      flags: '-q --quiet -n --no-interaction -v -vv -vvv --profile --no-plugins --no-scripts --no-cache --ansi --no-ansi',
      twins: { '-d': '--working-dir' },
      valued: '-d --working-dir',
    },
  ],
  ['bundle', { flags: '--no-color -V --verbose', valued: '-r --retry' }],
  [
    'mvn',
    {
      anywhere: true,
      flags: '-q --quiet -B --batch-mode -o --offline -X --debug -e --errors -U -N -ntp --no-transfer-progress',
      valued: '-f --file -s --settings -gs -t --toolchains -T --threads -P -pl -rf -l --log-file',
    },
  ],
  [
    'gradle',
    {
      anywhere: true,
      flags: '-q --quiet -i --info -d --debug -s --stacktrace --offline --no-daemon --parallel --continue',
      valued:
        '-p --project-dir -b --build-file -c --settings-file -g --gradle-user-home -I --init-script -x --exclude-task --console',
    },
  ],
  [
    'gradlew',
    {
      anywhere: true,
      flags: '-q --quiet -i --info -d --debug -s --stacktrace --offline --no-daemon --parallel --continue',
      valued:
        '-p --project-dir -b --build-file -c --settings-file -g --gradle-user-home -I --init-script -x --exclude-task --console',
    },
  ],
  [
    'dotnet',
    { flags: '-d --diagnostics', valued: '--additionalprobingpath --depsfile --fx-version --roll-forward --runtimeconfig' },
  ],
  [
    'systemctl',
    {
      anywhere: true,
      flags: '--user --system --global --no-pager --no-block -q --quiet --now -f --force -l --full -a --all --no-ask-password',
      valued:
        '-H --host -M --machine -t --type --state -p --property -n --lines -o --output --root --job-mode --kill-whom -s --signal',
    },
  ],
  [
    'loginctl',
    { flags: '--no-pager --no-ask-password', valued: '-H --host -M --machine -p --property -n --lines -o --output -s --signal' },
  ],
  ['brew', { flags: '-v --verbose -q --quiet -d --debug' }],
  [
    'svn',
    {
      anywhere: true,
      flags: '--non-interactive --trust-server-cert --no-auth-cache -q --quiet',
      valued: '--username --password --config-dir --config-option',
    },
  ],
  ['hg', mercurial],
  [
    'jj',
    {
      anywhere: true,
      flags: '--ignore-working-copy --no-pager --quiet --debug',
      valued: '-R --repository --at-operation --at-op --color --config --config-file',
    },
  ],
  [
    'vercel',
    {
      anywhere: true,
      flags: '-d --debug -y --yes',
      valued: '--cwd -A --local-config -Q --global-config -t --token -S --scope -T --team',
    },
  ],
  ['fly', { anywhere: true, flags: '--verbose --debug', valued: '-t --access-token -a --app -c --config' }],
  ['flyctl', { anywhere: true, flags: '--verbose --debug', valued: '-t --access-token -a --app -c --config' }],
  ['heroku', { anywhere: true, valued: '-a --app -r --remote -t --team' }],
  [
    'firebase',
    { anywhere: true, flags: '--debug --non-interactive --json', valued: '-P --project --account --token -c --config' },
  ],
  ['wrangler', { anywhere: true, valued: '-c --config -e --env --cwd --env-file' }],
  [
    'ansible-playbook',
    { anywhere: true, valued: '-i --inventory -u --user -e --extra-vars -t --tags --skip-tags -l --limit -f --forks' },
  ],
  ['redis-cli', { valued: '-h -p -a -n -u -s -i -r --user --pass', flags: '--tls --raw --csv -c --no-auth-warning' }],
  ['php', { valued: '-d -c -z', flags: '-n -q -C' }],
]);

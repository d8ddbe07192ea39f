/** Which words of version control, build tools, package managers and their kind are paths. Pure data. */
import { commands, type Operands, plain } from './operandRules';
import { makes } from './variables';

const npm = commands('--registry --tag --otp --loglevel --omit --include -w --workspace -F --filter', {
  base: '--prefix -C',
  paths: '--userconfig --cache --pack-destination',
  never:
    'run run-script test t start stop restart exec x view info show ls list outdated audit search login logout whoami version dist-tag owner deprecate config set get',
  hands: 'test t start stop restart',
  handsRest: 'run run-script',
  roams: /(^| )(explore|-ws?|--workspaces?)(=\S*)?( |$)/,
});
const pnpm: Operands = {
  ...npm,
  base: '--prefix -C --dir',
  roams: /(^| )(recursive|-r|--recursive|-F|--filter(-prod)?|-w|--workspace-root)(=\S*)?( |$)/,
};
const docker = commands(
  '-t --tag --name -e --env -p --publish -l --label --build-arg --target --network --platform --entrypoint -u --user -w --workdir --format --filter --context -H --host --restart -m --memory --cpus --hostname -n --tail --since --until --progress',
  {
    paths: '-f --file --env-file --cidfile --iidfile --output',
    groups: 'compose container image volume network system buildx',
    // To these the letter is another thing.
    sub: Object.fromEntries(
      'logs inspect rm ps images rmi prune search'.split(' ').map((name) => [name, { text: '-f' }] as const),
    ),
    never:
      'pull push ps images logs start stop restart kill rm rmi inspect exec stats top port attach pause unpause login logout search info version events',
  },
);
const kubectl = commands(
  '-n --namespace -l --selector -o --output --context --cluster --user -c --container --field-selector --sort-by -p --patch --type --tail --since --timeout --replicas --image --for',
  {
    paths: '-f --filename -k --kustomize --kubeconfig --from-file --patch-file --output-directory',
    sub: { logs: { text: '-f' }, kustomize: { paths: '-o --output' } },
    never: 'get describe logs delete exec scale rollout label annotate top explain edit port-forward cordon drain expose',
  },
);
const cargo = commands(
  '-p --package --bin --example --test --bench --features -F --target -j --jobs --profile --color --message-format',
  {
    base: '-C',
    roams: /(^| )(workspaces|ws) exec( |$)/,
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
  '-k -m -n --maxfail --durations --tb -p -W --cov --reporter -t --testNamePattern --project --grep -g --timeout',
  {
    paths: '-c --config --rootdir --basetemp --junitxml --ignore',
  },
);

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
  clone: { text: '-b -c -o -j -u' },
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
  config: { paths: '-f' },
};

export const projectOperands: Readonly<Record<string, Operands>> = {
  git: commands(
    '-c --message --format= --pretty= --config-env --author --date --grep --since --until --after --before --max-count --branch --depth --jobs --diff-filter --cleanup --trailer --fixup --strategy --strategy-option --onto --exec --set-upstream-to --push-option --namespace --origin --pattern --points-at',
    {
      before: '-c --config-env',
      base: '-C',
      roams: /(^| )(submodule( -\S+)* foreach|for-each-repo)( |$)/,
      paths:
        '--git-dir --work-tree -F --file --template --reference --separate-git-dir --output --pathspec-from-file --exclude-from --directory',
      files: 'add rm mv restore stage blame annotate apply am check-ignore clean hash-object sparse-checkout init ls-files',
      sub: gitShort,
      never:
        'status push pull fetch remote branch tag merge rebase cherry-pick revert config describe rev-parse rev-list reflog shortlog bisect notes gc fsck worktree submodule var switch',
    },
  ),
  npm,
  pnpm,
  yarn: commands('--registry', {
    base: '--cwd',
    never: 'run test start build add remove up upgrade why info workspace workspaces install dlx exec',
    hands: 'test start build',
    handsRest: 'run',
    roams: /(^| )workspaces? /,
  }),
  bun: commands('--registry -F --filter', {
    base: '--cwd',
    paths: '--destination --outdir --outfile --filename',
    never: 'install add remove update pm',
  }),
  npx: commands(),
  node: plain('-C --conditions --input-type', { paths: '-r --require --import --env-file --loader' }),
  deno: commands(),
  ...Object.fromEntries(makes.map((name) => [name, targets()])),
  ninja: targets({ paths: '-f' }),
  just: targets({ base: '-d --working-directory', paths: '-f --justfile', handsRest: '' }),
  task: targets({ base: '-d --dir', paths: '-t --taskfile' }),
  rake: targets({ base: '', paths: '-f --rakefile' }),
  cmake: plain('-G -D -U -A -T --target -t --config --parallel -j --preset', {
    words: true,
    paths: '-S -B -P --build --install --prefix -C',
  }),
  ctest: plain('-R -E -L -LE -C -j', { words: true, base: '--test-dir' }),
  mvn: commands('-P -D -pl -T', { words: true, paths: '-f --file -s --settings' }),
  gradle: commands('-P -D -x --tests', { base: '-p --project-dir', paths: '-b -c -I' }),
  gradlew: commands('-P -D -x --tests', { base: '-p --project-dir', paths: '-b -c -I' }),
  cargo,
  rustup: commands(),
  go: commands('-run -bench -tags -ldflags -gcflags -count -timeout -p -mod -benchtime -fuzz -fuzztime', {
    words: true,
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
    { paths: '-F --body-file -D --dir --input' },
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
  tmux: commands('', { base: '-c' }),
  // Tests, builds and servers by a subcommand, which may be the name of a folder as well.
  ...Object.fromEntries(
    'dotnet swift mix flutter dart playwright cypress ng vite astro storybook prisma sam serverless cdk stack cabal zig crystal gleam rebar3 hatch rye pixi earthly skaffold minikube argocd supabase forge truffle hardhat'
      .split(' ')
      .map((name): [string, Operands] => [name, commands('', { paths: '-o --output -c --config' })]),
  ),
  ...Object.fromEntries(
    ['bazel', 'bazelisk', 'buck', 'buck2', 'pants', 'please'].map((name): [string, Operands] => [
      name,
      commands('-c --config --keep_going -j --jobs --test_filter', { labels: /^-?(@@?[\w.~+-]*)?\/\/[^.]*(\.{3})?(:.*)?$/ }),
    ]),
  ),
  lerna: commands('', { paths: '-o --output -c --config', roams: /(^| )exec( |$)/ }),
  pdm: commands('', { base: '-p --project', paths: '-o --output -c --config' }),
  ...Object.fromEntries(
    ['repo', 'west', 'meta', 'mr', 'mani', 'melos'].map((name): [string, Operands] => [
      name,
      commands('', { roams: /(^| )(forall|exec|run)( |$)/ }),
    ]),
  ),
  nx: commands('-t --target --targets -p --projects -c --configuration --base --head'),
  turbo: commands('-F --filter'),
};

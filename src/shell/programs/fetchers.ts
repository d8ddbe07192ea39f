/** Programs that bring files here from other hosts, clouds, containers and repositories. Pure data. */
import { byNames } from './byNames';

export interface FetchWords {
  /** The words in front, those that are as good as one another behind `|`. */
  verb: string;
  /**
   * `copy`: sources, and a target behind them. `clone`: a source, and the folder that is made, which has the source's last name where it is not given.
   * `here`: whatever there is, into a folder of an option or of the word behind the source.
   */
  how: 'copy' | 'clone' | 'here';
  /** All that lies in the source, with names that the line does not say: always, or with one of these options. */
  all?: true | string;
  /** Options that name the folder. */
  folder?: string;
  /** Where none is named: the folder above that of this option, or above where it runs. */
  above?: string;
  /** At which place behind the verb the folder stands. */
  at?: number;
  /** What a clone leaves out at the end of the name. */
  ending?: RegExp;
  /** Only with one of these options; and where one of `inPlace` is given, into the folder that the line is in. */
  only?: string;
  inPlace?: string;
  /** Words behind the verb that bring nothing. */
  but?: RegExp;
}
export interface Fetcher {
  /** Options that take the next word, beside those that stand before any subcommand; and some that take none, as of others nobody knows. */
  valued?: string;
  flags?: string;
  fetches: readonly FetchWords[];
}

export const gitEnding = /\.(git|bundle)$/;
/** Of a revision that is told with the address. */
const pegged = /@[^@/]*$/;
const copy = (verb: string, all?: FetchWords['all']): FetchWords => ({ verb, how: 'copy', all });
const clone = (verb: string, ending?: RegExp, folder?: string): FetchWords => ({ verb, how: 'clone', ending, folder });
const here = (verb: string, folder?: string, at?: number): FetchWords => ({ verb, how: 'here', folder, at });

const docker: Fetcher = {
  valued: '-f --file -p --project-name --index',
  fetches: [copy('cp'), copy('container cp'), copy('compose cp')],
};
const kubectl: Fetcher = {
  valued: '-c --container --retries --strategy --include --exclude',
  fetches: [copy('cp', true), copy('rsync', true)],
};
const pip: Fetcher = {
  valued: '-d --dest -t --target -r --requirement -c -i --index-url --extra-index-url --platform --python-version -w --wheel-dir',
  fetches: [here('download|wheel', '-d --dest -w --wheel-dir')],
};
const ftp: Fetcher = { fetches: [here('')] };
const scaffold: Fetcher = {
  valued: '-m --mode --dir --cwd --auth --template',
  flags: '-f --force -c --cache -v --verbose --offline --prefer-offline --force-clean --install',
  fetches: [here('', undefined, 1)],
};
/** What begins a project brings the settings of an editor with it. */
const starter = (verb: string, folder?: string): Fetcher => ({
  valued: '--directory -t --template --preset --typescript --package-manager -p -d --database -g --group',
  fetches: [here(verb, folder, 0)],
});
/** `django-admin`, by whichever name it is called. */
const django: Fetcher = {
  valued: '--template -e --extension -n --name -x --exclude --settings --pythonpath -v --verbosity',
  fetches: [clone('startproject|startapp')],
};
/** What keeps many repositories in step. */
const synced = (verbs: string): Fetcher => ({ valued: '-j --jobs -m --manifest-name -b --revision', fetches: [here(verbs)] });
const bazaar: Fetcher = {
  valued: '-r --revision',
  flags: '-q --quiet -v --verbose --lightweight --standalone --stacked --no-tree --hardlink',
  fetches: [clone('branch|clone|get|checkout|co'), here('export', undefined, 0), here('merge|pull|patch')],
};

/** `create-vite FOLDER` */
export const creator: Fetcher = starter('');
export const fetchers = byNames<Fetcher>({
  'docker podman nerdctl docker-compose': docker,
  'kubectl oc': kubectl,
  aws: {
    valued:
      '--exclude --include --acl --storage-class --bucket --key --range --version-id --page-size --request-payer --sse --sse-c --sse-c-key --sse-kms-key-id',
    fetches: [copy('s3 cp|mv', '--recursive'), copy('s3 sync', true)],
  },
  gsutil: {
    valued: '-o -h -u -i -L -x -j',
    fetches: [copy('cp|mv', '-r -R -I'), copy('rsync', true)],
  },
  gcloud: {
    valued: '--zone --port --ssh-key-file -x --exclude',
    fetches: [
      copy('storage cp|mv', '-r -R --recursive -I --read-paths-from-stdin'),
      copy('storage rsync', true),
      copy('compute scp|copy-files', '--recurse'),
      copy('alpha storage cp', true),
      here('source repos clone', undefined, 1),
    ],
  },
  rclone: {
    valued:
      '--config --include --exclude --filter --transfers --checkers --bwlimit --max-age --min-age -f --log-file --files-from',
    fetches: [copy('copy|sync|move|bisync', true), copy('copyto|moveto'), copy('copyurl', '-a --auto-filename')],
  },
  az: {
    valued:
      '-f --file -d --destination -s --source -n --name -c --container-name --account-name --account-key --sas-token --connection-string --pattern -p --path --dest --subscription -o --output --query',
    fetches: [
      here('storage blob download-batch|sync', '-d --destination'),
      here('storage file|fs download-batch', '-d --destination'),
      here('storage copy', '-d --destination'),
      here('storage fs directory|file download', '-d --destination -f --file'),
      here('storage file download', '--dest'),
      here('artifacts universal download', '--path'),
      here('acr|repos clone'),
    ],
  },
  azcopy: { valued: '--include-pattern --exclude-pattern --from-to', fetches: [copy('copy|cp|sync', true)] },
  s3cmd: { valued: '-c --config', fetches: [copy('get', '-r --recursive'), copy('sync', true)] },
  s5cmd: { valued: '--endpoint-url --profile', fetches: [copy('cp|mv|sync', true)] },
  mc: { fetches: [copy('cp|mv|get', '-r --recursive'), copy('mirror', true)] },
  b2: { fetches: [copy('sync', true), here('download-file|file|download')] },
  doctl: { fetches: [here('serverless get')] },
  multipass: { fetches: [copy('transfer|copy-files', '-r --recursive')] },
  'lxc incus': { fetches: [copy('file pull', '-r --recursive')] },
  limactl: { fetches: [copy('copy|cp', '-r --recursive')] },
  vagrant: { fetches: [copy('scp|rsync', true)] },
  adb: { valued: '-s -t -H -P', fetches: [copy('pull', true)] },
  pscp: { valued: '-P -l -pw -i', fetches: [copy('', '-r')] },
  'ncftpget ftp lftp ncftp tftp smbclient psftp azcli': ftp,
  uudecode: { valued: '-o --output-file', fetches: [here('', '-o --output-file')] },
  gh: {
    valued: '-u --upstream-remote-name -p --pattern -n --name -A --archive -D --dir -O --output --remote-name --org --fork-name',
    fetches: [
      clone('repo clone|fork', gitEnding),
      clone('gist clone', gitEnding),
      here('release download', '-D --dir'),
      here('run download', '-D --dir'),
      copy('codespace|cs cp', '-r --recursive -e --expand'),
    ],
  },
  glab: {
    valued: '-p',
    fetches: [clone('repo clone', gitEnding), here('release download', '-D --dir'), here('job artifact', '-p')],
  },
  hub: { fetches: [clone('clone', gitEnding)] },
  hg: {
    valued: '-r --rev -b --branch -u --updaterev -e --ssh --remotecmd -t --type -p --prefix -I --include -X --exclude',
    flags: '-U --noupdate --pull --uncompressed --stream --insecure --git',
    fetches: [clone('clone'), here('archive', undefined, 0), here('import|patch|unshelve')],
  },
  svn: {
    valued: '-r --revision --depth --native-eol',
    flags: '-N --non-recursive --force --ignore-externals --ignore-keywords',
    fetches: [clone('checkout|co|export', pegged), here('patch', undefined, 1)],
  },
  cvs: { valued: '-d -r -D -j -k -z', fetches: [clone('checkout|co|get|export|ex', undefined, '-d')] },
  'bzr brz': bazaar,
  darcs: {
    valued: '--repo-name --repodir',
    fetches: [clone('clone|get|put', undefined, '--repo-name --repodir'), here('apply')],
  },
  fossil: { fetches: [here('open|unpack')] },
  jj: { fetches: [clone('git clone', gitEnding)] },
  sl: { fetches: [clone('clone')] },
  repo: synced('sync|smartsync|checkout|rebase|download|start|abandon|cherry-pick'),
  gclient: synced('sync|update|revert'),
  'west jiri mr': synced('update|up|checkout|co'),
  vcs: synced('import|pull|checkout|update'),
  'rails laravel symfony gatsby jekyll lein stack ionic': starter('new|start'),
  'django-admin manage.py': django,
  composer: { fetches: [clone('create-project')] },
  'flutter vue dart meteor': starter('create'),
  'nuxi expo spring': starter('init'),
  // `@angular/cli`, `@vue/cli`, `@nestjs/cli`
  cli: starter('new|n|create', '--directory'),
  hugo: starter('new site'),
  cargo: {
    valued: '-n --name --destination -d --define --git -g -b --branch -t --tag -r --revision -p --path --config --vcs',
    fetches: [{ ...here('generate|gen', '--destination -n --name'), inPlace: '--init' }],
  },
  dotnet: {
    valued: '-o --output -n --name -lang --language -f --framework --project',
    fetches: [
      {
        ...here('new', '-o --output'),
        but: /^(list|search|install|uninstall|update|details|sln|slnx|solution|gitignore|globaljson|global\.json|editorconfig|\.editorconfig)$/,
      },
    ],
  },
  'mvn mvnw': { fetches: [here('archetype:generate|archetype:create')] },
  sbt: { valued: '-o --out --name', fetches: [here('new', '-o --out')] },
  'platformio pio': { valued: '-d --project-dir -b --board --ide', fetches: [here('project init', '-d --project-dir')] },
  sam: { valued: '-o --output-dir -n --name -l --location -r --runtime', fetches: [here('init', '-o --output-dir -n --name')] },
  'serverless sls': { valued: '-p --path -u --template-url -t --template -n', fetches: [here('create', '-p --path')] },
  pulumi: { valued: '--dir -C --cwd -n --name -s --stack', fetches: [here('new', '--dir -C --cwd')] },
  helm: {
    valued: '-d --destination --untardir --version --repo',
    fetches: [{ ...here('pull|fetch', '--untardir -d --destination'), only: '--untar' }],
  },
  nix: { valued: '-t --template', fetches: [here('flake init'), here('flake new', undefined, 0)] },
  gem: { valued: '--target -v --version', fetches: [here('unpack', '--target')] },
  brew: { valued: '--destdir', fetches: [here('unpack', '--destdir')] },
  // Sources of packages, unpacked.
  'apt apt-get': { valued: '-t --target-release -o --option -c', fetches: [here('source')] },
  'dget debcheckout': { fetches: [here('')] },
  'nest ng': starter('new|n', '--directory'),
  sv: starter('create'),
  yo: { fetches: [here('')] },
  'degit tiged giget': scaffold,
  cookiecutter: { valued: '-o --output-dir -c --checkout', fetches: [here('', '-o --output-dir')] },
  cruft: {
    valued: '-o --output-dir -c --checkout -p --project-dir',
    fetches: [here('create', '-o --output-dir'), here('update')],
  },
  kedro: { valued: '-s --starter -n --name -c --config', fetches: [here('new', '-n --name')] },
  // Of a registry, whatever files that names.
  'shadcn shadcn-ui shadcn-vue shadcn-svelte': {
    valued: '-c --cwd -p --path -t --template',
    fetches: [here('add|init|create', '-c --cwd')],
  },
  devcontainer: {
    valued: '-w --workspace-folder -t --template-id -a --template-args',
    fetches: [here('templates apply', '-w --workspace-folder')],
  },
  copier: {
    valued: '-d --data --data-file -a --answers-file -r --vcs-ref -x --exclude -s --skip',
    flags: '-f --force -w --overwrite -l --defaults -q --quiet -A --skip-answered --trust --UNSAFE -g --prereleases -n --pretend',
    fetches: [here('copy', undefined, 1), here('update|recopy', undefined, 0)],
  },
  oras: { valued: '-o --output', fetches: [here('pull', '-o --output')] },
  ipfs: { valued: '-o --output', fetches: [clone('get')] },
  dvc: { valued: '-o --out --rev', fetches: [here('get|import|import-url', '-o --out'), here('pull|checkout|repro|exp')] },
  'huggingface-cli': { valued: '--local-dir --include --exclude --revision', fetches: [here('download', '--local-dir')] },
  'pip pip3': pip,
  // Archives, where they have a verb of their own.
  asar: { fetches: [here('extract|e', undefined, 1), here('extract-file|ef')] },
  arj: { fetches: [here('x|e')] },
  'lha lhasa': { fetches: [here('x|e|xf')] },
  'unace zoo': { fetches: [here('x|e')] },
  ouch: { valued: '-d --dir', fetches: [here('decompress|d', '-d --dir')] },
  cabextract: { valued: '-d --directory -F --filter', fetches: [here('', '-d --directory')] },
  unsquashfs: { valued: '-d -dest', fetches: [here('', '-d -dest')] },
  innoextract: { valued: '-d --output-dir', fetches: [here('', '-d --output-dir')] },
  msiextract: { valued: '-C --directory', fetches: [here('', '-C --directory')] },
  'aunpack atool': { valued: '-X --extract-to', fetches: [here('', '-X --extract-to')] },
  // Links that lead to what lies in its packages.
  stow: { valued: '-t --target -d --dir', fetches: [{ ...here('', '-t --target'), above: '-d --dir' }] },
  'dtrx unp': { fetches: [here('')] },
  unshar: { valued: '-d', fetches: [here('', '-d')] },
  munpack: { valued: '-C', fetches: [here('', '-C')] },
  ripmime: { valued: '-i -d', fetches: [here('', '-d')] },
});

/** Programs that run what stands in files of the project, though their words need not name them. Pure data. */

import { makes } from './variables';

export interface OwnScript {
  /** Files by which they are told what to run. */
  files: RegExp;
  /** Sources of a program that they build and run: where the line only edits one, what it runs is the project's. */
  sources?: RegExp;
  /** Modules that it has loaded from the folder of what it runs, in the place of its own. */
  shadows?: RegExp;
  /** Only these subcommands do; any where it is left out. */
  sub?: RegExp;
  /** These subcommands run nothing; of a group of them, the two words. */
  calm?: RegExp;
  /** Options that name another file in their place. */
  instead?: string;
  /**
   * Words of theirs may name a file of code, too: those that look like one, and those behind an option; or all of them. Of programs that read files as well, it
   * counts where the line has made the file: any word of `file`, and of `option` those behind an option that has code loaded.
   */
  named?: true | 'all' | 'file' | 'option';
  /** No table tells of the program: it may do so. */
  isGuess?: true;
}

/** A script of the project that another script is likely to run. */
const script = String.raw`\.(sh|bash|mk|mjs|cjs)$|(^|\/)(scripts?|bin|tools?|hack|ci)\/[^/]+$`;
const js = '[cm]?[jt]s';
const settingNames: readonly string[] = [
  // that are code themselves, or name what is run beside it
  String.raw`(^|\/)\.(?!nvmrc$)[\w-]+rc(\.\w+)?`,
  String.raw`\.config\.(${js}|json|ya?ml|toml)`,
  String.raw`(^|\/)(conftest|conf|setup|settings|tasks|dodo|sitecustomize|usercustomize)\.py`,
  String.raw`(^|\/)(?!pro)[A-Za-z]\w*file(\.\w+)?\.(py|rb|lua|coffee|${js})`,
  String.raw`(^|\/)(karma|wdio|protractor|nightwatch|gunicorn)\.conf\.(${js}|py)`,
  String.raw`(^|\/)\w+-(config|node|browser|ssr)\.${js}`,
  String.raw`(^|\/)(wscript|build\.rs|Gemfile|config\.ru|lefthook\.yml)`,
  // of a whole project: each of its tools has a part of these
  String.raw`(^|\/)(package\.json|pyproject\.toml|setup\.cfg|tox\.ini|Pipfile|Cargo\.toml|pnpm-workspace\.yaml)`,
  String.raw`(^|\/)(\.pre-commit-config\.yaml|\.lintstagedrc|\.cargo\/config(\.toml)?)`,
];
/** Packages that lie in the project: any tool of it may have them loaded, or be one of them. */
export const installed = String.raw`(^|\/)(node_modules|site-packages)\/`;
const settings = `(${settingNames.join('|')})$|${installed}`;
const tests = String.raw`\.(test|spec)\.[cm]?[jt]sx?$|_test\.([cm]?[jt]sx?|py|rb|exs?)$|(^|\/)test_[^/]*\.py$|(_spec|(spec|rails|test)_helper)\.rb$|Test\.php$`;
/** Behind these a file of code is named: settings that are code, a plug-in, what reports. */
export const loadingOptions =
  /^(-[cfprsuxPAT]|--?(config|config-?file|require|import|loader|plugins?|presets?|load-plugins|(custom-)?formatter|format|custom-syntax|reporters?|resolver|transform|environment|runner|use|ui|setup[\w-]*|global-?(setup|teardown)|(nox|grunt|gulp|jake|rake|snake|proc)file|file|script|eval-file|app|preload|init-?(script|file)|load|rcfile|processor|parser))$/i;
/** The same of settings, which need not be code: they say what else is loaded. */
export const settingOptions = /^(-[cf]|--?(config|config-?file|settings|rcfile|file|inventory))$/i;
/** Behind these stands a folder of code. */
export const folderOptions = /^--?(rules-?dir|resolve-plugins-relative-to|(module|plugin|library)s?-?(path|dir|search-dir))$/i;
/** What checks, formats or packs a project: it reads files, and its settings are code. */
const project: OwnScript = { files: new RegExp(settings), sources: new RegExp(tests), named: 'option' };
/** What runs the files that it is given. */
const given: OwnScript = { ...project, named: 'file' };
/** What a program that nobody knows may run of a project. */
const ofTools = String.raw`(^|\/)((?!Docker|Container|Read)[A-Z][a-z]+file(\.\w+)?|project\.clj|build\.(sc|mill|zig)|dub\.(json|sdl)|[\w-]+\.nimble|shard\.yml|configure\.(ac|in)|Makefile\.am|(xmake|premake\d?)\.lua|magefile\.go|PKGBUILD|APKBUILD|debian\/[\w.]+|devbox\.json|\.goreleaser\.ya?ml|dodo\.py)$`;
const toolFiles = new RegExp(`${settings}|${ofTools}`);
/** One that takes files to read them, and one that may run them. */
export const reader: OwnScript = { ...project, files: toolFiles, isGuess: true };
export const runner: OwnScript = { ...given, files: toolFiles, isGuess: true };

const by = (files: string, more: Omit<OwnScript, 'files'> = {}): OwnScript => ({
  files: new RegExp(`(^|\\/)(${files})$|${script}|${settings}`),
  sources: new RegExp(tests),
  ...more,
});
const packages = by(String.raw`package\.json|binding\.gyp|\.pnpmfile\.cjs|\.yarnrc\.yml|bunfig\.toml`, {
  calm: /^(view|info|show|v|ls|list|la|ll|outdated|why|explain|config|c|get|set|root|bin|prefix|ping|whoami|search|find|s|se|docs|home|repo|bugs|issues|fund|doctor|help|cache|login|logout|adduser|org|owner|author|team|token|profile|star|stars|unstar|dist-tag|access|pkg|completion|diff|query|sbom|deprecate|audit|store|licenses|patch|env|-v|--version)$/,
});
/** By what a container is built, and several are started. */
const images =
  /(^|\/)(((docker|podman)-)?compose([.-][\w.-]+)?\.ya?ml|(Docker|Container)file[\w.-]*|[\w.-]+\.dockerfile|docker-bake\.(hcl|json))$/i;
const gradle = by(
  String.raw`(build|settings|init)\.gradle(\.kts)?|[\w.-]+\.gradle(\.kts)?|gradle\.properties|gradlew|gradle\/[\w./-]+`,
  {
    sources: /\.(java|kt|groovy)$/,
    instead: '-b',
    named: true,
  },
);
const maven = by(String.raw`pom\.xml|extensions\.xml|maven\.config|jvm\.config|mvnw|\.mvn\/.*`, {
  sources: /\.(java|kt)$/,
  named: true,
});

export const ownScripts: ReadonlyMap<string, OwnScript> = new Map<string, OwnScript>(
  Object.entries<OwnScript>({
    npm: packages,
    pnpm: packages,
    yarn: packages,
    bun: { ...packages, named: true },
    ...Object.fromEntries(makes.map((name) => [name, by('.*[Mm]akefile.*', { named: 'file' })])),
    just: by('.?[Jj]ustfile', { instead: '-f --justfile', named: true }),
    task: by(String.raw`[Tt]askfile\.(dist\.)?ya?ml`, { instead: '-t --taskfile', named: true }),
    rake: by(String.raw`[Rr]akefile(\.rb)?|.*\.rake`, { instead: '-f --rakefile', named: true }),
    gradle,
    gradlew: gradle,
    mvn: maven,
    mvnw: maven,
    ant: by(String.raw`build\.xml`, { instead: '-f -file -buildfile', named: true }),
    sbt: by(String.raw`build\.sbt|.*\.sbt|\.(sbt|jvm)opts`, { sources: /\.scala$/ }),
    vagrant: by('Vagrantfile'),
    snakemake: by(String.raw`Snakefile|.*\.smk`, { named: 'file' }),
    nox: by(String.raw`noxfile\.py`, { named: 'option' }),
    invoke: by(String.raw`tasks\.py`, { named: 'option' }),
    inv: by(String.raw`tasks\.py`, { named: 'option' }),
    fab: by(String.raw`fabfile\.py`, { named: 'option' }),
    gulp: by(String.raw`gulpfile\.js`, { named: 'option' }),
    grunt: by(String.raw`Gruntfile\.js`, { named: 'option' }),
    scons: by('SConstruct|SConscript', { named: 'option' }),
    ...Object.fromEntries(
      ['nix', 'nix-build', 'nix-shell', 'nix-instantiate', 'devenv'].map((name) => [
        name,
        by(String.raw`.*\.nix`, { named: true }),
      ]),
    ),
    mix: by(String.raw`mix\.exs|config\/.*\.exs`, { named: 'file', sub: /^(?!(format|help|hex\S*|deps\S*)$)/ }),
    zig: by(String.raw`build\.zig`, { named: 'file', sub: /^(build|run|test)$/ }),
    rebar3: by(String.raw`rebar\.config`),
    stack: by(String.raw`stack\.yaml|Setup\.hs`, { named: 'file' }),
    cabal: by(String.raw`Setup\.hs|.*\.cabal`),
    dart: by(String.raw`build\.dart`, { named: 'file', sub: /^(?!(format|analyze|fix|pub|doc|create|info)$)/ }),
    crystal: by(String.raw`shard\.yml`, { named: 'file', sub: /^(run|spec)$|[./]/ }),
    nim: by(String.raw`config\.nims|.*\.nimble`, { named: 'file', sub: /^(r|e|c|compile)$/ }),
    mise: by(String.raw`\.?mise(\.\w+)*\.toml|\.tool-versions`),
    direnv: by(String.raw`\.envrc|\.env`),
    nx: by(String.raw`(nx|project)\.json`),
    ng: by(String.raw`angular\.json|\.angular-cli\.json`),
    expo: by(String.raw`app\.json`),
    sls: by(String.raw`serverless(\.\w+)*`),
    sam: by(String.raw`template\.ya?ml`),
    act: by(String.raw`\.github\/.*`),
    rush: by(String.raw`rush\.json|command-line\.json`),
    cypress: { ...given, files: new RegExp(String.raw`${settings}|(^|\/)cypress\/`) },
    poe: by(String.raw`pyproject\.toml`),
    ninja: by(String.raw`build\.ninja`, { named: true }),
    cmake: by(String.raw`CMakeLists\.txt|.*\.cmake|CMake(User)?Presets\.json`, { sub: /^(?!-E$)/, named: true }),
    meson: by(String.raw`meson(\.build|_options\.txt|\.options)`),
    qmake: by(String.raw`.*\.(pro|pri)`),
    ...Object.fromEntries(['b2', 'bjam'].map((name) => [name, by(String.raw`Jam(file|root)(\.\w+)?|.*\.jam`)])),
    ctest: by(String.raw`.*\.cmake`),
    ...Object.fromEntries(
      ['clojure', 'clj', 'bb', 'lein'].map((name) => [name, by(String.raw`(deps|bb)\.edn|(project|profiles|user)\.clj`)]),
    ),
    ...Object.fromEntries(
      ['bazel', 'bazelisk', 'buck', 'buck2', 'pants', 'please'].map((name) => [
        name,
        by(String.raw`(BUILD|BUCK|WORKSPACE|MODULE)(\.\w+)?|.*\.bzl`),
      ]),
    ),
    pip: by(String.raw`setup\.(py|cfg)|pyproject\.toml`, { sub: /^(install|wheel|download)$/ }),
    pip3: by(String.raw`setup\.(py|cfg)|pyproject\.toml`, { sub: /^(install|wheel|download)$/ }),
    bundle: by(String.raw`Gemfile|.*\.gemspec`),
    composer: by(String.raw`composer\.json`, { calm: /^(show|info|search|outdated|why|licenses|validate)$/ }),
    go: { files: /(^|\/)go\.mod$/, sources: /\.go$/, sub: /^(run|test|generate|tool)$/, named: true },
    cargo: {
      files: /(^|\/)(Cargo\.toml|Makefile\.toml|build\.rs|\.cargo\/config(\.toml)?)$/,
      sources: /\.rs$/,
      sub: /^(?!(search|login|logout|owner|yank|info|tree|metadata|version|help|new|init|locate-project|pkgid|read-manifest|verify-project|report|clean|update|add|remove|rm|fetch|vendor|generate-lockfile|fmt)$)/,
    },
    dotnet: {
      files: /\.(csproj|fsproj|props|targets)$/,
      sources: /\.(cs|fs)$/,
      sub: /^(run|test|build|publish|msbuild|script|fsi)$|\.cs$/,
      named: 'file',
    },
    swift: { files: /(^|\/)Package\.swift$/, sources: /\.swift$/, sub: /^(run|test|build|package)$/ },
    deno: {
      files: new RegExp(String.raw`(^|\/)(deno|import_map|importMap)\.jsonc?$|${settings}`),
      sources: new RegExp(tests),
      sub: /^(run|test|task|bench|serve|install|compile|x|repl|eval)$|[./]/,
      named: true,
    },
    'node --run': packages,
    'node --test': { ...given, sources: new RegExp(`${tests}|(^|\\/)test\\/.*\\.${js}$`) },
    java: { files: /(^|\/)java\.options$/, named: 'all' },
    ...Object.fromEntries(
      'eslint eslint_d prettier stylelint babel webpack vite rollup tsup next nuxt astro ruff mypy pylint pre-commit lefthook lint-staged'
        .split(' ')
        .map((name) => [name, project]),
    ),
    ...Object.fromEntries(
      'pytest py.test tox jest vitest mocha ava tap c8 nyc playwright karma vercel wrangler rspec pest unittest gunicorn uvicorn hypercorn celery puma cap streamlit locust nodemon papermill robot bats shellspec k6 rackup manim escript runhaskell rust-script puppet chef-apply scrapy jupyter'
        .split(' ')
        .map((name) => [name, given]),
    ),
    // Of these, texts and data are what runs.
    ...Object.fromEntries(
      'lualatex luatex luahbtex rpmbuild ebuild runme mdsh mask quarto jupytext pm2 packer artillery tmuxp supervisord'
        .split(' ')
        .map((name) => [name, { ...given, named: 'all' }]),
    ),
    ...Object.fromEntries(
      ['terraform', 'tofu', 'terragrunt'].map((name) => [
        name,
        { files: /\.(tf|tofu|hcl|tfvars)(\.json)?$/, sub: /^(?!(fmt|validate|version|show|output|providers|graph|help)$)/ },
      ]),
    ),
    ...Object.fromEntries(
      ['docker', 'podman', 'nerdctl'].map((name) => [
        name,
        {
          files: images,
          sub: /^(build|buildx|builder|image|compose|stack|bake|kube|play)$/,
          calm: /^(compose|image|builder|stack) (config|convert|images|inspect|kill|logs|ls|port|ps|prune|rm|services|stats|stop|top|version|events|down)$/,
          named: 'file',
        },
      ]),
    ),
    ...Object.fromEntries(
      ['docker-compose', 'podman-compose', 'buildah', 'kaniko', 'img'].map((name) => [
        name,
        { files: images, calm: /^(config|images|kill|logs|ls|port|ps|rm|stop|top|version|events|down)$/, named: 'file' },
      ]),
    ),
    git: { files: /(^|\/)((\.git\/hooks|\.husky)\/|(\.git|git)\/config(\.worktree)?$|\.gitconfig$)/, calm: /^(help|version)$/ },
    phpunit: by(String.raw`phpunit\.xml(\.dist)?|bootstrap\.php`, { named: 'file' }),
    brew: { files: /(^|\/)\.?Brewfile$/, sub: /^(bundle|install|reinstall|upgrade)$/, named: 'file' },
    gem: { files: /\.gemspec$/, sub: /^(build|install|exec)$/, named: 'file' },
    dune: by(String.raw`dune(-project|-workspace)?|.*\.opam`),
    ...Object.fromEntries(['R', 'Rscript'].map((name) => [name, { files: /(^|\/)\.(Rprofile|Renviron)$/ }])),
    ...Object.fromEntries(
      ['vi', 'vim', 'nvim', 'gvim', 'ex', 'view', 'vimdiff'].map((name) => [
        name,
        { files: /(^|\/)\.(exrc|g?vimrc|nvimrc|nvim\.lua|vim\/.*)$/ },
      ]),
    ),
    emacs: { files: /(^|\/)(\.dir-locals\.el|\.emacs(\.d\/.*)?)$/ },
    flask: by(String.raw`(app|wsgi)\.py|\.flaskenv|migrations\/env\.py`),
    fastapi: by(String.raw`(main|app|api)\.py`, { named: 'file' }),
    alembic: by(String.raw`(.*\/)?env\.py`),
    pulumi: by(String.raw`index\.[jt]s|__main__\.py|main\.go|Program\.cs`),
    ...Object.fromEntries(
      ['npx', 'pnpx', 'bunx'].map((name) => [
        name,
        { files: new RegExp(String.raw`${installed}|(^|\/)(\.npmrc|bunfig\.toml|\.pnp\.cjs)$`) },
      ]),
    ),
    ...Object.fromEntries(
      'dpkg rpm apt apt-get dnf yum zypper pacman apk'
        .split(' ')
        .map((name) => [name, { files: /$^/, sub: /^(?!(update|search|list|show|info|remove)$)/, named: 'file' }]),
    ),
    psql: { files: /(^|\/)\.psqlrc$/, named: true },
    hg: { files: /(^|\/)\.hg\/hgrc[\w-]*$/ },
    conan: { files: /(^|\/)conanfile\.(py|txt)$/, named: 'file' },
    sqlite3: { files: /(^|\/)\.sqliterc$/ },
    ...Object.fromEntries(
      ['ansible-playbook', 'ansible', 'ansible-console', 'ansible-inventory'].map((name) => [
        name,
        { files: /(^|\/)ansible\.cfg$/, named: 'all' },
      ]),
    ),
  }),
);

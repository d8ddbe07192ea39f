/** Programs that run what stands in files of the project, though their words need not name them. Pure data. */

import { makes } from './variables';

export interface OwnScript {
  /** Files by which they are told what to run. */
  files: RegExp;
  /** Sources of a program that they build and run: where the line only edits one, what it runs is the project's. */
  sources?: RegExp;
  /** Only these subcommands do; any where it is left out. */
  sub?: RegExp;
  /** These subcommands run nothing. */
  calm?: RegExp;
  /** Options that name another file in their place. */
  instead?: string;
  /**
   * Words of theirs may name a file of code, too: those that look like one, and those behind an option; or all of them. Of programs that read files as well, it
   * counts where the line has made the file: any word of `file`, and of `option` those behind an option that has code loaded.
   */
  named?: true | 'all' | 'file' | 'option';
}

/** A script of the project that another script is likely to run. */
const script = String.raw`\.(sh|bash|mk|mjs|cjs)$|(^|\/)(scripts?|bin|tools?|hack|ci)\/[^/]+$`;
/** Settings that are code themselves. */
const settings = String.raw`\.config\.[cm]?[jt]s$|(^|\/)\.[\w-]+rc(\.[cm]?[jt]s)?$|(^|\/)(conftest|setup|noxfile|tasks|fabfile|wscript)\.py$|(^|\/)(gulpfile|Gruntfile|karma\.conf|wdio\.conf)\.[cm]?[jt]s$|(^|\/)(tox\.ini|\.pre-commit-config\.yaml|lefthook\.yml|build\.rs|Gemfile|\.babelrc|\.mocharc\.\w+|\.lintstagedrc\.?\w*)$`;
const tests = String.raw`\.(test|spec)\.[cm]?[jt]sx?$|_test\.(py|rb|exs?)$|(^|\/)test_[^/]*\.py$|_spec\.rb$|Test\.php$`;
/** Behind these a file of code is named: settings that are code, a plug-in, what reports. */
export const loadingOptions =
  /^(-[cfprsxPAT]|--?(config|config-?file|require|import|loader|plugins?|load-plugins|format|formatter|reporters?|preset|resolver|transform|environment|runner|setup[\w-]*|global-?(setup|teardown)|(nox|grunt|gulp|jake|rake|snake|proc)file|file|script|eval-file|app|preload|init-?(script|file)|load|rcfile|processor|parser))$/i;
/** What checks, formats or packs a project: it reads files, and its settings are code. */
const project: OwnScript = { files: new RegExp(settings), sources: new RegExp(tests), named: 'option' };
/** What runs the files that it is given. */
const given: OwnScript = { ...project, named: 'file' };
/** What a program that nobody knows may run of a project. */
const ofTools = String.raw`(^|\/)((?!Docker|Container|Read)[A-Z][a-z]+file(\.\w+)?|project\.clj|build\.(sc|zig)|dub\.(json|sdl)|[\w-]+\.nimble|shard\.yml|configure\.(ac|in)|Makefile\.am|(xmake|premake\d?)\.lua|magefile\.go|devbox\.json|\.goreleaser\.ya?ml|dodo\.py)$`;
export const anyTool: OwnScript = { ...project, files: new RegExp(`${settings}|${ofTools}`) };

const by = (files: string, more: Omit<OwnScript, 'files'> = {}): OwnScript => ({
  files: new RegExp(`(^|\\/)(${files})$|${script}|${settings}`),
  sources: new RegExp(tests),
  ...more,
});
const packages = by(String.raw`package\.json|binding\.gyp|\.pnpmfile\.cjs|\.yarnrc\.yml`, {
  calm: /^(view|info|show|v|ls|list|la|ll|outdated|why|explain|config|c|get|set|root|bin|prefix|ping|whoami|search|find|s|se|docs|home|repo|bugs|issues|fund|doctor|help|cache|login|logout|adduser|org|owner|author|team|token|profile|star|stars|unstar|dist-tag|access|pkg|completion|diff|query|sbom|deprecate|audit|store|licenses|patch|env|-v|--version)$/,
});
const gradle = by(String.raw`(build|settings|init)\.gradle(\.kts)?|[\w.-]+\.gradle(\.kts)?|gradle\.properties|gradlew`, {
  sources: /\.(java|kt|groovy)$/,
  instead: '-b',
  named: true,
});
const maven = by(String.raw`pom\.xml|extensions\.xml|maven\.config|jvm\.config|mvnw`, { sources: /\.(java|kt)$/, named: true });

export const ownScripts: ReadonlyMap<string, OwnScript> = new Map<string, OwnScript>(
  Object.entries<OwnScript>({
    npm: packages,
    pnpm: packages,
    yarn: packages,
    bun: { ...packages, named: true },
    ...Object.fromEntries(makes.map((name) => [name, by('.*[Mm]akefile.*')])),
    just: by('.?[Jj]ustfile', { instead: '-f --justfile', named: true }),
    task: by(String.raw`[Tt]askfile\.(dist\.)?ya?ml`, { instead: '-t --taskfile', named: true }),
    rake: by(String.raw`[Rr]akefile(\.rb)?|.*\.rake`, { instead: '-f --rakefile', named: true }),
    gradle,
    gradlew: gradle,
    mvn: maven,
    mvnw: maven,
    ant: by(String.raw`build\.xml`, { instead: '-f -file -buildfile', named: true }),
    sbt: by(String.raw`build\.sbt|.*\.sbt`, { sources: /\.scala$/ }),
    vagrant: by('Vagrantfile'),
    nox: by(String.raw`noxfile\.py`, { named: 'option' }),
    invoke: by(String.raw`tasks\.py`, { named: 'option' }),
    inv: by(String.raw`tasks\.py`, { named: 'option' }),
    fab: by(String.raw`fabfile\.py`, { named: 'option' }),
    gulp: by(String.raw`gulpfile\.js`, { named: 'option' }),
    grunt: by(String.raw`Gruntfile\.js`, { named: 'option' }),
    scons: by('SConstruct|SConscript', { named: 'option' }),
    nix: by(String.raw`.*\.nix`, { named: true }),
    'nix-build': by(String.raw`.*\.nix`, { named: true }),
    mix: by(String.raw`mix\.exs`, { named: 'file', sub: /^(?!(format|help|hex\S*|deps\S*)$)/ }),
    zig: by(String.raw`build\.zig`, { named: 'file', sub: /^(build|run|test)$/ }),
    rebar3: by(String.raw`rebar\.config`),
    stack: by(String.raw`stack\.yaml|Setup\.hs`, { named: 'file' }),
    cabal: by(String.raw`Setup\.hs|.*\.cabal`),
    dart: by(String.raw`build\.dart`, { named: 'file', sub: /^(?!(format|analyze|fix|pub|doc|create|info)$)/ }),
    crystal: by(String.raw`shard\.yml`, { named: 'file', sub: /^(run|spec)$|[./]/ }),
    nim: by(String.raw`config\.nims|.*\.nimble`, { named: 'file', sub: /^(r|e|c|compile)$/ }),
    mise: by(String.raw`\.?mise\.toml`),
    pixi: by(String.raw`pixi\.toml`),
    nx: by(String.raw`(nx|project)\.json`),
    poe: by(String.raw`pyproject\.toml`),
    ninja: by(String.raw`build\.ninja`, { named: true }),
    cmake: by(String.raw`CMakeLists\.txt|.*\.cmake|CMakePresets\.json`, { sub: /^(?!-E$)/, named: true }),
    meson: by(String.raw`meson\.build`),
    bazel: by(String.raw`BUILD(\.bazel)?|WORKSPACE|.*\.bzl|\.bazelrc`),
    pip: by(String.raw`setup\.(py|cfg)|pyproject\.toml`, { sub: /^(install|wheel|download)$/ }),
    pip3: by(String.raw`setup\.(py|cfg)|pyproject\.toml`, { sub: /^(install|wheel|download)$/ }),
    bundle: by(String.raw`Gemfile|.*\.gemspec`),
    composer: by(String.raw`composer\.json`, { calm: /^(show|info|search|outdated|why|licenses|validate)$/ }),
    go: { files: /(^|\/)go\.mod$/, sources: /\.go$/, sub: /^(run|test|generate|tool)$/, named: true },
    cargo: {
      files: /(^|\/)(Cargo\.toml|build\.rs|\.cargo\/config(\.toml)?)$/,
      sources: /\.rs$/,
      sub: /^(run|r|test|t|build|b|bench|check|c|clippy|doc|install|nextest|miri)$/,
    },
    dotnet: {
      files: /\.(csproj|fsproj|props|targets)$/,
      sources: /\.(cs|fs)$/,
      sub: /^(run|test|build|publish|msbuild|script|fsi)$/,
      named: 'file',
    },
    swift: { files: /(^|\/)Package\.swift$/, sources: /\.swift$/, sub: /^(run|test|build|package)$/ },
    deno: { files: /(^|\/)deno\.jsonc?$/, sub: /^(run|test|task|bench|serve|install|compile)$|[./]/, named: true },
    java: { files: /(^|\/)java\.options$/, named: 'all' },
    ...Object.fromEntries(
      'ctest eslint prettier stylelint tsc babel webpack vite rollup tsup next nuxt astro ruff mypy pylint pre-commit lefthook lint-staged'
        .split(' ')
        .map((name) => [name, project]),
    ),
    ...Object.fromEntries(
      'pytest py.test tox jest vitest mocha ava tap c8 nyc playwright cypress karma rspec phpunit pest unittest zx gunicorn uvicorn hypercorn celery streamlit locust snakemake papermill robot bats shellspec k6 rackup manim escript runhaskell rust-script puppet chef-apply scrapy pm2 jupyter'
        .split(' ')
        .map((name) => [name, given]),
    ),
    psql: { files: /(^|\/)\.psqlrc$/, named: true },
    sqlite3: { files: /(^|\/)\.sqliterc$/ },
    'ansible-playbook': { files: /(^|\/)ansible\.cfg$/, named: true },
  }),
);

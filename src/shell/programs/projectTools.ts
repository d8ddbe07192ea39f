/** Package managers, version managers and project tools that run a command in their words. Pure data. */
import { dashed, dashedShell, joined, plainWrapper, shellWrapper, type Wrapper } from './wrapper';

const packages: Wrapper = {
  versioned: true,
  valued: 'pw',
  longs: 'package workspace cache userconfig registry node-options',
  plain: 'yes no no-install quiet ignore-existing silent workspaces offline prefer-offline',
  scripts: '-c --call --shell-mode',
};
const fetched: Wrapper = { versioned: true, valued: 'p', longs: 'package' };
const pythons: Wrapper = {
  versioned: true,
  valued: 'pwCP',
  longs:
    'with extra group python directory project env-file index-url from with-requirements with-editable package index only-group no-group refresh-package',
  plain:
    'isolated no-sync frozen locked no-project offline quiet verbose active all-extras dev no-dev module no-cache all-groups exact refresh no-config',
};

/** `mise x -c TEXT`, `mise x node@20 -- COMMAND` */
const miseExec: Wrapper = { ...dashed, scripts: '-c --command' };

export const projectTools: Readonly<Record<string, Wrapper>> = {
  npx: packages,
  pnpx: packages,
  bunx: fetched,
  npm: { sub: { exec: packages, x: packages, explore: { skip: 1, dashed: true } } },
  pnpm: {
    sub: {
      exec: { valued: 'C', scripts: '-c --shell-mode' },
      dlx: { ...fetched, scripts: '-c --shell-mode' },
      recursive: { sub: { exec: { scripts: '-c --shell-mode' } } },
    },
  },
  yarn: { sub: { exec: plainWrapper, dlx: fetched, workspaces: { sub: { foreach: { sub: { exec: plainWrapper } } } } } },
  bun: { sub: { x: fetched } },
  lerna: { sub: { exec: { longs: 'scope ignore since concurrency' } } },
  dagger: { sub: { run: plainWrapper } },
  tox: { sub: { exec: dashed, e: dashed } },
  'chruby-exec': dashed,
  terragrunt: { sub: { exec: dashed } },
  ...Object.fromEntries(['cdk', 'cdktf'].map((name) => [name, { dashed: true, scripts: '-a --app' } as const])),
  // in many folders
  repo: { sub: { forall: { valued: 'rigjp', scripts: '-c --command', longs: 'regex inverse-regex groups jobs' } } },
  west: { sub: { forall: { valued: 'g', scripts: '-c' } } },
  meta: { sub: { exec: joined } },
  mr: { sub: { run: { valued: 'cdj' } } },
  mani: { sub: { exec: { ...joined, valued: 'tpdo', longs: 'tags projects paths output' } } },
  melos: { sub: { exec: { ...joined, valued: 'c', longs: 'concurrency scope ignore' } } },
  volta: { sub: { run: { longs: 'node npm pnpm yarn' } } },
  fnm: { sub: { exec: { longs: 'using' } } },
  // Without a version the one of the project.
  nvm: { sub: { exec: { own: /^(v?\d[\w.]*|lts\/.*|node|stable|system)$/ } } },
  n: { sub: { exec: { skip: 1 } } },
  nodenv: { sub: { exec: plainWrapper } },
  goenv: { sub: { exec: plainWrapper } },
  rustup: { sub: { run: { skip: 1, plain: 'install' } } },
  proto: { sub: { exec: dashed } },
  asdf: { sub: { exec: plainWrapper, env: { skip: 1 } } },
  mise: { sub: { exec: miseExec, x: miseExec } },
  rtx: { sub: { exec: miseExec, x: miseExec } },
  rbenv: { sub: { exec: plainWrapper } },
  pyenv: { sub: { exec: plainWrapper } },
  jenv: { sub: { exec: plainWrapper } },
  bundle: { sub: { exec: { plain: 'keep-file-descriptors' } } },
  uv: { sub: { run: pythons, tool: { sub: { run: pythons } } } },
  uvx: pythons,
  pipx: { sub: { run: { versioned: true, longs: 'spec python pip-args index-url', plain: 'no-cache verbose' } } },
  ...Object.fromEntries(['poetry', 'pipenv'].map((name) => [name, { sub: { run: plainWrapper, shell: { ownShell: true } } }])),
  pdm: { sub: { run: pythons } },
  hatch: { sub: { env: { sub: { run: dashed } } } },
  rye: { sub: { run: plainWrapper } },
  conda: { sub: { run: { valued: 'np', longs: 'name prefix cwd', plain: 'no-capture-output live-stream' } } },
  mamba: { sub: { run: { valued: 'np', longs: 'name prefix cwd' } } },
  micromamba: { sub: { run: { valued: 'np', longs: 'name prefix cwd' } } },
  pixi: {
    sub: {
      ...Object.fromEntries(['run', 'r'].map((name) => [name, { valued: 'e', longs: 'environment manifest-path' }])),
      ...Object.fromEntries(
        ['exec', 'x'].map((name) => [name, { versioned: true, valued: 'scpw', longs: 'spec channel platform with' } as const]),
      ),
    },
  },
  jj: { sub: { util: { sub: { exec: plainWrapper } } } },
  meson: { sub: { devenv: { valued: 'Cw', longs: 'workdir' } } },
  nx: { sub: { exec: plainWrapper } },
  firebase: { sub: { 'emulators:exec': { joined: true, longs: 'only project import config', plain: 'ui' } } },
  netlify: { sub: { 'dev:exec': plainWrapper, dev: { scripts: '-c --command' } } },
  opam: { sub: { exec: plainWrapper } },
  stack: { sub: { exec: plainWrapper } },
  cabal: { sub: { exec: plainWrapper, 'v2-exec': plainWrapper, 'new-exec': plainWrapper } },
  dune: { sub: { exec: plainWrapper } },
  composer: { sub: { exec: plainWrapper, global: { sub: { exec: plainWrapper } } } },
  gem: { sub: { exec: { versioned: true, valued: 'vg', longs: 'version gem', plain: 'conservative' } } },
  ',': plainWrapper,
  pkgx: { own: /^\+/ },
  'steam-run': plainWrapper,
  snap: { sub: { run: plainWrapper } },
  'nix-shell': { ...shellWrapper, valued: 'pAIE', ownShell: true },
  guix: { sub: { shell: dashedShell, environment: dashedShell } },
  brew: {
    sub: { sh: { scripts: '-c --cmd', ownShell: true }, bundle: { sub: { exec: plainWrapper, sh: { scripts: '-c --cmd' } } } },
  },
  cargo: {
    sub: {
      watch: { scripts: '-s --shell', dashed: true },
      flamegraph: { scripts: '-c --cmd' },
      ...Object.fromEntries(['workspaces', 'ws'].map((name) => [name, { sub: { exec: plainWrapper } }])),
    },
  },
  launchctl: { sub: { asuser: { skip: 1 } } },
  xcrun: { longs: 'sdk toolchain' },
};

// Builds every process of the product: the extension, the command line, the hook host, the webviews.
import { existsSync, realpathSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import * as esbuild from 'esbuild';
import { writeTypings } from './src/api/writeTypings.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {esbuild.BuildOptions} */
const common = { bundle: true, sourcemap: !production, minify: production, logLevel: 'info', legalComments: 'none' };
/** Texts of zod's errors in other languages, most of its size, are loaded at first use; to hook files they are there as ever. */
const locales = 'zod/v4/locales';
/** Packages that are large, and needed late or never. Each is a file of its own, loaded where the code says `import('…')`. */
const compiler = 'typescript';
const late = [
  '@anthropic-ai/sdk',
  '@babel/parser',
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/client/stdio',
  'openai',
  'turndown',
  locales,
  compiler,
];
/** Such as are used in the midst of a synchronous reading: imported as ever, loaded where the first of their names is touched. */
const touched = ['yaml', 'unbash', 'diff', 'picomatch', 'fuzzysort', 'jsonc-parser'];
/** The same of ours: each is a file of its own with all it imports, so nothing that one place writes and another reads may lie in it. */
const touchedParts = {
  agentConfigs: 'src/guard/config/agentConfigs.ts',
  commandHook: 'src/api/commandHook.ts',
  configEdit: 'src/guard/config/configEdit.ts',
  foreignEvents: 'src/shared/hooks/foreignEvents.ts',
  globalOptions: 'src/shell/programs/globalOptions.ts',
  hookTemplates: 'src/editor/authoring/hookTemplates.ts',
  hookText: 'src/editor/authoring/hookText.ts',
  importedHooks: 'src/adapters/definitions/importedHooks.ts',
  inputProblem: 'src/shared/calls/inputProblem.ts',
  lineFacts: 'src/shell/line/lineFacts.ts',
  mcpServer: 'src/adapters/mcp/mcpServer.ts',
  newHook: 'src/editor/authoring/newHook.ts',
  pictureBytes: 'src/shared/messages/pictureBytes.ts',
  protocols: 'src/protocols/index.ts',
  sessionMarkdown: 'src/editor/conversation/sessionMarkdown.ts',
  transcripts: 'src/guard/past/transcripts.ts',
  web: 'src/adapters/web/web.ts',
};
/** The same, but of the bundle that imports it: what such a module builds as it begins, and what it alone imports, most starts never need. */
const touchedWithin = [
  'src/adapters/mcp/mcpConfig.ts',
  'src/adapters/web/modelFetch.ts',
  'src/adapters/sandbox/processMessages.ts',
  'src/adapters/sessions/sessionFile.ts',
  'src/adapters/definitions/commandFiles.ts',
  'src/cli/checkCommand.ts',
  'src/cli/guard.ts',
  'src/cli/importCommand.ts',
  'src/cli/serve.ts',
  'src/hooks/testing/testProtocol.ts',
  'src/shared/events/readEvent.ts',
  'src/shared/messages/readMessage.ts',
];
/** The same of Node's own, in the command line: what a run without hooks and servers does not touch would take a tenth of its start. */
const touchedBuiltins = ['child_process', 'fs/promises', 'http', 'net', 'readline', 'readline/promises', 'v8'].map(
  (name) => `node:${name}`,
);
/** Zod as a whole, which hook files have: each process of ours holds what it uses of `zod`, and loads this where something asks for all. */
const wholeZod = 'zod/v4';
/** Parts of ours that most windows never need, with the packages that only they use. */
const lateParts = { openTelemetry: 'src/adapters/telemetry/openTelemetry.ts', agui: 'src/agui/index.ts' };
const lateName = (name) => name.replace(/^@/, '').replaceAll('/', '-');
const lateEntries = (names) => Object.fromEntries(names.map((name) => [`late/${lateName(name)}`, name]));
const partEntries = (parts) => Object.fromEntries(Object.entries(parts).map(([name, path]) => [`late/${name}`, path]));
/** @param {string} at where those files lie, as the bundles that are built with this see it
 * @param {string[]} atOnce packages and parts that such a bundle holds itself all the same
 * @returns {esbuild.Plugin} */
const loadedLate = (at, atOnce) => ({
  name: 'loaded-late',
  setup(build) {
    const isTouched = (path) => [...touched, wholeZod].includes(path) && !atOnce.includes(path);
    const names = [...late, ...touched, wholeZod].map(lateName);
    const lateFiles = new Set([...names, ...Object.keys({ ...lateParts, ...touchedParts })].map((name) => `${at}${name}.js`));
    const beside = (name) => ({ path: `${at}${name}.js`, external: true });
    build.onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
      if (kind === 'dynamic-import' && late.includes(path)) return beside(lateName(path));
      return kind === 'import-statement' && isTouched(path) ? { path, namespace: 'touched' } : undefined;
    });
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, kind, resolveDir }) => {
      const name = basename(path);
      // Sources may be linked to, as where a package is built: what imports them is named by where it really lies.
      const leadsTo = (file) => ['.ts', '/index.ts'].some((end) => join(resolveDir, `${path}${end}`) === realpathSync(file));
      const isPart = (parts) => Object.hasOwn(parts, name) && leadsTo(parts[name]) && !atOnce.includes(name);
      if (kind === 'dynamic-import' && Object.hasOwn(lateParts, name)) return beside(name);
      if (kind !== 'import-statement') return undefined;
      if (isPart(touchedParts)) return { path: name, namespace: 'touched-part' };
      const within = touchedWithin.find(leadsTo);
      return within === undefined ? undefined : { path: realpathSync(within), namespace: 'touched-within' };
    });
    build.onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, async ({ path }) => {
      const names = [...(await readFile(path, 'utf8')).matchAll(/as (\w+) \}/g)].map(([, name]) => name);
      const lines = names.map((name) => `export const ${name} = () => require('${at}${lateName(locales)}.js').${name}();`);
      return { contents: lines.join('\n'), resolveDir: dirname(path) };
    });
    build.onLoad({ filter: /.*/, namespace: 'touched' }, async ({ path }) => {
      const names = path === wholeZod ? ['z'] : await namesOf(path);
      return { contents: touches(`require('${at}${lateName(path)}.js')`, names), resolveDir: process.cwd() };
    });
    build.onLoad({ filter: /.*/, namespace: 'touched-part' }, async ({ path }) => {
      const names = await exportsOf(touchedParts[path]);
      return { contents: touches(`require('${at}${path}.js')`, names), resolveDir: process.cwd() };
    });
    build.onLoad({ filter: /.*/, namespace: 'touched-within' }, async ({ path }) => ({
      contents: touches(`require(${JSON.stringify(path)})`, await exportsOf(path)),
      resolveDir: process.cwd(),
    }));
    build.onResolve({ filter: /^\.\/.*\.js$/ }, ({ path }) => (lateFiles.has(path) ? { path, external: true } : undefined));
  },
});

/** Node code. Native binaries (esbuild, ripgrep) cannot be bundled; `hooksmith` packages them per platform. */
const node = {
  ...common,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode', 'esbuild', '@vscode/ripgrep'],
  // Its main file asks for its own parts in a way that no bundler sees.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
};
/** `import()` of such a file is `require` of it, which gives what a static import would. */
const loading = (at, atOnce = []) => ({ ...node, plugins: [loadedLate(at, atOnce)], supported: { 'dynamic-import': false } });
const main = loading('./late/');
/** Styles are text to the bundler: what indents them, and what is said beside them, need not be loaded. @type {esbuild.Plugin} */
const shortStyles = {
  name: 'short-styles',
  setup(build) {
    build.onLoad({ filter: /[/\\]src[/\\]view[/\\].*\.ts$/ }, async ({ path }) => {
      const short = (css) =>
        css
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .replace(/\s*\n\s*/g, '\n')
          .replace(/(?<=[{;,])\n/g, '');
      return { contents: (await readFile(path, 'utf8')).replace(/\bcss`[^`]*`/g, short), loader: 'ts' };
    });
  },
};
const browser = {
  ...common,
  plugins: production ? [shortStyles] : [],
  platform: 'browser',
  format: 'esm',
  target: 'es2022',
  splitting: true,
  chunkNames: 'chunk-[hash]',
};

/** A module whose exports are read from the one that `loads` gives, where the first of them is touched. */
const touches = (loads, names) => {
  const loaded = `(loaded ??= ${loads})`;
  const get = `() => name === 'default' ? ${loaded}.default ?? loaded : ${loaded}[name]`;
  return `let loaded; Object.defineProperty(exports, '__esModule', { value: true });
for (const name of ${JSON.stringify(names)}) Object.defineProperty(exports, name, { enumerable: true, get: ${get} });`;
};
/** @type {esbuild.Plugin} */
const builtinsLate = {
  name: 'builtins-late',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' && touchedBuiltins.includes(path) ? { path, namespace: 'touched-builtin' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'touched-builtin' }, async ({ path }) => ({
      contents: touches(`require('${path}')`, await namesOf(path)),
      resolveDir: process.cwd(),
    }));
  },
};

/** @type {esbuild.BuildOptions[]} */
const builds = [
  {
    ...main,
    entryPoints: {
      extension: 'src/extension.ts',
      tools: 'src/hooks/child/toolProcess.ts',
      api: 'src/api/index.ts',
      testing: 'src/testing.ts',
      lintThread: 'src/hooks/lint/lintThread.ts',
    },
    outdir: 'dist',
  },
  { ...node, entryPoints: lateEntries([...late, ...touched].filter((name) => name !== compiler)), outdir: 'dist' },
  {
    ...loading('./'),
    entryPoints: { ...lateEntries([wholeZod]), ...partEntries(lateParts), ...partEntries(touchedParts) },
    outdir: 'dist',
  },
  // As large as the rest of the product together, and nothing to debug.
  { ...node, sourcemap: false, minify: true, entryPoints: lateEntries([compiler]), outdir: 'dist' },
  {
    ...node,
    format: 'esm',
    entryPoints: { testReporter: 'src/hooks/testing/reporter.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
  },
  { ...main, plugins: [...main.plugins, builtinsLate], entryPoints: { commandLine: 'src/cli.ts' }, outdir: 'dist' },
  // What the chain itself needs there is there before any file of a workspace is.
  {
    ...loading('./late/', ['picomatch', 'foreignEvents', 'globalOptions', 'inputProblem']),
    entryPoints: { host: 'src/hooks/child/hookProcess.ts' },
    outdir: 'dist',
  },
  // What other agents start at every step: nothing else is loaded with it.
  {
    ...node,
    minify: true,
    sourcemap: false,
    entryPoints: { gate: 'src/guard/gate/gateClient.ts', keptCode: 'src/cli/keptCode.ts' },
    outdir: 'dist',
  },
  // The process that keeps the sandbox. The library finds its own binaries by where it lies.
  {
    ...node,
    entryPoints: { sandbox: 'src/adapters/sandbox/process.ts' },
    outdir: 'dist',
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  },
  { ...browser, entryPoints: { chat: 'src/view/chat.ts', timeline: 'src/view/timeline.ts' }, outdir: 'dist/view' },
];

// The typings know themselves whether they are up to date.
await mkdir('dist', { recursive: true });
for (const name of await readdir('dist')) if (name !== 'types') await rm(join('dist', name), { recursive: true, force: true });
await mkdir('dist/view', { recursive: true });
await cp('node_modules/@vscode/codicons/dist/codicon.css', 'dist/view/codicon.css');
await cp('node_modules/@vscode/codicons/dist/codicon.ttf', 'dist/view/codicon.ttf');
for (const name of ['gate.pl', 'gate.sh']) await cp(join('src/guard', name), join('dist', name));
await writeFile('dist/cli.js', await commandLine(), { mode: 0o755 });
await writeTypings(join('dist', 'types'));
await sandboxBinaries();
await libraries();
if (watch) {
  for (const options of builds) await (await esbuild.context(options)).watch();
} else {
  const built = [];
  for (const options of builds) built.push(await esbuild.build({ ...options, metafile: true }));
  if (production) {
    await runtimeBinaries();
    await licences(built.map(({ metafile }) => metafile));
    await textsForTranslators();
  }
}

/** What a package exports; of one that is a function, `default`. */
async function namesOf(path) {
  const all = await import(path);
  const names = Object.keys(typeof all.default === 'object' ? { ...all, ...all.default } : all);
  return names.filter((name) => name !== '__esModule');
}

/** What a file of ours exports. */
async function exportsOf(path) {
  const exported = /^export (?:async )?(?:function\*?|class|const) (\w+)/gm;
  return [...(await readFile(path, 'utf8')).matchAll(exported)].map(([, name]) => name);
}

/** What the compiler knows of the language itself, as far as hook files are typed by it. */
async function libraries() {
  const from = join('node_modules', 'typescript', 'lib');
  const to = join('dist', 'lib');
  await mkdir(to, { recursive: true });
  const isOfThem = (name) =>
    /^lib\.(es5|es6|es20(1\d|2[0-3])|decorators)(\.(?!full).*)?\.d\.ts$/.test(name) && !name.includes('.full.');
  for (const name of (await readdir(from)).filter(isOfThem)) await cp(join(from, name), join(to, name));
  await cp(join('node_modules', 'typescript', 'LICENSE.txt'), join(to, 'LICENSE.txt'));
}

/** A gate is in a hurry: all the rest of the command line stays unread. What the engine compiles of that is kept, in a folder that is the user's own. */
async function commandLine() {
  const isGate = "process.argv[2] === 'gate' && !process.argv.some((word) => word === '--help' || word === '-h')";
  return `#!/usr/bin/env node
if (${isGate}) {
  try {
    require('./gate.js');
  } catch (error) {
    process.stderr.write(\`hooksmith: \${error.message}\\n\`);
    process.exit(2);
  }
} else {
  // One that comes while all this is read waits for who takes signals; where nobody does, it ends the process as ever.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(name, function held() {
      if (process.listenerCount(name) > 1) return;
      process.off(name, held);
      process.kill(process.pid, name);
    });
  const { enableCompileCache } = require('node:module');
  const { isAbsolute, join } = require('node:path');
  let home = '';
  try {
    home = require('node:os').homedir();
  } catch {}
  const cache = join(home, '.cache', 'hooksmith');
  // Where nobody knows whose home it is, what is kept could be anybody's.
  if (!isAbsolute(home)) require('./commandLine.js');
  else if (enableCompileCache) {
    enableCompileCache(cache);
    require('./commandLine.js');
  } else require('./keptCode.js').runKept(join(__dirname, 'commandLine.js'), cache);
}
`;
}

/** The sandbox's filter of system calls, on Linux a program of its own, and the licences of what is bundled with it. */
async function sandboxBinaries() {
  const require = createRequire(import.meta.url);
  const library = dirname(dirname(require.resolve('@anthropic-ai/sandbox-runtime')));
  const vendor = join('dist', 'vendor');
  await mkdir(vendor, { recursive: true });
  await cp(join(library, 'LICENSE'), join(vendor, 'sandbox-runtime.LICENSE'));
  const filter = join('seccomp', process.arch, 'apply-seccomp');
  if (process.platform === 'linux' && existsSync(join(library, 'vendor', filter)))
    await cp(join(library, 'vendor', filter), join(vendor, filter));
}

/** esbuild and ripgrep come as native binaries: the package carries those of one platform beside the bundle, where `require` finds them. */
async function runtimeBinaries() {
  const { ownTarget, putNatives } = await import('./test/packaging/natives.mjs');
  await cp('node_modules/esbuild', join('dist', 'node_modules', 'esbuild'), {
    recursive: true,
    filter: (path) => !/[/\\](bin|install\.js)$/.test(path),
  });
  putNatives('dist', ownTarget, { root: '.', cache: join('.vscode-test', 'packages') });
}

/** Of what is bundled, and of what lies beside it. */
async function licences(metafiles) {
  const { notices, packagesOf } = await import('./test/packaging/notices.mjs');
  const { nativePackages, ownTarget } = await import('./test/packaging/natives.mjs');
  const beside = [
    '@vscode/codicons',
    '@anthropic-ai/sandbox-runtime',
    '@types/node',
    'undici-types',
    'typescript',
    'zod',
    'esbuild',
  ];
  const copied = [...beside, ...nativePackages(ownTarget)].map((name) => `node_modules/${name}`);
  await writeFile(join('dist', 'ThirdPartyNotices.txt'), notices([...packagesOf(metafiles), ...copied]));
}

/** All texts of the sources in one file, which translators copy to `bundle.l10n.LANGUAGE.json` beside it. */
async function textsForTranslators() {
  const { getL10nJson } = await import('@vscode/l10n-dev');
  const names = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.ts'));
  const sources = await Promise.all(
    names.map(async (name) => ({ contents: await readFile(join('src', name), 'utf8'), extension: extname(name) })),
  );
  await mkdir('dist/l10n', { recursive: true });
  await writeFile('dist/l10n/bundle.l10n.json', JSON.stringify(await getL10nJson(sources), null, 2));
}

/** Which programs run what stands in files of the project that they are called in, and by which of these they are told. Pure. */
import { formatters } from './formatters';
import { installed, type OwnScript, ownScripts, reader, runner } from './ownScripts';
import { type Family, familyOf } from './plainWords';
import { projectTools } from './projectTools';

/** What is named after a program is its settings: `.air.toml`, `nodemon.json`, `pytest.ini`, `.storybook/main.js`; but for what is written to be read by people. */
export function isOwnSetting(name: string, path: string): boolean {
  const own = name.toLowerCase().replace(/\.\w+$/, '');
  if (own.length < 2 || prose.test(path)) return false;
  const words = path.toLowerCase().split('/');
  const last = words.pop()!;
  if (words.some((word, i) => word === `.${own}` || word === `.${own}.d` || (word === own && words[i - 1] === '.config')))
    return true;
  const isHidden = last.startsWith('.');
  const rest = last.slice(Number(isHidden));
  if (!rest.startsWith(own)) return false;
  const [, kind, endings] =
    /^([-_.]?(?:rc|file|conf|config|settings|workspace|setup|project|init|profile))?((?:\.[\w-]+)*)$/.exec(
      rest.slice(own.length),
    ) ?? [];
  // A source may be called as the program is that it is a part of.
  return endings !== undefined && (isHidden || kind !== undefined || !(endings === '' || source.test(endings)));
}
const source = /\.([cm]?[jt]sx?|py|rb|go|rs|c|cc|cpp|cxx|h|hpp|java|kt|swift|php|pl|lua|cs|vue|svelte|sh|exe|o|a|so|jar)$/;
const prose = /\.(txt|log|out|md|html?|xml|csv|tsv|svg|png|jpe?g|gif|pdf|lock|tmp|bak|diff|patch)$|ignore$|(^|\/)\.git\//i;

/** What is no tool of a project has settings all the same. */
const settingsAlone: OwnScript = { files: /$^/, isGuess: true };
/** Modules that come with Python and that most programs have loaded, by themselves or by another one: a file of that name beside the program stands in their place. */
const shadows = new RegExp(
  `(^|\\/)(${(
    'abc argparse array ast asyncio base64 bisect calendar code codecs collections concurrent configparser contextlib copy csv ctypes dataclasses datetime decimal difflib dis email encodings enum ' +
    'fnmatch fractions functools gc getopt getpass gettext glob graphlib gzip hashlib heapq hmac html http importlib inspect io ipaddress itertools json keyword linecache locale logging lzma math ' +
    'mimetypes multiprocessing ntpath numbers opcode operator optparse os pathlib pdb pickle pkgutil platform plistlib posixpath pprint queue random re reprlib runpy sched secrets select selectors shlex ' +
    'shutil signal site socket socketserver sqlite3 ssl stat statistics string struct subprocess sys sysconfig tarfile tempfile textwrap threading time timeit token tokenize tomllib traceback types ' +
    'typing unicodedata unittest urllib uuid warnings weakref webbrowser xml zipfile zipimport zlib'
  )
    .split(' ')
    .join('|')})(\\.py|\\/__init__\\.py)$`,
);
/** What code of its own language a program of one has loaded without being told of it. */
const languages: Readonly<Partial<Record<Family, OwnScript>>> = {
  python: { files: new RegExp(String.raw`(^|\/)((site|user)customize|settings)\.py$|\.pth$|${installed}`), shadows },
  node: { files: new RegExp(installed) },
};
/** They have subcommands, or run what they are given, and nothing that stands in files of the project. */
const calmPrograms: ReadonlySet<string> = new Set(
  'git tsc kubectl oc helm aws gcloud gh brew apt apt-get dnf yum gem systemctl journalctl tmux argocd minikube nvm fnm volta asdf rbenv pyenv jenv rustup proto snap launchctl xcrun repo guix opam curl wget'.split(
    ' ',
  ),
);
/** They read sources, and run none; beside what puts files in order. */
const readers: ReadonlySet<string> = new Set(
  (
    'pyright pyflakes pycodestyle pydocstyle bandit flake8 vulture radon py_compile compileall ast tokenize dis tabnanny cloc tokei scc semgrep gitleaks trufflehog ctags etags pygmentize rougify highlight ' +
    'kotlinc valac esbuild swc terser uglifyjs protoc solc wat2wasm asc clang-format clangd cppcheck luacheck golint staticcheck golangci-lint gosec revive checkstyle hadolint ' +
    'actionlint yamllint jsonlint ajv spectral vale cspell codespell typos doctoc typedoc jsdoc doxygen hexyl glow cursor zed idea delta difftastic madge depcheck knip dependency-cruiser lizard jscpd ' +
    'nasm as strip objdump size aspell hunspell proselint write-good alex license-checker addlicense reuse licensee notify-send'
  ).split(' '),
);

/** What the program runs of the project that it is called in; undefined where nothing, or where that is told elsewhere. `isKnown`: there is a table of what its words are; `isReader`: all that it does is to read and write the files that these name. */
export function ownScriptOf(name: string, isKnown: boolean, hasSubcommands: boolean, isReader: boolean): OwnScript | undefined {
  const known = ownScripts.get(name) ?? languages[familyOf(name)];
  if (known) return known;
  if (calmPrograms.has(name)) return undefined;
  if (formatters.has(name) || readers.has(name)) return reader;
  return !isKnown || hasSubcommands || Object.hasOwn(projectTools, name) ? runner : isReader ? undefined : settingsAlone;
}

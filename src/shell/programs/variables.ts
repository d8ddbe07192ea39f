/** Variables that change what a line runs, and those that change nothing of it. Pure data. */

/** What the shell itself, the loader and common programs run or read by the word of these. */
const changing = new RegExp(
  `^(${[
    // the shell
    'PATH CDPATH IFS ENV BASH_ENV BASHOPTS SHELLOPTS PS[0-4] PROMPT_COMMAND SHELL HOME PWD GLOBIGNORE EXECIGNORE BASH_CMDS BASH_ALIASES BASH_FUNC_.* BASH_LOADABLES_PATH BASH_XTRACEFD HISTFILE ZDOTDIR FPATH INPUTRC',
    // the loader and the C library
    'LD_\\w+ DYLD_\\w+ SHLIB_PATH GCONV_PATH LOCPATH NLSPATH GLIBC_TUNABLES HOSTALIASES LIBPATH',
    // editors, pagers and helpers that programs start
    '\\w*PAGER \\w*EDITOR VISUAL BROWSER GH_BROWSER \\w+(_|PASS)COMMAND \\w+_CMD \\w*ASKPASS \\w+_WRAPPER \\w+_LAUNCHER \\w+_SHELL \\w+_RSH \\w+_MODULES G(IO|TK)\\w+_(MODULES|MODULE_DIR|PATH) LIBGL_DRIVERS_PATH \\w+_DRIVERS_PATH MAGICK_\\w+ TEXMF\\w* COVERAGE_(PROCESS_START|RCFILE|FILE) GNUPLOT_\\w+ \\w*LESS(OPEN|CLOSE|KEY|EDIT)? MANOPT GROFF_\\w+ VIM VIMINIT VIMRUNTIME EXINIT MYVIMRC NVIM_\\w+ EMACS\\w* TERMINFO TERMCAP SCREENRC SYSSCREENRC TMUX\\w*',
    // helpers and packers, managers of versions, tests in browsers
    'DOTNET_\\w+ CORECLR_\\w+ COR_\\w+ COMPLUS_\\w+ MONO_\\w+ ELECTRON_\\w+ ESBUILD_\\w+ PUPPETEER_\\w+ PLAYWRIGHT_\\w+ CHROME_\\w+ CHROMEDRIVER\\w* CVS\\w* ZIPOPT UNZIPOPT ZIPINFOOPT XZ_\\w+ ZSTD_\\w+ FCEDIT MANPATH MANROFF\\w* NVM_\\w+ PYENV_\\w+ RBENV_\\w+ ASDF_\\w+ MISE_\\w+ FNM_\\w+ VOLTA_\\w+ IPYTHONDIR JUPYTER_\\w+ QT_\\w+ VK_(ICD|LAYER|ADD)\\w+ OCL_ICD_\\w+ PASSWORD_STORE_EXTENSIONS_DIR SYSTEMD_\\w+ NSS_\\w+ MALLOC_\\w+',
    // where programs find their settings
    'XDG_\\w+ \\w+_CONFIG \\w+_CONFIG_\\w+ \\w+RC \\w+_HOME \\w+_OPTIONS \\w+_OPTS \\w+OPTS \\w+OPT \\w+_INIT \\w+_PRELOAD \\w+_PLUGINS? \\w+_PLUGIN_\\w+ \\w+_LOADER \\w+_RC KUBECONFIG GNUPGHOME OPENSSL_\\w+ SSLKEYLOGFILE',
    // git, npm and their kind; in small letters too, as npm reads them
    'GIT_\\w+ (npm|NPM|pnpm|PNPM|yarn|YARN)_\\w+ COREPACK_\\w+ DENO_\\w+ BUN_\\w+ NODE_\\w+ TS_NODE_\\w+ HG\\w+ SVN_\\w+ SSH_\\w+ RSYNC_\\w+ SUDO_\\w+',
    // interpreters
    'PYTHON\\w+ PIP_\\w+ UV_\\w+ VIRTUAL_ENV CONDA_\\w+ PERL\\w+ RUBY\\w+ GEM_\\w+ BUNDLE_\\w+ RAKE\\w* PHP\\w* COMPOSER\\w* LUA_\\w+ TCLLIBPATH R_\\w+ JULIA_\\w+ ERL_\\w+ ELIXIR_\\w+ CLASSPATH JAVA\\w* _JAVA_OPTIONS JDK_\\w+ MAVEN_\\w+ GRADLE_\\w+ ANT_\\w+ SBT_\\w+ AWKPATH AWKLIBPATH M4PATH GUILE_\\w+ SCHEME\\w*',
    // builds
    'CC CXX CPP LD AR AS NM M4 AUTO(CONF|HEADER|M4TE|MAKE) ACLOCAL RANLIB STRIP FC F77 MAKE MAKEFILES MFLAGS \\w*MAKEFLAGS \\w+FLAGS CMAKE_\\w+ CTEST_\\w+ NINJA_\\w+ GCC_EXEC_PREFIX COMPILER_PATH LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH PKG_CONFIG\\w* ACLOCAL_PATH CARGO\\w* RUSTC\\w* RUSTDOC\\w* RUSTUP_\\w+ GO(FLAGS|ROOT|PATH|ENV|BIN|PROXY|PRIVATE|TOOLCHAIN|WORK|TMPDIR|CACHE|MODCACHE|NOSUMDB|SUMDB|INSECURE|VCS|TOOLDIR|AUTH) GHC\\w* CABAL_\\w+ STACK_\\w+ NIX_\\w+ CCACHE_\\w+ SCCACHE_\\w+ DISTCC_\\w+',
    // hosts and clouds
    'DOCKER_\\w+ CONTAINER_\\w+ BUILDKIT_\\w+ AWS_(CONFIG_FILE|SHARED_CREDENTIALS_FILE|CA_BUNDLE) CLOUDSDK_\\w+ AZURE_CONFIG_DIR TF_(CLI_\\w+|PLUGIN_\\w+|DATA_DIR|REATTACH_\\w+) HELM_\\w+ \\w+_EXTERNAL_DIFF ANSIBLE_\\w+ VAGRANT_\\w+ PG(SYSCONFDIR|SERVICEFILE|PASSFILE) CURL_HOME NETRC DBUS_\\w+ FZF_\\w+ BAT_\\w+ GREP_OPTIONS RIPGREP_\\w+',
  ]
    .join(' ')
    .split(' ')
    .join('|')})$`,
);

/** Change nothing of what runs: an allow covers them. */
const harmless = new RegExp(
  `^(${(
    'NODE_ENV NODE_NO_WARNINGS NODE_DEBUG NODE_TLS_REJECT_UNAUTHORIZED CI FORCE_COLOR NO_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM COLUMNS LINES TERM LANG LANGUAGE LC_\\w+ TZ DEBUG ' +
    'VERBOSE LOG_LEVEL PORT HOST \\w+_TELEMETRY_DISABLED DO_NOT_TRACK SOURCE_DATE_EPOCH DEBIAN_FRONTEND RUST_BACKTRACE RUST_LOG RUST_TEST_THREADS CARGO_TERM_\\w+ CARGO_INCREMENTAL ' +
    'CARGO_BUILD_JOBS CARGO_NET_\\w+ GOOS GOARCH GOARM GOAMD64 GOMAXPROCS GOGC GO111MODULE CGO_ENABLED PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONHASHSEED PYTHONUTF8 ' +
    'PYTHONFAULTHANDLER PIP_DISABLE_PIP_VERSION_CHECK PIP_NO_INPUT PIP_NO_CACHE_DIR GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_MERGE_AUTOEDIT GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE) ' +
    'RAILS_ENV RACK_ENV MIX_ENV APP_ENV FLASK_ENV ENVIRONMENT TEST HUSKY UV_NO_PROGRESS OMP_NUM_THREADS NPM_CONFIG_(LOGLEVEL|PROGRESS|FUND|AUDIT) npm_config_(loglevel|progress|fund|audit) ' +
    'TS_NODE_TRANSPILE_ONLY YARN_ENABLE_\\w+ DOCKER_BUILDKIT BUILDKIT_PROGRESS DOTNET_(CLI_TELEMETRY_OPTOUT|NOLOGO|ENVIRONMENT|SKIP_FIRST_TIME_EXPERIENCE|CLI_UI_LANGUAGE) PUPPETEER_SKIP\\w*_DOWNLOAD PLAYWRIGHT_(SKIP_BROWSER_DOWNLOAD|HTML_OPEN|TEST_BASE_URL) (PUBLIC|BASE|URL|ROUTE|ASSETS?|STATIC|API|CONTEXT|DB|DATABASE|DATA|LOG|OUT|OUTPUT|REPORT|COVERAGE|CACHE|UPLOAD)_PATH HOMEBREW_NO_\\w+ DOCKER_DEFAULT_PLATFORM GIT_LFS_SKIP_SMUDGE ELECTRON_ENABLE_\\w+'
  )
    .split(' ')
    .join('|')})$`,
);

/** Flags of compilers, of the Node runtime and the like: known by their value. */
const flagsVariable =
  /^(\w*FLAGS|NODE_OPTIONS|MOCHA_OPTS|PYTEST_ADDOPTS|(MAVEN|GRADLE|JAVA|SBT|_JAVA|JAVA_TOOL|JDK_JAVA|ANT)_(OPTS|OPTIONS))$/;
const dangerousFlag =
  /exec|linker|plugin|wrapper|spec|agent|require|import|loader|load|eval|inspect|config|init|script|shell|env-file|class-?path|module-?path|patch-module|overlay|modfile|vettool|extld|snapshot|test-reporter|@|fuse-ld|ld-path|\$|`|=\/|\.\.|-D[\w.]*(class|path|url)/i;
/** How much memory Java may take is said by one, too. */
const dangerousLetter = /(^|\s)-([BbRrPp]|cp\b|X(?!m[nsx]\d|ss\d))/;
const isTameFlags = (value: string) => !dangerousFlag.test(value) && !dangerousLetter.test(value);
/** What a program is handed by a script of the project: code and files may be among it. */
const argumentsVariable = /^(\w+_)?ARGS$/;
const isTameArguments = (value: string) => isTameFlags(value) && !/(^|\s)-[A-Za-z]*[cCeEfFiIoO]|[;|&<>()]/.test(value);

/** By these names programs of all kinds are found, and what they run. A shell that keeps one for itself tells them nothing. */
const running =
  /^(ZIP|UNZIP|ZIPINFO|GZIP|BZIP2?|TERMINAL|MAILER|SENDMAIL|DIFFTOOL|\w+_(PATHS?|BINS?|BINARY|EXE|EXECUTABLE|PROG|PROGRAM|HOOKS?|INTERPRETER|COMPILER|LINKER|RUNNER|SCRIPT|TOOL|STARTUP\w*|BOOTSTRAP|ENTRYPOINT|LIBRARY|LIBS|RUN_AS_\w+))$/;
/** Names of data: what they hold is no program, whatever it looks like. */
const data =
  /(^|_)(\w*(?<!MK|RM)DIRS?|DIRECTORY|FOLDER|FILES?|FILENAME|URLS?|URI|HOST|IN|INPUTS?|OUT|OUTPUTS?|LOGS?|TMP|TEMP|CACHE|DATA|DB|DATABASE|SCHEMA|DEST|PREFIX|BASE|PUBLIC|ASSETS?|UPLOADS?|ROOT|SRC|SOURCE|TARGET|WORKSPACE|VOLUME|BUCKET|ARTIFACTS?|REPORTS?|RESULTS?|FIXTURES?|SNAPSHOTS?|MODEL|IMAGE|REGISTRY|REPO|REPOSITORY|BRANCH|TAGS?|VERSION|PLATFORMS?|TZ|TIMEZONE|SOCKET|SOCK|CERT|KEY|CA|TOKEN|SECRET|PASSWORD|MESSAGE|MSG|TITLE|NAME|LABELS?|REASON|DESCRIPTION|DESC|COMMENT|NOTES?|BODY|SUBJECT|SUMMARY|PROMPT|TEXT|CONTENT|PAYLOAD|HEADERS?|COOKIES?|SQL|QUERY|HTML|JSON|YAML|XML|CSV|PATTERN|FILTER|DATE|O)$/i;
const isData = (name: string) => data.test(name) || data.test(name.replace(/_PATHS?$/i, ''));
/** Said of a family of programs whose other variables change what they do: `NODE_VERSION`, `DOCKER_IMAGE`. */
const described = /_(VERSION|TAG|IMAGE|SHA|COMMIT|BRANCH|RELEASE|NAMESPACE|NAME|ID)$/;
/** To these a version may be a folder of programs. */
const manager = /^(PYENV|RBENV|NODENV|GOENV|JENV|ASDF|MISE|NVM|FNM|VOLTA|RUSTUP)_/;
const isDescription = (name: string, value: string | undefined): boolean =>
  /^SSH_(HOST|USER|PORT|KEY)$/.test(name) ||
  (described.test(name) &&
    (value === undefined
      ? !manager.test(name)
      : /^(\w[\w.+@:/-]*)?$/.test(value) && !(/[:/]/.test(value) && manager.test(name))));

/** A number, a word of yes or no, or where something is served. */
const isPlain = (value: string) => /^(yes|no|true|false|on|off|y|n|)$|^\d[\w.]*$|^[a-z][\w+.-]*:\/\//i.test(value);
/** A file that no program takes for another one. */
const isDocument = (value: string) =>
  /^[\w./~+-]+\.(jsonc?|jsonl|csv|tsv|txt|md|rst|ya?ml|xml|html?|css|log|png|jpe?g|gif|svg|webp|pdf|sql|db|sqlite3?|parquet|pem|crt|zip|t?gz|tar)$/i.test(
    value,
  );
/** As a program is written, or its options: a path, or a word behind a dash. */
const likeProgram = /^(\.{0,2}\/|~\/)|^[\w.+-]+\/[\w./+-]*$/;
const likeOptions = /(^|\s)-{1,2}[A-Za-z]/;
/** What a shell fills in, or a command behind a sign that joins: of one word it is no more than a text that names a program, unless that is a path or a shell. */
const likeScript = /`|\$[({]|<\(|[;|&\n]\s*([a-z_][\w.+-]*\s+[^\s=;|&]|\.{0,2}\/|~\/|(ba|z|da|k|fi)?sh\b|eval\b)/;

/** Whether a program that nobody has read would run, or be given as options, what a variable holds that none is known to read. */
const looksRun = (name: string, value: string): boolean =>
  !isData(name) &&
  !isPlain(value) &&
  !isDocument(value) &&
  (/^(\.{0,2}\/|~\/)/.test(value) ||
    (likeOptions.test(value) && !(argumentsVariable.test(name) && isTameArguments(value))) ||
    likeScript.test(value));

/** By what names make goes. */
export const makes: readonly string[] = 'make bmake dmake gmake nmake pmake'.split(' ');

/** What makefiles call programs by. */
const makeProgram =
  /^(AR|AS|LD|NM|CPP|FC|M2C|PC|CO|GET|LEX|YACC|LINT|MAKEINFO|TEX|TEXI2DVI|WEAVE|CWEAVE|TANGLE|CTANGLE|RM|CP|MV|MKDIR|INSTALL\w*|SED|AWK|GREP|FIND|PYTHON\w*|PERL|RUBY|NODE|NPM|NPX|YARN|PNPM|PIP\w*|GO|CARGO|GIT|DOCKER|PODMAN|KUBECTL|HELM|CURL|WGET|SSH|SCP|RSYNC|TAR|ZIP|SUDO|SH|BASH|CMD|COMMAND|EXEC|RUN|RUNNER|TOOL|PROG|PROGRAM|LAUNCHER|WRAPPER|CROSS_COMPILE|EMULATOR|\w+_(CMD|COMMAND|BIN|TOOL|PROG|EXE|RUN|RUNNER|EXEC))$/;

/** Whether a variable that `make` is given, by its words or by its environment, may be run by a makefile: it puts texts into its lines. `said` is what is known of a value that is not known whole. */
export function makeMayRun(name: string, value: string | undefined, said = ''): boolean {
  if (value === undefined)
    return (!isData(name) && (!harmless.test(name) || name === 'TEST')) || (said !== '' && makeMayRun(name, said));
  if (/[;|&`$<>\n]/.test(value)) return true;
  if (/^(CC|CXX|CPP)$/.test(name)) return changesMeaning(name, value);
  if (isPlain(value) || flagsVariable.test(name) || isData(name)) return false;
  if (makeProgram.test(name)) return true;
  if (argumentsVariable.test(name) && isTameArguments(value)) return false;
  return /\s/.test(value) || (likeProgram.test(value) && !isDocument(value)) || likeOptions.test(value);
}

/** Whether an assignment can change which program a word means, or make a harmless one run another. `value` is undefined where it is not known; `isOwn` where it stays in the shell. */
export function changesMeaning(name: string, value: string | undefined, isOwn = true): boolean {
  if (harmless.test(name)) return false;
  if (changing.test(name) && !isDescription(name, value)) return value === undefined || valueChanges(name, value);
  if (isOwn) return false;
  if (running.test(name) && !isData(name)) return value === undefined || !(isPlain(value) || isDocument(value));
  return value !== undefined && looksRun(name, value);
}

function valueChanges(name: string, value: string): boolean {
  if (/(PAGER|EDITOR|VISUAL)$/.test(name)) return !['', 'cat', 'true', ':'].includes(value);
  if (name === 'PYTHONPATH') return !value.split(':').every((folder) => /^((\.|(\.\/)?(src|tests?))\/?)?$/.test(folder));
  // A shell that somebody types into reads the file of that name; to all else it is where something is deployed.
  if (name === 'ENV') return !/^(prod(uction)?|dev(elopment)?|test(ing)?|stag(e|ing)|local|ci|qa|uat|preview)?$/.test(value);
  if (name !== 'MAKEFLAGS' && flagsVariable.test(name)) return !isTameFlags(value);
  if (/^(CC|CXX|CPP)$/.test(name)) return !/^(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|cpp)(-\d+)?$/.test(value);
  return true;
}

/** Whether an allow covers the assignment: `isOwn` where it stays in the shell that reads the line. */
export const isHarmlessAssignment = (name: string, isOwn: boolean): boolean =>
  harmless.test(name) ||
  /^(GIT_)?(PAGER|EDITOR)$/.test(name) ||
  (isOwn && /^[a-z][a-z0-9_]*$/.test(name) && !/_proxy$|^(npm|pnpm|yarn)_/.test(name));

/** Variables that change what a line runs, and those that change nothing of it. Pure data. */

/** What the shell itself, the loader and common programs run or read by the word of these. */
const changing = new RegExp(
  `^(${[
    // the shell
    'PATH CDPATH IFS ENV BASH_ENV BASHOPTS SHELLOPTS PS[0-4] PROMPT_COMMAND SHELL HOME PWD GLOBIGNORE EXECIGNORE BASH_CMDS BASH_ALIASES BASH_FUNC_.* BASH_LOADABLES_PATH BASH_XTRACEFD HISTFILE ZDOTDIR FPATH INPUTRC',
    // the loader and the C library
    'LD_\\w+ DYLD_\\w+ SHLIB_PATH GCONV_PATH LOCPATH NLSPATH GLIBC_TUNABLES HOSTALIASES LIBPATH',
    // editors, pagers and helpers that programs start
    '\\w*PAGER \\w*EDITOR VISUAL BROWSER \\w+_COMMAND \\w+_CMD \\w*ASKPASS \\w+_WRAPPER \\w+_LAUNCHER \\w+_SHELL \\w+_RSH \\w+_MODULES G(IO|TK)\\w+_(MODULES|MODULE_DIR|PATH) LIBGL_DRIVERS_PATH \\w+_DRIVERS_PATH MAGICK_\\w+ TEXMF\\w* COVERAGE_(PROCESS_START|RCFILE|FILE) GNUPLOT_\\w+ \\w*LESS(OPEN|CLOSE|KEY|EDIT)? MANOPT GROFF_\\w+ VIM VIMINIT VIMRUNTIME EXINIT MYVIMRC NVIM_\\w+ EMACS\\w* TERMINFO TERMCAP SCREENRC SYSSCREENRC TMUX\\w*',
    // what other programs are found by
    '\\w+_(PATH|PATHS|BIN|BINS|BINARY|EXE|EXECUTABLE|PROG|PROGRAM|HOOKS?|INTERPRETER|COMPILER|LINKER|RUNNER|SCRIPT|TOOL|STARTUP\\w*|BOOTSTRAP|ENTRYPOINT|LIBRARY|LIBS|RUN_AS_\\w+) DOTNET_\\w+ CORECLR_\\w+ COR_\\w+ COMPLUS_\\w+ MONO_\\w+ ELECTRON_\\w+ ESBUILD_\\w+ PUPPETEER_\\w+ PLAYWRIGHT_\\w+ CHROME_\\w+ CHROMEDRIVER\\w* CVS\\w* ZIP ZIPOPT UNZIP UNZIPOPT ZIPINFO ZIPINFOOPT GZIP BZIP2? XZ_\\w+ ZSTD_\\w+ FCEDIT MAILER SENDMAIL MANPATH MANROFF\\w* TERMINAL DIFFTOOL NVM_\\w+ PYENV_\\w+ RBENV_\\w+ ASDF_\\w+ MISE_\\w+ FNM_\\w+ VOLTA_\\w+ IPYTHONDIR JUPYTER_\\w+ QT_\\w+ SYSTEMD_\\w+ NSS_\\w+ MALLOC_\\w+',
    // where programs find their settings
    'XDG_\\w+ \\w+_CONFIG \\w+_CONFIG_\\w+ \\w+RC \\w+_HOME \\w+_OPTIONS \\w+_OPTS \\w+OPTS \\w+OPT \\w+_INIT \\w+_PRELOAD \\w+_PLUGINS? \\w+_PLUGIN_\\w+ \\w+_LOADER \\w+_RC KUBECONFIG GNUPGHOME OPENSSL_\\w+ SSLKEYLOGFILE',
    // git, npm and their kind; in small letters too, as npm reads them
    'GIT_\\w+ (npm|NPM|pnpm|PNPM|yarn|YARN)_\\w+ COREPACK_\\w+ DENO_\\w+ BUN_\\w+ NODE_\\w+ TS_NODE_\\w+ HG\\w+ SVN_\\w+ SSH_\\w+ RSYNC_\\w+ SUDO_\\w+',
    // interpreters
    'PYTHON\\w+ PIP_\\w+ UV_\\w+ VIRTUAL_ENV CONDA_\\w+ PERL\\w+ RUBY\\w+ GEM_\\w+ BUNDLE\\w* RAKE\\w* PHP\\w* COMPOSER\\w* LUA_\\w+ TCLLIBPATH R_\\w+ JULIA_\\w+ ERL_\\w+ ELIXIR_\\w+ CLASSPATH JAVA\\w* _JAVA_OPTIONS JDK_\\w+ MAVEN_\\w+ GRADLE_\\w+ ANT_\\w+ SBT_\\w+ AWKPATH AWKLIBPATH M4PATH GUILE_\\w+ SCHEME\\w*',
    // builds
    'CC CXX CPP LD AR AS NM RANLIB STRIP FC F77 MAKE MAKEFILES MFLAGS \\w*MAKEFLAGS \\w+FLAGS CMAKE_\\w+ CTEST_\\w+ NINJA_\\w+ GCC_EXEC_PREFIX COMPILER_PATH LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH PKG_CONFIG\\w* ACLOCAL_PATH CARGO\\w* RUSTC\\w* RUSTDOC\\w* RUSTUP_\\w+ GO(FLAGS|ROOT|PATH|ENV|BIN|PROXY|PRIVATE|TOOLCHAIN|WORK|TMPDIR|CACHE|MODCACHE|NOSUMDB|SUMDB|INSECURE|VCS|TOOLDIR|AUTH) GHC\\w* CABAL_\\w+ STACK_\\w+ NIX_\\w+ CCACHE_\\w+ SCCACHE_\\w+ DISTCC_\\w+',
    // hosts and clouds
    'DOCKER_\\w+ CONTAINER_\\w+ BUILDKIT_\\w+ AWS_(CONFIG_FILE|SHARED_CREDENTIALS_FILE|CA_BUNDLE) CLOUDSDK_\\w+ AZURE_CONFIG_DIR TF_(CLI_\\w+|PLUGIN_\\w+|DATA_DIR|REATTACH_\\w+) HELM_\\w+ ANSIBLE_\\w+ VAGRANT_\\w+ PG(SYSCONFDIR|SERVICEFILE|PASSFILE) CURL_HOME NETRC DBUS_\\w+ FZF_\\w+ BAT_\\w+ GREP_OPTIONS RIPGREP_\\w+',
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
    'TS_NODE_TRANSPILE_ONLY YARN_ENABLE_\\w+ DOCKER_BUILDKIT BUILDKIT_PROGRESS DOTNET_(CLI_TELEMETRY_OPTOUT|NOLOGO|ENVIRONMENT|SKIP_FIRST_TIME_EXPERIENCE|CLI_UI_LANGUAGE) PUPPETEER_SKIP\\w*_DOWNLOAD PLAYWRIGHT_(SKIP_BROWSER_DOWNLOAD|HTML_OPEN|TEST_BASE_URL) (PUBLIC|BASE|URL|ROUTE|ASSETS?|STATIC|API|CONTEXT|DB|DATABASE|DATA|LOG|OUT|OUTPUT|REPORT|COVERAGE|CACHE|UPLOAD)_PATH HOMEBREW_NO_\\w+'
  )
    .split(' ')
    .join('|')})$`,
);

/** Flags of compilers, of the Node runtime and the like: known by their value. */
const flagsVariable =
  /^(\w*FLAGS|NODE_OPTIONS|MOCHA_OPTS|PYTEST_ADDOPTS|(MAVEN|GRADLE|JAVA|SBT|_JAVA|JAVA_TOOL|JDK_JAVA|ANT)_(OPTS|OPTIONS))$/;
const dangerousFlag =
  /exec|linker|plugin|wrapper|spec|agent|require|import|loader|load|eval|inspect|config|init|script|shell|env-file|classpath|(^|\s)-[BXrp]|@|fuse-ld|ld-path|\$|`|=\/|\.\.|-D\w*(class|path|url)/i;

/** Names of data: what they hold is no program, whatever it looks like. */
const data =
  /(^|_)(\w*DIRS?|DIRECTORY|FOLDER|FILES?|FILENAME|URLS?|URI|HOST|OUT|OUTPUT|LOGS?|TMP|TEMP|CACHE|DATA|DB|DATABASE|DEST|PREFIX|ROOT|SRC|SOURCE|TARGET|REPORT|FIXTURES?|SNAPSHOTS?|SOCKET|SOCK|CERT|KEY|CA|TOKEN|SECRET|PASSWORD|MESSAGE|MSG|TITLE|NAME|TEXT|PATTERN|FILTER|DATE|O)$/i;
/** As a program is written, or its options: a path, or a word behind a dash. */
const likeProgram = /^(\.{0,2}\/|~\/)|^[\w.+-]+\/[\w./+-]*$/;
const likeOptions = /(^|\s)-{1,2}[A-Za-z]/;
const likeScript = /[;|&`<>]|\$[({]/;

/** Whether a program that nobody has read would run, or be given as options, what a variable of another name holds. */
const mayRun = (name: string, value: string): boolean =>
  !data.test(name) &&
  !/^[a-z][\w+.-]*:\/\//i.test(value) &&
  (/^(\.{0,2}\/|~\/)/.test(value) || likeOptions.test(value) || likeScript.test(value));

/** What makefiles call programs by. */
const makeProgram =
  /^(AR|AS|LD|NM|CPP|FC|M2C|PC|CO|GET|LEX|YACC|LINT|MAKEINFO|TEX|TEXI2DVI|WEAVE|CWEAVE|TANGLE|CTANGLE|RM|CP|MV|MKDIR|INSTALL\w*|SED|AWK|GREP|FIND|PYTHON\w*|PERL|RUBY|NODE|NPM|NPX|YARN|PNPM|PIP\w*|GO|CARGO|GIT|DOCKER|PODMAN|KUBECTL|HELM|CURL|WGET|SSH|SCP|RSYNC|TAR|ZIP|SUDO|SH|BASH|CMD|COMMAND|EXEC|RUN|RUNNER|TOOL|PROG|PROGRAM|LAUNCHER|WRAPPER|CROSS_COMPILE|EMULATOR|\w+_(CMD|COMMAND|BIN|TOOL|PROG|EXE|RUN|RUNNER|EXEC))$/;

/** Whether a variable that `make` is given, by its words or by its environment, may be run by a makefile: it puts texts into its lines. */
export function makeMayRun(name: string, value: string | undefined): boolean {
  if (value === undefined) return !data.test(name) && !harmless.test(name);
  if (/[;|&`$<>\n]/.test(value)) return true;
  if (/^(CC|CXX|CPP)$/.test(name)) return changesMeaning(name, value);
  if (/^(yes|no|true|false|on|off|y|n|)$|^\d[\w.]*$/i.test(value) || flagsVariable.test(name) || data.test(name)) return false;
  return makeProgram.test(name) || /\s/.test(value) || likeProgram.test(value) || likeOptions.test(value);
}

/** Whether an assignment can change which program a word means, or make a harmless one run another. `value` is undefined where it is not known; `isOwn` where it may stay in the shell. */
export function changesMeaning(name: string, value: string | undefined, isOwn = true): boolean {
  if (harmless.test(name)) return false;
  if (!changing.test(name)) return !isOwn && value !== undefined && mayRun(name, value);
  if (value === undefined) return true;
  if (/(PAGER|EDITOR|VISUAL)$/.test(name)) return !['', 'cat', 'true', ':'].includes(value);
  if (name === 'PYTHONPATH') return !['.', 'src', './src'].includes(value);
  if (name !== 'MAKEFLAGS' && flagsVariable.test(name)) return dangerousFlag.test(value);
  if (/^(CC|CXX|CPP)$/.test(name)) return !/^(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|cpp)(-\d+)?$/.test(value);
  return true;
}

/** Whether an allow covers the assignment: `isOwn` where it stays in the shell that reads the line. */
export const isHarmlessAssignment = (name: string, isOwn: boolean): boolean =>
  harmless.test(name) ||
  /^(GIT_)?(PAGER|EDITOR)$/.test(name) ||
  (isOwn && /^[a-z][a-z0-9_]*$/.test(name) && !/_proxy$|^(npm|pnpm|yarn)_/.test(name));

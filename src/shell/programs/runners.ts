/** Programs that run other programs by the word of an option, and those of their options. Pure data. */
import { makes } from './variables';

export interface Runner {
  /** Long options without dashes, taken by their beginning too; short ones as letters of a bundle. */
  longs?: string;
  shorts?: string;
  /** Letters that take the rest of their bundle as a value, so that it holds no more letters. */
  valued?: string;
  /** Values of these options that are harmless. */
  harmless?: RegExp;
  /** Words that name something to run, wherever they stand. */
  words?: RegExp;
  /** The same behind a subcommand. */
  sub?: Readonly<Record<string, RegExp>>;
  /** Commands on its input could run programs; `any` where a file that is fed to it counts as well. */
  input?: true | 'any';
  /** The same for text in its words: what runs programs there. */
  escapes?: RegExp;
}

export const compressors =
  /^(p?gzip|pigz|[pl]?bzip2|lbzip2|p?xz|pixz|zstd(mt)?|lz4|p?lzip|lzop|brotli|gunzip|unzstd)( -[\w=]+)*$/;
const secureShell =
  /^ssh( -(p ?\d+|[46AaCqTvxX]+|l \w+|o (StrictHostKeyChecking|UserKnownHostsFile|BatchMode|ConnectTimeout|Port|User|LogLevel|Compression)=[\w./]+))*$/;
const sshOptions =
  /^-?o?\s*(ProxyCommand|LocalCommand|PermitLocalCommand|KnownHostsCommand|RemoteCommand|Include|Match|PKCS11Provider|SecurityKeyProvider|XAuthLocation|SmartcardDevice)\b/i;
const editor: Runner = { input: 'any', words: /^!/ };
const sqlite: Runner = {
  longs: 'cmd init',
  words: /^-(cmd|init)$/,
  input: true,
  escapes:
    /(^|\n)\s*\.(shell|system|sh|sys|import|output|once|excel|read|load|archive|open|cd|log|backup|save|restore|clone)|\b(load_extension|edit|fsdir|readfile|writefile)\s*\(/i,
};
const postgres: Runner = { input: true, escapes: /\\(!|o|g|copy|i|w|e|setenv|s\b)|\bPROGRAM\b|COPY\s/i };
const mysql: Runner = {
  longs: 'pager init-command tee',
  input: true,
  escapes: /\\!|\bsystem\b|\\[PTe.]|\bsource\b|\btee\b|\bpager\b|OUTFILE|DUMPFILE|LOAD_FILE/i,
};
const tex: Runner = {
  words: /^--?(shell-escape|enable-write18|lua|luaonly|socket|output-driver)/,
  escapes: /\\(directlua|latelua|write18)/,
};
const netcat: Runner = { shorts: 'ec', valued: 'gGIiMmOPpqsTVwXx', longs: 'exec sh-exec lua-exec' };
const compiler: Runner = {
  words:
    /^-(wrapper|fplugin|specs|B|fuse-ld=\/|Xclang$|load$|plugin)|^--(specs|ld-path|config|plugin)(=|$)|^-Wl,(.*,)?-?-plugin|^@/,
};
const linker: Runner = { words: /^--?plugin/ };
const make: Runner = { longs: 'eval', words: /:!/ };
const secureShells: Runner = { shorts: 'FI', valued: 'bcDeEiJlLmMopQRSwW', words: sshOptions };
const ocaml: Runner = { words: /^-(pp|ppx)(=|$)/ };
const rpm: Runner = { longs: 'eval pipe define macros load', shorts: 'E' };
const java: Runner = {
  words: /^-(javaagent|agentlib|agentpath)|^-XX:(OnError|OnOutOfMemoryError|Flags|\+?CrashOnOutOfMemory)|^@/,
};

export const runners: ReadonlyMap<string, Runner> = new Map<string, Runner>(
  Object.entries<Runner>({
    tar: {
      longs: 'checkpoint-action to-command use-compress-program info-script new-volume-script rsh-command rmt-command',
      shorts: 'IF',
      valued: 'bCfgHKLNTVX',
      harmless: compressors,
    },
    bsdtar: { longs: 'use-compress-program', harmless: compressors },
    cpio: { longs: 'rsh-command' },
    split: { longs: 'filter' },
    strace: { words: /^(-\w*o|--output=)?[|!]/ },
    sort: { longs: 'compress-program', harmless: compressors },
    rsync: { longs: 'rsh rsync-path', shorts: 'e', valued: 'BfMT@', harmless: secureShell },
    scp: { shorts: 'FSD', valued: 'ciJlPX', words: sshOptions },
    sftp: { shorts: 'FSDb', valued: 'BciJlPRsX', words: sshOptions, input: 'any' },
    ssh: secureShells,
    autossh: secureShells,
    'ssh-keygen': { shorts: 'Dw', valued: 'abCEfFGIKLMmNnOPRrSsTtVWYZz' },
    'ssh-add': { shorts: 'sS' },
    zip: { words: /^-\w*TT|^--unzip-command/ },
    ...Object.fromEntries(makes.map((name) => [name, make])),
    wget: { longs: 'use-askpass execute', shorts: 'e', valued: 'oaitOPTwQUlARDI' },
    man: { longs: 'pager html', shorts: 'PH', valued: 'CRLmMSserE' },
    less: { words: /^\+.*[!|]|^--lesskey-content/ },
    m4: { shorts: 'D', longs: 'define', harmless: /^\w+(=[\w.-]*)?$/ },
    nano: { longs: 'speller', shorts: 's', valued: 'QroTYX' },
    mosh: { longs: 'ssh server client' },
    'start-stop-daemon': { longs: 'exec startas', shorts: 'xa', valued: 'pnugrkcdINP' },
    mix: { words: /^(-e|--eval|cmd)$/ },
    php: { words: /^tinker$/ },
    rake: { longs: 'execute execute-print execute-continue', shorts: 'eEp' },
    just: { longs: 'shell command shell-arg chooser', shorts: 'c' },
    deno: { words: /^(-$|data:)/ },
    ctest: { words: /^(--build-and-test|-S|-SP|--script)$/ },
    cmake: {
      words:
        /^-D\w*(COMPILER|LAUNCHER|EXECUTABLE|MAKE_PROGRAM)(:\w+)?=(?!(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|ccache|sccache|ninja|make|python3?)(-\d+)?$)/,
    },
    more: { words: /^\+.*!/ },
    git: {},
    rg: { longs: 'pre hostname-bin' },
    ugrep: { longs: 'filter pager view' },
    ug: { longs: 'filter pager view' },
    perf: { longs: 'pre post exec-path script', sub: { script: /^-\w*s|^[a-z][\w-]*$/i } },
    'systemd-run': { words: /^(--property=|-p)?Exec\w*=/ },
    sshfs: { words: /(ssh_command|sftp_server)=/ },
    pandoc: {
      longs: 'filter lua-filter pdf-engine',
      shorts: 'FL',
      valued: 'ftroVMHABTDCc',
      harmless: /^(pdflatex|xelatex|lualatex|tectonic|latexmk|weasyprint|wkhtmltopdf|prince|typst|context)$/,
    },
    exiftool: { words: /^-(if\d*|p|config|execute|userParam|api)$|\$\{/ },
    hg: { longs: 'config' },
    ag: { longs: 'pager' },
    ack: { longs: 'pager' },
    bat: { longs: 'pager' },
    fzf: { longs: 'preview bind' },
    nc: netcat,
    ncat: netcat,
    netcat,
    socat: { words: /^(EXEC|SYSTEM|SHELL):/i },
    tcpdump: { shorts: 'z', valued: 'BcCEFGijMrsTVwWyQ' },
    nmap: { longs: 'script' },
    openssl: {
      words: /^-(engine|provider-path|provider|passin|passout)$/,
      sub: { engine: /\.(so|dylib|dll)\b|^-(pre|post)$/ },
    },
    sqlite3: sqlite,
    mlr: {
      longs: 'prepipe prepipex load mload',
      escapes: /\b(system|exec)\s*\(|\b(tee|emit\w*|print\w*|e?dump)\b[^;{}]*(>|\|)|^(tee|split)$/,
    },
    duckdb: sqlite,
    psql: postgres,
    pgcli: postgres,
    usql: postgres,
    mysql,
    mariadb: mysql,
    mycli: mysql,
    ftp: { input: 'any' },
    lftp: { shorts: 'ce', longs: 'execute', input: 'any' },
    telnet: { input: 'any' },
    ed: editor,
    red: editor,
    gcc: compiler,
    'g++': compiler,
    clang: compiler,
    'clang++': compiler,
    cc: compiler,
    'c++': compiler,
    ...Object.fromEntries(['ld', 'ld.bfd', 'ld.gold', 'ld.lld', 'gold', 'ar', 'nm', 'ranlib'].map((name) => [name, linker])),
    rustc: {
      words: /^(-C)?(linker|link-arg)|^-Clinker|^-Z/,
      longs: 'codegen',
      harmless: /^(opt-level|debuginfo|target-cpu|lto|codegen-units|panic|strip|debug-assertions|overflow-checks)=[\w-]+$/,
    },
    go: {
      sub: { env: /^-w$/ },
      words: /^--?(exec|toolexec|vettool|overlay|modfile)(=|$)|^GOFLAGS=.*-(tool)?exec|(^|[\s='"])-(extld|extar)[\s=]/,
    },
    cargo: { longs: 'config', words: /^(-C)?linker=|^-Clinker/ },
    java,
    javac: { words: /^-(processor|processorpath|Xplugin)|^-J|^@/ },
    mvn: { words: /^-Dexec\.|^exec:/ },
    npm: { longs: 'script-shell node-options git viewer editor shell browser', harmless: /^false$/ },
    pnpm: { longs: 'script-shell node-options shell-mode' },
    bun: { words: /^-$/ },
    jj: { longs: 'config config-file config-toml', sub: { set: /^(aliases|merge-tools|ui\.(editor|pager|diff))\b/ } },
    svn: { words: /^svn\+(?!ssh:)\w+:/, longs: 'diff-cmd diff3-cmd editor-cmd config-option merge-cmd' },
    gh: { words: /^(alias|extension)$/ },
    helm: { longs: 'post-renderer', words: /^plugin$/ },
    kustomize: { longs: 'enable-exec enable-helm helm-command enable-alpha-plugins' },
    apt: { words: /(Invoke|Hook|Dir::Bin|::Tools|Solver|Dpkg::Path)/i, shorts: 'c', longs: 'config-file', valued: 'ota' },
    'apt-get': { words: /(Invoke|Hook|Dir::Bin|::Tools|Solver|Dpkg::Path)/i, shorts: 'c', longs: 'config-file', valued: 'ota' },
    rpm,
    rpmbuild: rpm,
    pdflatex: tex,
    xelatex: tex,
    lualatex: tex,
    latex: tex,
    tex,
    pdftex: tex,
    latexmk: { words: /^-(e$|pdflatex=|latex=|xelatex=|lualatex=|shell-escape|usepretex)/ },
    install: { longs: 'strip-program' },
    ansible: { shorts: 'am', longs: 'args module-name', harmless: /^(ping|setup|gather_facts)$/ },
    tmux: {
      words:
        /^(run|run-shell|if|if-shell|pipe-pane|pipep|send|send-keys|set-hook|bind|bind-key|source|source-file|respawn-\w+|respawn[pw]|popup|display-popup|confirm|confirm-before|command-prompt|new|new-session|neww|new-window|splitw|split-window|set|set-option|setw|setenv)$|#\(/,
      shorts: 'cf',
      valued: 'LST',
    },
    screen: { shorts: 'X', words: /^[^-]/, valued: 'SrRxDdecfhlpQstT' },
    systemctl: { words: /^(edit|link|enable|set-environment|import-environment|set-property)$/ },
    launchctl: { words: /^(submit|load|bootstrap|setenv)$/ },
    'update-alternatives': { longs: 'install set config' },
    logrotate: { words: /^[^-]/ },
    'run-mailcap': { words: /^/ },
    'xdg-open': { words: /^/ },
    open: { words: /^-(a|b|-args)$|\.(app|command|tool|sh|terminal|workflow|pkg)$/i },
    fc: { words: /^/ },
    compgen: { words: /^-(\w*[CFW])/ },
    complete: { words: /^-(\w*[CF])/ },
    bind: { words: /^-x/ },
    'ctags-exuberant': { longs: 'options' },
    gpg: { longs: 'exec-path agent-program dirmngr-program pinentry-program photo-viewer keyserver-options' },
    dpkg: { longs: 'admindir root instdir pre-invoke post-invoke status-logger', shorts: '' },
    ffmpeg: {},
    nvcc: { longs: 'compiler-bindir', words: /^-ccbin/ },
    flatpak: { longs: 'command' },
    distrobox: { sub: { enter: /^(-e|--exec)$/ } },
    'distrobox-enter': { shorts: 'e', longs: 'exec', valued: 'naH' },
    az: { longs: 'scripts' },
    terragrunt: { longs: 'terragrunt-tfpath tf-path' },
    'consul-template': { words: /^-{1,2}(template|exec)(=|$)/ },
    air: { words: /^--?build\.(pre_|post_|full_|args_)?(cmd|bin)(=|$)/ },
    nim: { words: /^--eval[:=]/ },
    ghc: { words: /^-(pgm\w|fplugin)/ },
    ocamlc: ocaml,
    ocamlopt: ocaml,
    ocamlfind: ocaml,
    rebar3: { longs: 'eval' },
    pylint: { longs: 'init-hook' },
    jupyter: { words: /^--(?!no-)[\w.-]*browser(=|$)/ },
    mpv: { longs: 'script scripts script-opts input-commands' },
    aria2c: { words: /^--on-(bt-)?download-/ },
    curl: { longs: 'engine' },
    gs: { words: /^(-sOutputFile=|-o)?(%pipe%|\|)/ },
    docker: { longs: 'entrypoint' },
    podman: { longs: 'entrypoint runtime hooks-dir' },
    'docker-compose': { longs: 'entrypoint' },
  }),
);

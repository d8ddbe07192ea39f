/** Programs that run other programs by the word of an option, and those of their options. Pure data. */

import { buildRunners } from './buildRunners';
import { byNames } from './byNames';
import type { Runner } from './runner';
import { makes } from './variables';

export const compressors =
  /^(p?gzip|pigz|[pl]?bzip2|lbzip2|p?xz|pixz|zstd(mt)?|lz4|p?lzip|lzop|brotli|gunzip|unzstd)( -[\w=]+)*$/;
const secureShell =
  /^ssh( -(p ?\d+|[46AaCqTvxX]+|l \w+|o (StrictHostKeyChecking|UserKnownHostsFile|BatchMode|ConnectTimeout|Port|User|LogLevel|Compression)=[\w./]+))*$/;
const sshOptions =
  /^-?o?\s*(ProxyCommand|LocalCommand|PermitLocalCommand|KnownHostsCommand|RemoteCommand|Include|Match|PKCS11Provider|SecurityKeyProvider|XAuthLocation|SmartcardDevice)\b/i;
const editor: Runner = { input: 'any', words: /^!/ };
/** Of its own commands, any other reads, writes or runs something, and may be given by its beginning. */
const sqliteCommand =
  /(^|\n)\s*\.(?!(tables?|schema|fullschema|mode|headers?|help|databases|index(es|ices)|widths?|nullvalue|separator|timer|explain|dump|quit|exit|show|bail|echo|changes|stats|limits?|print|eqp|timeout|version|param(eter)?|prompt|sha3sum|dbinfo|dbconfig|expert|lint|progress|scanstats|vfs\w+)\b)[a-z]/;
const sqlite: Runner = {
  longs: 'cmd init',
  words: /^-(cmd|init)$/,
  input: true,
  escapes: new RegExp(`${sqliteCommand.source}|\\b(load_extension|edit|fsdir|readfile|writefile)\\s*\\(`, 'i'),
};
/** An extension may run commands, and one that does takes them in the place of files. */
const duckdb: Runner = {
  ...sqlite,
  escapes: new RegExp(
    `${sqlite.escapes!.source}|\\b(load|install)\\s|\\bshellfs\\b|\\b(system|shell)\\s*\\(|\\|\\s*['"]|['"]\\s*\\|(?!\\|)`,
    'i',
  ),
};
const postgres: Runner = {
  input: true,
  words: /^(-o|--out[a-z]*=)?\s*\|/,
  escapes: /\\(!|o|g|copy|i|w|e|setenv|s\b)|\\\w+[^\n]*`|\bPROGRAM\b|COPY\s/i,
};
const mysql: Runner = {
  longs: 'pager init-command tee',
  input: true,
  escapes: /\\!|\bsystem\b|\\[PTe.]|\bsource\b|\btee\b|\bpager\b|OUTFILE|DUMPFILE|LOAD_FILE/i,
};
const tex: Runner = {
  words: /^--?(shell-escape|enable-write18|lua|luaonly|socket|output-driver)/,
  escapes: /\\(directlua|latelua|write18)|\\input\s*\{?\s*"?\|/,
};
const netcat: Runner = { shorts: 'ec', valued: 'gGIiMmOPpqsTVwXx', longs: 'exec sh-exec lua-exec' };
const make: Runner = { longs: 'eval', words: /:!/ };
const secureShells: Runner = { shorts: 'FI', valued: 'bcDeEiJlLmMopQRSwW', words: sshOptions };
/** What an image or a container starts, and by what its health is told. */
const containerPrograms = 'entrypoint change health-cmd args';
const changesOfImage = { commit: /^-c/, import: /^-c/ };
const ansibleSettings = /ansible_(\w+_(executable|interpreter|exe|args)|connection)\b/;
const rpm: Runner = { longs: 'eval pipe define macros load', shorts: 'ED' };

export const runners = byNames<Runner>({
  ...buildRunners,
  tar: {
    longs: 'checkpoint-action to-command use-compress-program info-script new-volume-script rsh-command rmt-command',
    shorts: 'IF',
    shortens: true,
    valued: 'bCfgHKLNTVX',
    harmless: compressors,
  },
  bsdtar: { longs: 'use-compress-program', harmless: compressors },
  cpio: { longs: 'rsh-command', shortens: true },
  split: { longs: 'filter', shortens: true },
  strace: { words: /^(-\w*o|--output=)?[|!]/ },
  sort: { longs: 'compress-program', shortens: true, harmless: compressors },
  rsync: { longs: 'rsh rsync-path', shorts: 'e', valued: 'BfMT@', harmless: secureShell },
  scp: { shorts: 'FSD', valued: 'ciJlPX', words: sshOptions },
  sftp: { shorts: 'FSDb', valued: 'BciJlPRsX', words: sshOptions, input: 'any' },
  'ssh autossh': secureShells,
  'ssh-keygen': { shorts: 'Dw', valued: 'abCEfFGIKLMmNnOPRrSsTtVWYZz' },
  'ssh-add': { shorts: 'sS' },
  zip: { words: /^-\w*TT/, longs: 'unzip-command' },
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
  ctest: { words: /^(--build-and-test|-S|-SP|--script)$/, longs: 'overwrite' },
  cmake: {
    words:
      /^-D\w*(COMPILER|LAUNCHER|EXECUTABLE|MAKE_PROGRAM)(:\w+)?=(?!(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|ccache|sccache|ninja|make|python3?)(-\d+)?$)/,
  },
  more: { words: /^\+.*!/ },
  git: {},
  rg: { longs: 'pre hostname-bin' },
  'ugrep ug': { longs: 'filter pager view' },
  perf: { longs: 'pre post exec-path script', sub: { script: /^-\w*s|^[a-z][\w-]*$/i } },
  'systemd-run': { words: /^(--property=|-p)?Exec\w*=/ },
  parallel: { longs: 'sshlogin', shorts: 'S', valued: 'jINLnaPdCEJ', harmless: /^([\d+]*\/?[\w@.:%-]+(,|$))+$/ },
  sshfs: { words: /(ssh_command|sftp_server)=/ },
  pandoc: {
    longs: 'filter lua-filter pdf-engine pdf-engine-opt',
    shorts: 'FL',
    valued: 'ftroVMHABTDCc',
    harmless: /^(pdflatex|xelatex|lualatex|tectonic|latexmk|weasyprint|wkhtmltopdf|prince|typst|context)$/,
  },
  exiftool: { words: /^-(if\d*|p|config|execute|userParam|api)$|\$\{/ },
  hg: {
    longs: 'config ssh remotecmd tool program',
    sub: {
      ...Object.fromEntries(
        ['clone', 'push', 'pull', 'in', 'incoming', 'out', 'outgoing', 'id', 'identify'].map((name) => [name, /^-e/]),
      ),
      ...Object.fromEntries(
        'merge resolve update up checkout co rebase backout graft unshelve'.split(' ').map((name) => [name, /^-t/]),
      ),
      bisect: /^(-c|--command)/,
      extdiff: /^-[po]/,
      debugshell: /^(-c|--command)/,
    },
    harmless: /^(:|internal:)[\w-]+$/,
  },
  'ag delta': { longs: 'pager' },
  'diff3 sdiff': { longs: 'diff-program', shortens: true },
  colordiff: { longs: 'difftool' },
  certbot: { longs: 'pre-hook post-hook deploy-hook renew-hook manual-auth-hook manual-cleanup-hook' },
  'agetty getty': { shorts: 'l', valued: 'aCdEfHIoPrtT', longs: 'login-program' },
  scrot: { shorts: 'e', longs: 'exec' },
  sk: { shorts: 'c', longs: 'cmd preview bind' },
  'mail mailx': { longs: 'exec', words: /^!|^shell=|`/ },
  xdotool: { words: /^exec$/ },
  pidstat: { shorts: 'e' },
  perlbug: { shorts: 'e' },
  dosbox: { shorts: 'c' },
  csvtool: { sub: { call: /^/ } },
  service: { words: /\// },
  sysctl: { words: /(core_pattern|modprobe|hotplug)=/ },
  mdadm: { longs: 'program' },
  'iptables ip6tables': { longs: 'modprobe' },
  busctl: { longs: 'address', harmless: /^(?!.*unixexec:)/ },
  'ranger vifm lf': { shorts: 'c', longs: 'cmd', words: /^-command$/ },
  'scan-build': { longs: 'use-cc use-c++ use-analyzer' },
  borg: { longs: 'rsh remote-path' },
  sshuttle: { shorts: 'e', valued: 'rxX', longs: 'ssh-cmd' },
  rvm: { words: /^do$/ },
  svnadmin: { sub: { freeze: /^/ } },
  darcs: { longs: 'diff-command sendmail-command', sub: { test: /^[^-]/ } },
  bzr: { longs: 'using' },
  fossil: { sub: { set: /(editor|cmd|command|browser)$/, settings: /(editor|cmd|command|browser)$/ } },
  glab: { sub: { alias: /^set$/ } },
  sqlmap: { longs: 'eval' },
  pip: { longs: 'editor' },
  pip3: { longs: 'editor' },
  emacsclient: { shorts: 'a', longs: 'alternate-editor', valued: 'seDdfTF' },
  ack: { longs: 'pager ackrc' },
  bat: { longs: 'pager' },
  fzf: { longs: 'preview bind' },
  'nc ncat netcat': netcat,
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
  duckdb,
  litecli: sqlite,
  'psql pgcli usql': postgres,
  'mysql mariadb mycli': mysql,
  ftp: { input: 'any', words: /^[!|]/ },
  lftp: { shorts: 'ce', longs: 'execute', input: 'any' },
  telnet: { input: 'any' },
  'ed red': editor,
  npm: { longs: 'script-shell node-options git viewer editor shell browser', harmless: /^false$/ },
  pnpm: { longs: 'script-shell node-options shell-mode config.script-shell config.node-options' },
  bun: { words: /^(-|-e|--eval(=.*)?|--print(=.*)?)$/ },
  jj: {
    longs: 'config config-file config-toml tool',
    harmless: /^:[\w-]+$/,
    sub: { set: /^(aliases|merge-tools|ui\.(editor|pager|diff))\b/ },
  },
  svn: { words: /^svn\+(?!ssh:)\w+:/, longs: 'diff-cmd diff3-cmd editor-cmd config-option config-dir merge-cmd' },
  cvs: { words: /^:(ext|fork|server|extssh)[;:]/, shorts: 'e' },
  gh: {
    words: sshOptions,
    sub: {
      alias: /^(set|import)$/,
      config: /^(editor|pager|browser)$/,
      ...Object.fromEntries(['extension', 'extensions', 'ext'].map((name) => [name, /^(exec|install|upgrade)$/])),
    },
  },
  helm: { longs: 'post-renderer', words: /^plugin$/ },
  ...Object.fromEntries(['kubectl', 'oc'].map((name) => [name, { longs: 'overrides' }])),
  rofi: { words: /^--?(modi|modes|combi-mod\w+|[\w-]*command|terminal|ssh-client)$/ },
  yad: { longs: 'button command', words: /^--[\w-]*(action|command|handler)(=|$)|:F?BTN/, harmless: /^[^:]*(:\d+)?$/ },
  rollup: { words: /^(-p|--plugin)?[= ]?\s*[{(]/ },
  knife: { sub: { exec: /^(-E|--exec)/ } },
  gem: { sub: { open: /^(-e|--editor)/ } },
  mise: { sub: { en: /^(-s|--shell)/ } },
  kustomize: { longs: 'enable-exec enable-helm helm-command enable-alpha-plugins' },
  'apt apt-get': { words: /(Invoke|Hook|Dir::Bin|::Tools|Solver|Dpkg::Path)/i, shorts: 'c', longs: 'config-file', valued: 'ota' },
  'rpm rpmbuild rpmspec rpmquery rpmverify rpmdb': rpm,
  'pdflatex xelatex lualatex latex tex': tex,
  tectonic: { words: /^shell-escape/ },
  pdftex: tex,
  latexmk: { words: /^-(e$|pdflatex=|latex=|xelatex=|lualatex=|shell-escape|usepretex)/ },
  ...Object.fromEntries(['soffice', 'libreoffice'].map((name) => [name, { words: /^(macro:|vnd\.sun\.star\.script)/i }])),
  kitty: { words: /^\+(runpy|kitten|launch)/ },
  wezterm: { sub: { cli: /^send-text$/ } },
  restic: { longs: 'password-command', words: /^(-o|--option=)?[\w-]+\.(command|program|args)=/ },
  duplicity: { longs: 'ssh-options' },
  install: { longs: 'strip-program', shortens: true },
  ansible: {
    shorts: 'am',
    longs: 'args module-name ssh-common-args ssh-extra-args sftp-extra-args scp-extra-args',
    harmless: /^(ping|setup|gather_facts)$/,
    words: ansibleSettings,
  },
  'ansible-playbook': { longs: 'ssh-common-args ssh-extra-args sftp-extra-args scp-extra-args', words: ansibleSettings },
  'ansible-console': { words: /^/, input: 'any' },
  'ansible-pull': { words: /^/ },
  'tmux byobu tmate': {
    words:
      /^(run|run-shell|if|if-shell|pipe-pane|pipep|send|send-keys|set-hook|bind|bind-key|source|source-file|respawn-\w+|respawn[pw]|popup|display-popup|menu|display-menu|choose-\w+|paste-buffer|pasteb|confirm|confirm-before|command-prompt|new|new-session|neww|new-window|splitw|split-window|set|set-option|setw|setenv)$|#\(/,
    shorts: 'cf',
    valued: 'LST',
  },
  screen: { shorts: 'X', words: /^[^-]/, valued: 'SrRxDdecfhlpQstT' },
  systemctl: { words: /^(edit|link|enable|set-environment|import-environment|set-property)$/ },
  launchctl: { words: /^(submit|load|bootstrap|setenv)$/ },
  'update-alternatives': { longs: 'install set config' },
  logrotate: { words: /^[^-]/ },
  'run-mailcap xdg-open': { words: /^/ },
  open: { words: /^-(a|b|-args)$|\.(app|command|tool|sh|terminal|workflow|pkg)$/i },
  fc: { words: /^/ },
  compgen: { words: /^-(\w*[CFW])/ },
  complete: { words: /^-(\w*[CF])/ },
  bind: { words: /^-x/ },
  'ctags-exuberant': { longs: 'options' },
  gpg: { longs: 'exec-path agent-program dirmngr-program pinentry-program photo-viewer keyserver-options' },
  dpkg: { longs: 'admindir root instdir pre-invoke post-invoke status-logger', shorts: '' },
  ffmpeg: {},
  flatpak: { longs: 'command' },
  distrobox: { longs: 'init-hooks pre-init-hooks', sub: { enter: /^(-e|--exec)$/ } },
  'distrobox-enter': { shorts: 'e', longs: 'exec', valued: 'naH' },
  az: { longs: 'scripts' },
  terragrunt: { longs: 'terragrunt-tfpath tf-path' },
  'consul-template': { words: /^-{1,2}(template|exec)(=|$)/ },
  air: { words: /^--?build\.(pre_|post_|full_|args_)?(cmd|bin)(=|$)/ },
  pylint: { longs: 'init-hook' },
  jupyter: { words: /^--(?!no-)[\w.-]*browser(=|$)/ },
  mpv: { longs: 'script scripts script-opts input-commands' },
  'gpg-agent': { longs: 'pinentry-program scdaemon-program' },
  rclone: { longs: 'sftp-ssh auth-proxy', words: /^:?[\w.-]+,([^:]*,)?ssh=/ },
  srun: { longs: 'prolog epilog task-prolog task-epilog' },
  // They run what stands on their input.
  ...Object.fromEntries(['sbatch', 'bsub', 'qsub'].map((name) => [name, { longs: 'wrap', input: 'any' as const }])),
  uv: { sub: { run: /^-$/ } },
  websocat: { words: /(^|:)(cmd|sh-c|exec):/ },
  plackup: { shorts: 'e', valued: 'aIMopslRLE' },
  aria2c: { words: /^--on-(bt-)?download-/ },
  curl: { longs: 'engine' },
  gs: { words: /^(-sOutputFile=|-o)?(%pipe%|\|)/ },
  docker: { longs: containerPrograms, sub: changesOfImage },
  podman: { longs: `${containerPrograms} runtime hooks-dir`, sub: changesOfImage },
  nerdctl: { longs: containerPrograms, sub: changesOfImage },
  aws: { sub: { ssm: /^(send-command|start-session)$/, ecs: /^execute-command$/, configure: /credential_process/ } },
  ...Object.fromEntries(
    ['nix-build', 'nix-instantiate', 'nix-env', 'nix-shell', 'nix'].map((name) => [
      name,
      { shorts: 'E', valued: 'pAIfo', longs: 'expr' },
    ]),
  ),
  'docker-compose': { longs: 'entrypoint' },
});

/** The runner that a program is: of a compiler, for whatever machine and in whatever version. */
export const runnerOf = (name: string): Runner | undefined =>
  runners.get(name) ?? runners.get(name.replace(/^(\w+-){2,3}(?=(gcc|g\+\+|clang|ld|cpp|gfortran)\b)|-\d[\d.]*$/g, ''));

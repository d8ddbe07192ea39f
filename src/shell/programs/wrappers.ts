/** Programs that run the command in their words. Pure data. */
import { byNames } from './byNames';
import { elsewhere } from './elsewhere';
import { projectTools } from './projectTools';
import { dashed, plainWrapper, type Wrapper } from './wrapper';

const mac: Wrapper = { valued: 'edtuprf', longs: 'env role type user range' };
const timers: Wrapper = { valued: 'fo', longs: 'format output', plain: 'append portability verbose quiet' };
const arch: Wrapper = {
  ownShell: true,
  plain:
    'verbose 3gb 4gb show show-personality uname-2.6 addr-no-randomize fdpic-funcptrs mmap-page-zero addr-compat-layout read-implies-exec 32bit short-inode whole-seconds sticky-timeouts',
};
const terminals: Wrapper = {
  valued: 'TtdgFfbw',
  longs: 'title working-directory geometry class name config profile font workdir option',
  own: /^start$/,
};

const recording: Wrapper = { valued: 'eoi', own: /^record$/ };
const semaphore: Wrapper = {
  valued: 'jSILnNaPdCE',
  longs: 'jobs arg-file max-args delay timeout retries joblog results tmpdir workdir colsep delimiter',
  joined: true,
};
const coverage: Wrapper = {
  valued: 'orxncetiap',
  longs:
    'reporter report-dir reports-dir temp-dir temp-directory src exclude include extension config require branches functions lines statements cwd',
  plain: 'all clean check-coverage per-file skip-full silent cache instrument source-map show-process-tree',
};
const parallel: Wrapper = { ...semaphore, dynamic: true };

const wrappers = byNames<Wrapper>({
  // who runs it
  sudo: {
    valued: 'ughpCrtDTURa',
    longs: 'user group host prompt chdir role type close-from chroot auth-type login-class command-timeout other-user',
    plain: 'shell login preserve-env non-interactive set-home stdin background askpass bell reset-timestamp validate',
    assignments: true,
  },
  sudoedit: { valued: 'ughpCrtDTU' },
  doas: { valued: 'uC' },
  pkexec: { ownShell: true, longs: 'user', plain: 'disable-internal-agent keep-cwd' },
  run0: {
    ownShell: true,
    valued: 'ugDpE',
    longs: 'unit property description slice user group nice chdir setenv background machine',
    assignments: true,
  },
  'gosu su-exec setuidgid': { skip: 1 },
  chpst: { valued: 'uUebn/omdfcrtlL' },
  softlimit: { valued: 'acdfloprst m' },
  setpriv: {
    longs:
      'ruid euid rgid egid reuid regid groups inh-caps ambient-caps bounding-set securebits pdeathsig selinux-label apparmor-profile landlock-access landlock-rule',
    plain: 'clear-groups keep-groups init-groups no-new-privs reset-env nnp dump',
  },
  runcon: { valued: 'turl', longs: 'type user role range', plain: 'compute' },
  'aa-exec newrole': mac,
  sg: { skip: 1, scripts: '-c', ownShell: true },
  // with which environment
  env: {
    valued: 'uCaP',
    longs: 'unset chdir argv0',
    // Of signals, only what is attached counts.
    plain: 'ignore-environment null debug list-signal-handling default-signal ignore-signal block-signal',
    assignments: true,
  },
  'cross-env': { assignments: true },
  'cross-env-shell': { joined: true },
  dotenv: { valued: 'efvcp', own: /^(run|--)$/ },
  dotenvx: { sub: { run: { valued: 'fe', longs: 'env-file env' } } },
  sops: { sub: { 'exec-env': { skip: 1, joined: true }, 'exec-file': { skip: 1, joined: true } } },
  'dotenv-cli': { valued: 'efvcp' },
  'env-cmd': { valued: 'fre' },
  direnv: { sub: { exec: { skip: 1, placed: true, there: true } } },
  'aws-vault': { sub: { exec: { skip: 1 } } },
  chamber: { sub: { exec: dashed } },
  op: { sub: { run: dashed } },
  'doppler infisical': { sub: { run: { ...dashed, scripts: '--command' } } },
  envchain: { skip: 1 },
  borg: { sub: { 'with-lock': { skip: 1 } } },
  'ssh-agent': { valued: 'aEOtP' },
  'gpg-agent': {
    longs: 'options homedir log-file default-cache-ttl max-cache-ttl pinentry-program',
    plain: 'daemon quiet verbose',
  },
  'dbus-run-session': { longs: 'config-file dbus-daemon' },
  'dbus-launch': { longs: 'sh-syntax config-file', plain: 'exit-with-session' },
  fakeroot: { valued: 'lsibf', longs: 'lib faked', ownShell: true },
  faketime: { valued: 'p', skip: 1 },
  'eatmydata catchsegv fakechroot aoss xinit startx xss-lock': plainWrapper,
  genie: { own: /^-c$/ },
  ksu: { own: /^-[ea]$/ },
  'xvfb-run': {
    valued: 'nsepfw',
    longs: 'server-num server-args error-file auth-file xauth-protocol wait',
    plain: 'listen-tcp',
  },
  // when, and for how long
  'timeout gtimeout': { valued: 'ks', longs: 'kill-after signal', plain: 'foreground preserve-status verbose', skip: 1 },
  'time gtime': timers,
  nohup: plainWrapper,
  setsid: { plain: 'ctty fork wait' },
  daemonize: { valued: 'ceEpulo' },
  daemon: { valued: 'nuUpPrML', longs: 'name user pidfile output stdout stderr chdir' },
  'start-stop-daemon': {
    longs: 'exec pidfile name user group chuid chdir chroot nicelevel procsched iosched umask retry startas',
    dashed: true,
  },
  flock: {
    valued: 'wE',
    longs: 'timeout wait conflict-exit-code',
    plain: 'shared exclusive nonblock nb unlock close verbose',
    skip: 1,
    placed: true,
    scripts: '-c --command',
  },
  'setlock lckdo logsave': { skip: 1, placed: true },
  'chronic ifne zrun': plainWrapper,
  'tsp ts': { valued: 'DWNLOS' },
  nq: plainWrapper,
  watch: {
    valued: 'nq',
    longs: 'interval equexit',
    plain: 'differences no-title beep errexit chgexit color exec precise',
    joined: true,
  },
  viddy: { valued: 'n', joined: true },
  entr: { plain: 'a', opensShell: true, scripts: '-s' },
  watchexec: { valued: 'ewifs', longs: 'exts watch ignore filter signal delay-run debounce shell workdir', joined: true },
  nodemon: { valued: 'wiedx', longs: 'watch ignore ext delay signal config cwd', scripts: '-x --exec', goesOn: true },
  concurrently: {
    valued: 'ncpmstl',
    longs: 'names prefix-colors prefix max-processes success timestamp-format prefix-length restart-tries restart-after',
    plain: 'kill-others raw',
    each: true,
    short: { form: /^(npm|yarn|pnpm|bun|node|deno):(.+)$/s, text: '$1 run $2' },
  },
  hyperfine: {
    valued: 'wmMrpscnLPu',
    longs:
      'warmup runs min-runs max-runs parameter-scan parameter-list export-json export-markdown export-csv export-asciidoc export-orgmode time-unit style command-name output input',
    scripts: '-p --prepare -s --setup -c --cleanup -C --conclude',
    each: true,
  },
  'pee mispipe': { each: true },
  multitime: { valued: 'fInsq', scripts: '-i -r -o' },
  msgfilter: { valued: 'iowDnN', longs: 'input output-file directory width' },
  pexec: { valued: 'rfenopisutjm' },
  parset: { ...parallel, skip: 1 },
  reflex: { valued: 'rRgG', longs: 'regex inverse-regex glob inverse-glob' },
  'tsc-watch': { dashed: true, scripts: '--onSuccess --on-success --onFailure --onFirstSuccess --onCompilationComplete' },
  'wait-for wait-for-it wait-for-it.sh': { ...dashed, skip: 1, valued: 'tp' },
  R: { sub: { CMD: plainWrapper } },
  // as the first process, under a cache or a counter
  tini: { valued: 'pe' },
  'dumb-init': { valued: 'r', longs: 'rewrite' },
  catatonit: plainWrapper,
  's6-setuidgid': { skip: 1 },
  's6-softlimit': { valued: 'acdfloprstm' },
  envdir: { skip: 1, placed: true },
  envuidgid: { skip: 1 },
  'ccache sccache distcc icecc bear': plainWrapper,
  'intercept-build compiledb scan-build': { valued: 'o', longs: 'cdb' },
  'libtool glibtool': { longs: 'mode tag' },
  'c8 nyc': coverage,
  'noglob nocorrect': plainWrapper,
  'arch-chroot': { skip: 1, placed: true },
  wsl: { valued: 'du', longs: 'cd distribution user', own: /^(-e|--exec)$/ },
  // with what priority and limits
  nice: { valued: 'n', longs: 'adjustment' },
  ionice: { valued: 'cnpPu', longs: 'class classdata pid', plain: 'ignore' },
  chrt: { valued: 'TPD', skip: 1 },
  taskset: { valued: 'p', plain: 'cpu-list all-tasks', skip: 1 },
  numactl: {
    valued: 'CmNiPpw',
    longs: 'membind cpunodebind physcpubind interleave preferred preferred-many weighted-interleave',
    plain: 'localalloc all balancing',
  },
  cgexec: { valued: 'g', plain: 'sticky' },
  prlimit: { valued: 'po', longs: 'pid output' },
  cpulimit: { valued: 'lpe', longs: 'limit pid exe' },
  choom: { valued: 'np', longs: 'adjust pid' },
  uclampset: { valued: 'mMp' },
  trickle: { valued: 'duwtLP' },
  setarch: { ...arch, own: /^(linux32|linux64|i[3-6]86|x86_64|uname26|aarch64|arm\w*|ppc\w*|s390\w*)$/ },
  'linux32 linux64 i386 i686 x86_64 uname26': arch,
  arch: { valued: 'ed', plain: 'x86_64 arm64 arm64e i386', own: /^-(x86_64|arm64e?|i386|32|64|c)$/ },
  // with what input and output
  stdbuf: { valued: 'ioe', longs: 'input output error' },
  unbuffer: plainWrapper,
  grc: { valued: 'c', plain: 'pty', longs: 'config colour' },
  openvt: { valued: 'c' },
  'ttyd gotty': { valued: 'pcaiuIbtT' },
  websocketd: plainWrapper,
  'tcpsvd udpsvd tcpserver': { valued: 'clCiIxXbugtR', skip: 2 },
  'systemd-socket-activate': { valued: 'lE', longs: 'listen setenv fdname' },
  rlwrap: { valued: 'bCDefgHlMOPqsStwz' },
  winpty: plainWrapper,
  'dtach abduco': { own: /^-[ncAa]$/, skip: 1 },
  xterm: { valued: 'TtnbfgFB' },
  'x-terminal-emulator': terminals,
  'gnome-terminal': { dashed: true, scripts: '-e --command' },
  konsole: terminals,
  alacritty: { ...terminals, valued: 'tT' },
  'kitty foot': terminals,
  wezterm: {
    sub: {
      start: { valued: '', longs: 'cwd class workspace position domain' },
      cli: { sub: { spawn: { longs: 'pane-id domain-name window-id cwd workspace' } } },
    },
  },
  // under a watcher's eye
  strace: { valued: 'eoOpsSuEaIbPUX' },
  ltrace: { valued: 'aAeDFlnosuwpx' },
  valgrind: { longs: '', plain: '' },
  perf: {
    sub: {
      stat: { valued: 'eorxICG' },
      record: { valued: 'eocFGCm' },
      trace: { valued: 'eo' },
      ...Object.fromEntries(['mem', 'c2c', 'lock', 'sched', 'kmem', 'timechart'].map((name) => [name, recording])),
      ftrace: { valued: 'tTGgaCpDmF' },
    },
  },
  'rr uftrace trace-cmd': recording,
  operf: { valued: 'deg' },
  'py-spy': { sub: { record: dashed, top: dashed } },
  dlv: { sub: { exec: plainWrapper } },
  gdbserver: { skip: 1 },
  heaptrack: { valued: 'o' },
  kcov: { skip: 1, placed: true, longs: 'include-path exclude-path include-pattern exclude-pattern' },
  memusage: { valued: 'npdbxy' },
  dtruss: { valued: 'nptb' },
  ip: { sub: { netns: { sub: { exec: { skip: 1 } } }, vrf: { sub: { exec: { skip: 1 } } } } },
  // in another place
  ...elsewhere,
  // of packages, versions and projects
  ...projectTools,
  // many times over
  xargs: {
    valued: 'InPLdEsaJRS',
    longs: 'max-args max-procs max-lines delimiter arg-file max-chars process-slot-var',
    plain: 'null no-run-if-empty verbose interactive open-tty exit',
    dynamic: true,
  },
  'parallel env_parallel': parallel,
  sem: semaphore,
  rush: { valued: 'jndDirT', joined: true, dynamic: true },
  // the shell's own
  'command builtin': { sameShell: true },
  exec: { valued: 'a', sameShell: true },
  'busybox toybox': plainWrapper,
});

/** The loader of programs, and emulators, under whatever version they go by. */
const forms: readonly [RegExp, Wrapper][] = [
  [
    /^ld(-linux[\w-]*|-musl[\w-]*|64)?\.so(\.\d+)*$/,
    { longs: 'library-path preload argv0 audit inhibit-rpath glibc-hwcaps-prepend' },
  ],
  [/^qemu-(?!system-|img$|io$|nbd$|ga$)[\w]+(-static)?$/, { valued: 'LEgsBRrdDU' }],
];

export const wrapperOf = (name: string): Wrapper | undefined =>
  wrappers.get(name) ?? forms.find(([form]) => form.test(name))?.[1];

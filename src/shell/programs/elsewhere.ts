/** Programs that run a command elsewhere: in a container, on another host, in another root or name space. Pure data. */
import { dashed, dashedShell, plainWrapper, shellWrapper, type Wrapper } from './wrapper';

/** What lies here is mounted there. */
const mounting = /^(--(volume|mount|device|privileged|pid|rootfs)|-[a-zA-Z]*v)/;
/** The host is this one. */
const thisHost = /localhost|loopback|\b127\.|::1|\b0\.0\.0\.0|^([^@]*@)?0(x[\da-f]+)?$|2130706433|HostName|Proxy|^-[a-zA-Z]*F/i;
const host: Wrapper = { far: thisHost };

const container: Wrapper = {
  far: mounting,
  valued: 'vepuwlhmcan',
  longs:
    'volume env publish user workdir label hostname memory cpus name network net entrypoint mount env-file platform add-host cap-add cap-drop device dns expose gpus group-add health-cmd ip ipc isolation log-driver log-opt pid pull restart runtime security-opt shm-size stop-signal stop-timeout storage-opt sysctl tmpfs ulimit userns uts volumes-from cgroup-parent cidfile cpu-shares cpuset-cpus detach-keys pod annotation arch os secret tz umask',
  mounts: '-v --volume',
  apart: '-w --workdir -e --env --tmpfs --name --label -l --entrypoint -p --publish -u --user -h --hostname --network',
  plain: 'rm interactive tty detach privileged init read-only publish-all no-healthcheck oom-kill-disable quiet replace',
  skip: 1,
};
const inContainer: Wrapper = {
  far: true,
  valued: 'euwn',
  longs: 'env user workdir env-file detach-keys index',
  apart: '-w --workdir -e --env -u --user',
  plain: 'interactive tty detach privileged latest no-TTY',
  skip: 1,
};
const composed: Wrapper = {
  ...container,
  valued: 'evupwl',
  plain: `${container.plain} no-deps service-ports use-aliases build no-TTY quiet-pull remove-orphans`,
};
const compose: Wrapper = { sub: { exec: { ...inContainer, valued: 'euw' }, run: composed } };
const containers: Wrapper = {
  sub: {
    run: container,
    create: container,
    exec: inContainer,
    compose,
    container: { sub: { run: container, create: container, exec: inContainer } },
    unshare: plainWrapper,
    service: { sub: { create: container } },
    debug: { scripts: '-c --command', skip: 1 },
    machine: { sub: { ssh: plainWrapper } },
    sandbox: { sub: { run: { skip: 1 } } },
  },
};
const inPod: Wrapper = {
  far: true,
  valued: 'ncfs',
  longs: 'namespace container filename context cluster user kubeconfig server token as request-timeout pod-running-timeout',
  plain: 'stdin tty quiet',
  dashed: true,
  skip: 1,
};
const inInstance: Wrapper = {
  far: true,
  longs: 'cwd env group user mode',
  apart: '--cwd --env',
  plain: 'disable-stdin force-interactive force-noninteractive',
  dashed: true,
  skip: 1,
};
const pods: Wrapper = {
  sub: {
    exec: inPod,
    run: { ...dashed, far: true },
    debug: dashed,
    create: { sub: Object.fromEntries(['job', 'cronjob', 'deployment', 'deploy'].map((name) => [name, dashed])) },
  },
};
const machine: Wrapper = { sub: { exec: { skip: 1, joined: true }, run: { skip: 1 } } };
const console: Wrapper = {
  sub: {
    ssh: { sub: { console: { scripts: '-C --command' } } },
    console: { scripts: '-C --command' },
    machine,
    machines: machine,
    m: machine,
  },
};
const inTask: Wrapper = { sub: { exec: { far: true, longs: 'exec-id user cwd', skip: 1 } } };
const inNamespace: Wrapper = { ownShell: true, valued: 'tSGN', longs: 'target setuid setgid net-socket' };
const apart: Wrapper = {
  ownShell: true,
  valued: 'SGRwl',
  longs: 'setuid setgid root wd map-user map-group map-users map-groups propagation load-interp',
};
const bound: Wrapper = {
  valued: 'BHWS',
  longs: 'bind home workdir scratch pwd env env-file',
  mounts: '-B --bind',
  skip: 1,
  placed: true,
};
export const sshValued = 'bcDeEFIiJlLmopQRSwWB';
const proxies: Wrapper = { valued: 'fuPap', plain: 'shell isolate quiet' };

export const elsewhere: Readonly<Record<string, Wrapper>> = {
  chroot: { skip: 1, placed: true, longs: 'userspec groups', ownShell: true },
  unshare: apart,
  nsenter: inNamespace,
  bwrap: {
    pairs:
      'bind bind-try ro-bind ro-bind-try dev-bind dev-bind-try bind-data ro-bind-data file symlink setenv overlay chmod overlay-src',
    valued: '',
    ownShell: true,
  },
  firejail: { longs: 'profile', ownShell: true },
  proot: { valued: 'rbwqvk', longs: 'rootfs bind cwd qemu', mounts: '-b --bind', ownShell: true },
  'sandbox-exec': { valued: 'fnpD' },
  'systemd-run': {
    valued: 'pEuMH',
    longs:
      'unit property description slice uid gid nice working-directory setenv machine host on-active on-calendar service-type',
  },
  'systemd-inhibit': { longs: 'what who why mode' },
  'systemd-nspawn': { ownShell: true, valued: 'DiMuE', longs: 'directory image machine user bind setenv' },
  'systemd-cat': { valued: 'tp', longs: 'identifier priority stderr-priority' },
  'gnome-session-inhibit': { longs: 'app-id reason inhibit' },
  caffeinate: { valued: 'tw' },
  toolbox: { sub: { enter: { ownShell: true }, run: { valued: 'cdr', longs: 'container distro release' } } },
  distrobox: { sub: { enter: dashedShell } },
  'distrobox-enter': dashedShell,
  'flatpak-spawn': plainWrapper,
  flatpak: { sub: { run: { skip: 1, scripts: '--command' } } },
  lxc: { sub: { exec: inInstance } },
  incus: { sub: { exec: inInstance } },
  multipass: { sub: { exec: { skip: 1 } } },
  'lxc-attach': { valued: 'nfolPsu', longs: 'name' },
  'lxc-execute': { valued: 'nfolPsu', longs: 'name' },
  crictl: { sub: { exec: inContainer } },
  runc: { sub: { exec: { ...inContainer, longs: `${inContainer.longs} cwd` } } },
  ctr: { sub: { run: { skip: 2 }, task: inTask, tasks: inTask, t: inTask } },
  lima: plainWrapper,
  limactl: { sub: { shell: { longs: 'workdir shell', skip: 1 } } },
  colima: { sub: { ssh: plainWrapper } },
  machinectl: { sub: { shell: { skip: 1, ownShell: true } } },
  docker: containers,
  podman: containers,
  nerdctl: containers,
  'docker-compose': compose,
  'podman-compose': compose,
  buildah: { sub: { run: { skip: 1 }, unshare: plainWrapper } },
  apptainer: { sub: { exec: bound, run: bound } },
  singularity: { sub: { exec: bound, run: bound } },
  kubectl: pods,
  oc: { sub: { ...pods.sub, rsh: { skip: 1, far: true } } },
  kubecolor: pods,
  k3s: { sub: { kubectl: pods } },
  microk8s: { sub: { kubectl: pods } },
  nomad: { sub: { exec: { skip: 1, far: true }, alloc: { sub: { exec: { skip: 1, far: true } } } } },
  devcontainer: { sub: { exec: { longs: 'workspace-folder container-id config remote-env' } } },
  fly: console,
  flyctl: console,
  railway: { sub: { run: plainWrapper, ssh: { joined: true } } },
  minikube: { sub: { ssh: { valued: 'n', longs: 'node', plain: 'native-ssh', joined: true } } },
  vagrant: { sub: { ssh: { ...shellWrapper, skip: 1 }, winrm: { ...shellWrapper, skip: 1 } } },
  ssh: { ...host, valued: sshValued, inert: 'bcDeEiLlmpRW', skip: 1, joined: true },
  ...Object.fromEntries(
    ['rsh', 'remsh', 'dbclient', 'plink'].map((name) => [name, { ...host, valued: 'lpiJP', skip: 1, joined: true }]),
  ),
  ...Object.fromEntries(
    ['pssh', 'parallel-ssh', 'pdsh', 'clush', 'dsh'].map((name) => [name, { ...host, valued: 'wxlfRgGhHpoetOXm', joined: true }]),
  ),
  tsh: { sub: { ssh: { ...host, valued: 'lpiLDo', longs: 'login port proxy', skip: 1, joined: true } } },
  tailscale: { sub: { ssh: { ...host, skip: 1, joined: true } } },
  sshpass: { valued: 'fdpP' },
  autossh: { ...host, valued: 'bcDeEFIiJlLmopQRSwWM', inert: 'bcDeEiLlmpRWM', skip: 1, joined: true },
  mosh: { valued: 'p', longs: 'ssh port client server predict', skip: 1 },
  proxychains: proxies,
  proxychains4: proxies,
  torsocks: proxies,
  torify: proxies,
  tsocks: proxies,
  socksify: proxies,
  srun: { valued: 'nNptJcAwxoei', longs: 'ntasks nodes partition time job-name' },
  mpirun: { valued: 'nxHc', longs: 'np host hostfile map-by' },
  mpiexec: { valued: 'nxHc', longs: 'np host hostfile' },
  wine: plainWrapper,
};

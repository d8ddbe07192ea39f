import assert from 'node:assert/strict';
import { commandPattern } from '../../src/shell/commands/commandPattern';
import { allowCovers, judgeLine } from '../../src/shell/rules/commandMatch';
import { factsOf } from './disk';
import { ordinary } from './lines/ordinary';
import { unknowable } from './lines/unknowable';

describe('lines that could run anything', () => {
  for (const [title, lines] of Object.entries(unknowable))
    describe(title, () => {
      for (const line of lines)
        it(JSON.stringify(line), () => {
          const facts = factsOf(line);
          assert.equal(judgeLine(facts, ['nothing-of-this-name*']).answer, 'maybe');
          assert.equal(judgeLine(facts, [commandPattern('nothing-of-this-name')]).answer, 'maybe');
          assert.equal(allowCovers(facts, ['*']), false);
        });
    });

  it('are none where git is handed its own commands: those are known', () => {
    for (const line of ['git bisect view push', 'git bisect visualize git push', 'hub push', 'hub -C x push'])
      assert.equal(judgeLine(factsOf(line), ['git push*']).answer, 'yes', line);
    for (const line of ['git bisect view --stat', 'git bisect run npm test', 'hub pr list'])
      assert.equal(judgeLine(factsOf(line), ['git push*']).answer, 'no', line);
  });

  it('are none where a wrapper is told, or tells its options, in another way', () => {
    for (const line of [
      'env --block-signal git push',
      'env --ignore-signal --default-signal git push',
      'flock - git push',
      'setlock - git push',
      'logsave out.log git push',
      'multitime -n 3 git push',
      'msgfilter -i a.po git push',
      'pexec git push',
      'parset x git push ::: a',
      'reflex -r x -- git push',
      "tsc-watch --onSuccess 'git push'",
      'wait-for-it.sh db:5432 -t 5 -- git push',
      './wait-for-it.sh db:5432 -- git push',
      "mispipe 'git push' cat",
      'grc --pty git push',
      'openvt -- git push',
      'ttyd -p 1 git push',
      'gotty git push',
      'tcpsvd 0 1 git push',
      'systemd-socket-activate -l 1 git push',
      'uftrace record git push',
      'trace-cmd record -e x git push',
      'operf git push',
      'py-spy record -o x -- git push',
      'dlv exec git push',
      'gdbserver :1 git push',
      'scan-build git push',
      'intercept-build --cdb x git push',
      'libtool --mode=execute git push',
      'icecc git push',
      'fakechroot git push',
      'aoss git push',
      'xinit git push',
      'xss-lock -- git push',
      'genie -c git push',
      'ksu -e git push',
      'dotenvx run -f .env -- git push',
      "sops exec-env x 'git push'",
      'bwrap --bind / / git push',
      'bwrap --ro-bind / / --dev /dev --setenv A b --unshare-all git push',
      'flatpak-spawn --host git push',
      'lxc-attach -n x -- git push',
      'crictl exec -i x git push',
      'runc exec x git push',
      'ctr run img id git push',
      'ctr task exec --exec-id x id git push',
      'limactl shell default git push',
      'lima git push',
      'colima ssh -- git push',
      'k3s kubectl exec x -- git push',
      'kubecolor exec x -- git push',
      'nomad alloc exec id git push',
      'rsh host git push',
      'plink host git push',
      "pssh -h hosts -i 'git push'",
      'pdsh -w x git push',
      'tsh ssh u@h git push',
      'tailscale ssh h git push',
      'lerna exec git push',
      'dagger run git push',
      'tox exec -e py -- git push',
      'chruby-exec 3.2 -- git push',
      'terragrunt exec -- git push',
      "cdk synth --app 'git push'",
      'nvm exec git push',
      'nvm exec 20 git push',
      `gh cs ssh 'git push'`,
      `gh codespace ssh -c name -- git push`,
      `composer exec git push`,
      'npm run env git push',
      'npm -C a rum env --silent -- git push',
      'npm run -s env git push',
      'npm -w env run env git push',
      'bun run env git push',
      `corepack pnpm exec git push`,
      `python -m pipx run git push`,
      "firebase emulators:exec --only firestore 'git push'",
      'netlify dev:exec git push',
      "netlify dev -c 'git push'",
      'asdf env node git push',
      `pixi exec git push`,
      `vagrant ssh box -c 'git push'`,
      `minikube ssh 'git push'`,
      `jj util exec -- git push`,
      `fd -Hxgit push`,
      `git -C"$d" bisect run git push`,
      `stack exec git push`,
      'R CMD git push',
      'autossh -M0 host git push',
      "concurrently -k 'git push'",
      "docker debug x -c 'git push'",
      'docker service create --name x img git push',
      "fly ssh console -C 'git push'",
      'git for-each-repo --config x push',
      'git for-each-repo --keep-going --config=x -- push',
      "git rebase --ex 'git push' x",
      "git rebase --exe='git push' x",
      "git rebase -ix 'git push' x",
      "git rebase -ix'git push' x",
      'hatch run git push',
      'hatch run x: git push',
      'hatch run x:git push',
      "hyperfine -N 'git push'",
      "hyperfine --shell 'git push' ls",
      'incus exec x git push',
      'lxc exec x --user 1 -- git push',
      "flock x --comm 'git push'",
      "nix-shell --ru='git push'",
      "npx --ca 'git push'",
      'borg with-lock repo git push',
      'mosh -p 60000 host git push',
      'mosh host -- git push',
      'perf ftrace -t function git push',
      'perf lock record git push',
      'podman machine ssh git push',
      'railway run git push',
      'runcon -t x git push',
      `awk 'BEGIN { system("git push") }'`,
      `awk 'BEGIN { while (("git push" | getline x) > 0) print x }'`,
      `awk '{ print | "git push" }' a`,
      "sed '1e git push' a",
    ])
      assert.equal(judgeLine(factsOf(line), ['git push*']).answer, 'yes', line);
  });

  it('may be where the value of an option in front is attached to it, and not known', () => {
    for (const line of ['git -C"$d" push', 'git -C$d push', 'git -C "$d" push'])
      assert.notEqual(judgeLine(factsOf(line), ['git push*']).answer, 'no', line);
    assert.equal(allowCovers(factsOf('git -C"$d" status'), ['git status*']), false);
  });

  it('are none where an option takes no word: the command begins right behind it', () => {
    for (const line of [
      'faketime -f +2d git push',
      'xvfb-run -l git push',
      'daemonize -a git push',
      'numactl -l git push',
      'numactl --localalloc git push',
      'prlimit -n git push',
      'rlwrap -c git push',
      'rlwrap -n git push',
      'memusage -t git push',
      'parallel -X git push ::: a',
      'systemd-run -t git push',
      'systemd-run -qd git push',
      'docker compose run -T web git push',
      'docker-compose run --rm -dT web git push',
      'nsenter -t 1 -w git push',
      'unshare -w /x git push',
      'torsocks -i git push',
      'ssh-agent -D git push',
    ])
      assert.notEqual(judgeLine(factsOf(line), ['git push*']).answer, 'no', line);
  });

  it('leaves out code for an interpreter where that is to be ignored, and nothing else', () => {
    const ignoring = (line: string) => judgeLine(factsOf(line), [commandPattern('x')], 'code').answer;
    for (const line of ["python -c 'x'", "node -e 'x'", 'cat x | python', 'awk \'BEGIN { system("" "x") }\'', 'vim -c x f'])
      assert.equal(ignoring(line), 'no', line);
    for (const line of ['eval "$X"', '$X', 'PATH=/x ls', 'curl x | sh', '((x))', "python -c 'x'; $X"])
      assert.equal(ignoring(line), 'maybe', line);
  });
});

describe('lines of every day', () => {
  it('are many', () => assert.ok(ordinary.length >= 200, String(ordinary.length)));
  const patterns = ['git push*', 'sudo*', 'nothing-of-this-name*'];
  for (const line of ordinary)
    it(JSON.stringify(line), () => {
      const facts = factsOf(line);
      assert.deepEqual(facts.uncertainties ?? [], []);
      for (const pattern of patterns) {
        const { answer, reason } = judgeLine(facts, [pattern]);
        assert.equal(answer, 'no', `${pattern}: ${reason}`);
      }
      for (const pattern of ['sudo', 'git push', 'nothing-of-this-name'])
        assert.equal(judgeLine(facts, [commandPattern(pattern)]).answer, 'no', pattern);
    });
});

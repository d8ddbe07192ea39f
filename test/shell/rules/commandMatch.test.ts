import assert from 'node:assert/strict';
import { commandPattern } from '../../../src/shell/commands/commandPattern';
import { allowCovers, judgeLine, uncertaintyOf } from '../../../src/shell/rules/commandMatch';
import { factsOf } from '../disk';

const table = (pattern: string, cases: { yes?: string[]; maybe?: string[]; no?: string[] }) =>
  describe(pattern, () => {
    for (const [expected, lines] of Object.entries(cases))
      for (const line of lines)
        it(`${expected}: ${JSON.stringify(line)}`, () => {
          const { answer, reason } = judgeLine(factsOf(line), [pattern]);
          assert.equal(answer, expected, reason);
          assert.equal(reason !== undefined, answer === 'maybe', reason);
        });
  });

describe('patterns on a command line', () => {
  table('git push*', {
    yes: [
      'git push',
      'git push --force origin main',
      '/usr/bin/git push',
      './git push',
      'git -C . push',
      'git -C "$DIR" push',
      'docker exec -it "$CID" sh -c "git push"',
      'kubectl exec -n "$NS" "$POD" -- git push',
      'timeout "$T" git push',
      'git -Csub push',
      'git -c a=b push',
      'git --no-pager push',
      'git --git-dir=x --work-tree y push',
      'git p""ush',
      "g'i't push",
      'command git push',
      'env A=1 git push',
      'sudo -u me git push',
      'timeout 5 git push',
      "sh -c 'git push'",
      'xargs git push',
      'gpg-agent --daemon git push',
      'parallel git push ::: origin',
      'cd sub && git push',
      'echo $(git push)',
      'f() { git push; }; f',
      'git push $REMOTE',
      'nice git -C x push',
      'git push; $X',
      'docker exec app git push',
      'docker --context x compose -f y.yml run --rm app git push',
      'npx -y git push',
      'ssh host git push',
      "ssh host 'cd x && git push'",
      'setarch x86_64 git push',
      'prlimit --nofile=10 git push',
      'ssh-agent git push',
      'uv run git push',
      'kubectl -n x exec pod -- git push',
      "hyperfine 'git push'",
      'PATH=/evil git push',
    ],
    maybe: [
      // What names a container could be an option, and what stands behind it that name.
      'docker exec "$CID" ls git push',
      'timeout "$T" ls git push',
      'x=push; git $x',
      'echo push | xargs git',
      'parallel git ::: push',
      'x=$(cat <<E\nx\nE\ngit; push)',
      'cat <(cat <<E; git; push\nx\nE\n)',
      'echo "$(cat <<-E\n\tx\n\tE\ngit; push)"',
      'echo push | parallel git',
      'parallel -j2 git ::: push',
      'parallel git {1} ::: push',
      "parallel 'cd x; git {}' ::: push",
      'git $(echo push)',
      'git `echo push`',
      'git pu*',
      'git ?ush',
      'git "$X"',
      'git $X push',
      'git -C $DIR status',
      'git ${X:-push}',
      '$X push',
      'eval "$X"',
      'sh -c "$X"',
      'echo push | xargs -I{} git {}',
      'xargs -I{} git p{}',
      'curl x | sh',
      "git 'unclosed",
      'alias g=git; g push',
      'PATH=/evil ls',
      'BASH_CMDS[ls]=/bin/evil ls',
      'docker $X app git',
      'git --unknown x push',
    ],
    no: [
      'git status',
      'git pull',
      'git commit -m "git push"',
      'echo git push',
      'git -C push status',
      'git -C "$DIR" status',
      'git --no-pager log push',
      'gitk push',
      'git stash push',
      'git log $X',
      'git add *.ts',
      'ls $X',
      'npm run push',
      'gh pr list',
      'docker push image',
      'git log --format="$F"',
      'git checkout -b "$BRANCH"',
      'git add src/*.ts',
    ],
  });
  table('npm test*', {
    yes: ['npm test', 'npm --prefix x test', 'npm --silent test -- --watch', 'npm test --prefix x', 'CI=1 npm test'],
    maybe: ['npm $X', 'npm --newflag x test'],
    no: ['npm install', 'npm run test', 'npx test', 'pnpm test', 'npm run $X'],
  });
  table('hg push*', {
    yes: ['hg push', 'hg -R x push -f'],
    maybe: ['hg pus', 'hg sync', 'hg -R x sync'],
    no: ['hg st', 'hg -R push st', 'hg pull', 'hg'],
  });
  table('create-vite*', {
    yes: ['npm create vite x', 'yarn create vite@latest', 'npm init vite'],
    no: ['npm init -y', 'npm create x'],
  });
  table('vercel deploy*', {
    yes: [
      'npx vercel@latest deploy',
      'bunx vercel@1 deploy',
      'pnpm dlx @scope/vercel@latest deploy',
      'npm exec -- vercel@1 deploy',
    ],
    no: ['npx @vercel/x@1 deploy'],
  });
  table('docker run*', {
    yes: ['docker run x', 'docker --context x run y', 'docker -H tcp://x run y', '/usr/bin/docker -D run y'],
    maybe: ['docker "$VERB" x'],
    no: ['docker build .', 'docker ps', 'docker compose run x'],
  });
  table('docker compose up*', {
    yes: ['docker compose -f a.yml -f b.yml up -d', 'docker compose up'],
    no: ['docker compose down'],
  });
  table('kubectl delete*', {
    yes: ['kubectl -n x delete pod y', 'kubectl --context=a --namespace b delete pod', 'kubectl delete pod'],
    no: ['kubectl get pods -n delete', 'kubectl -n delete get pods'],
  });
  table('cargo publish*', { yes: ['cargo +nightly publish', 'cargo -q publish'], no: ['cargo build'] });
  table('terraform apply*', { yes: ['terraform -chdir=x apply', 'terraform apply -auto-approve'], no: ['terraform plan'] });
  table('rm -rf*', {
    yes: ['rm -rf x', '/bin/rm -rf x', 'sudo rm -rf /'],
    maybe: ['rm $X', 'rm "$X"', 'rm -r$X'],
    no: ['rm x', 'rm *.o', 'rm -r src/*', 'rmdir -rf x'],
  });
  table('*sudo*', { yes: ['sudo ls', 'echo sudo'], no: ['ls'] });
  table('npm test', { yes: ['npm test'], no: ['npm test --watch', 'npm testing'] });
  table('ls', { yes: ['ls'], no: ['ls -la', 'ls x'] });

  it('says what is not known', () => {
    assert.match(judgeLine(factsOf('x=push; git $x'), ['git push*']).reason!, /^`\$x` in `git \$x` is only known when it runs$/);
    assert.match(judgeLine(factsOf('ls | xargs git'), ['git push*']).reason!, /`git` is given more words when it runs/);
    assert.match(uncertaintyOf(factsOf('PATH=/x ls'))!, /`PATH` is set, which changes what programs do/);
    assert.match(uncertaintyOf(factsOf('ls "$X"'))!, /`\$X` in `ls \$X`/);
    assert.equal(uncertaintyOf(factsOf('ls src')), undefined);
  });
});

describe('what an allow covers', () => {
  const covers = (line: string, ...patterns: string[]) => allowCovers(factsOf(line), patterns);
  for (const [pattern, line] of [
    ['git status*', 'git status --short'],
    ['git status*', '/usr/bin/git status'],
    ['git status*', 'git --no-pager status'],
    ['git status*', 'git -C sub status'],
    ['echo *', 'echo a > out.txt'],
    ['echo *', 'echo a > /dev/null 2>&1'],
    ['echo *', 'echo a >> sub/log.txt'],
    ['npm test*', 'NODE_ENV=test npm test'],
    ['ls *', 'ls src/*.ts'],
    ['ls *', 'ls *.ts'],
    ['echo *', 'x=1; echo a'],
    ['cat*', 'cat < a.ts'],
  ] as const)
    it(`${pattern} covers ${line}`, () => assert.equal(covers(line, pattern), true));
  for (const [pattern, line] of [
    ['echo *', 'f=~/.bashrc; echo evil >> $f'],
    ['echo *', 'echo evil >> ~/.bashrc'],
    ['echo *', 'echo evil > ../x'],
    ['echo *', 'echo evil > /tmp/x'],
    ['echo *', 'echo evil > .git/hooks/pre-commit'],
    ['echo *', 'echo evil > .vscode/settings.json'],
    ['echo *', 'echo a > /dev/tcp/host/80'],
    ['echo *', 'echo a < /dev/udp/host/80'],
    ['echo *', 'echo a > "$(pick)"'],
    ['echo *', 'echo a > *.txt'],
    ['echo *', 'echo a > ~other/x'],
    ['echo *', 'cd /etc && echo a > x'],
    ['echo *', 'echo a &> /etc/x'],
    ['echo *', 'echo a <> /etc/x'],
    ['echo *', 'echo $X'],
    ['echo *', 'echo $(ls)'],
    ['echo *', 'echo a; ls'],
    ['git status*', 'git $X'],
    ['git status*', './git status'],
    ['git status*', '/tmp/git status'],
    ['git status*', 'git -C /elsewhere status'],
    ['git status*', 'git -C ../x status'],
    ['git status*', 'git --unknown x status'],
    ['npm test*', 'FOO=1 npm test'],
    ['npm test*', 'PATH=/evil npm test'],
    ['npm test*', 'export FOO=1; npm test'],
    ['ls *', 'ls -*'],
    ['ls*', 'ls | xargs ls'],
    ['ls*', "ls 'open"],
  ] as const)
    it(`${pattern} does not cover ${line}`, () => assert.equal(covers(line, pattern), false));
});

describe('a wrapper that takes a shell text behind an option', () => {
  it('takes none from the options of what it runs', () =>
    assert.equal(judgeLine(factsOf('flock lock terraform -chdir=x apply'), ['terraform apply*']).answer, 'yes'));
});

describe('what cargo-watch is told to run', () => {
  for (const [line, answer] of [
    ['cargo watch -x publish', 'yes'],
    ["cargo watch -c -x check -x 'publish --all'", 'yes'],
    ['cargo +nightly watch --exec=publish', 'yes'],
    ['cargo watch -xpublish', 'yes'],
    ['cargo watch -x "$X"', 'maybe'],
    ['cargo watch -x test', 'no'],
  ] as const)
    it(`is a subcommand of cargo: ${line}`, () => assert.equal(judgeLine(factsOf(line), ['cargo publish*']).answer, answer));
});

describe('other names of what a line runs', () => {
  const pairs = [
    ['pip install*', 'python3 -m pip install x'],
    ['npm install*', 'npm i x'],
    ['npm run deploy*', 'npm run-script deploy'],
    ['docker run*--privileged*', 'docker container run --privileged x'],
    ['docker compose down*', 'docker-compose down'],
    ['docker-compose down*', 'docker compose down'],
    ['make deploy*', 'make X=1 deploy'],
    ['make deploy*', 'make clean deploy'],
  ] as const;
  for (const [pattern, line] of pairs)
    it(`${pattern} restricts ${line}, and allows no more than its words`, () => {
      assert.equal(judgeLine(factsOf(line), [pattern]).answer, 'yes');
      assert.equal(allowCovers(factsOf(line), [pattern]), false);
    });
  it('are left out where what is written is what is wanted', () => {
    for (const [use, line] of [
      ['python -m pip', 'python -m pip install x'],
      ['docker compose', 'docker compose up'],
    ] as const) {
      const instead = [commandPattern('pip'), commandPattern('docker-compose')];
      assert.equal(judgeLine(factsOf(line), instead, undefined, commandPattern(use)).answer, 'no', line);
      assert.equal(judgeLine(factsOf(line), instead).answer, 'yes', line);
    }
  });
});

describe("git's own programs in a line", () => {
  it('are git and what they do, in a match, and write what it writes', () => {
    for (const line of [
      'git-push origin',
      '/usr/lib/git-core/git-push origin',
      'nix run nixpkgs#git -- push',
      'nix run nixpkgs#git -- -c a=b push',
      'runuser -u me -- git -c a=b push',
      'runuser -u me git -c a=b push',
      'script -q /dev/null git -c a=b push',
    ])
      assert.equal(judgeLine(factsOf(line), ['git push*']).answer, 'yes', line);
    assert.equal(judgeLine(factsOf('git-pushed x'), ['git push*']).answer, 'no');
    assert.ok(factsOf('git-config core.hooksPath x').paths.includes('/repo/project/.git/config'));
  });
});

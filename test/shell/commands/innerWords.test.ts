import assert from 'node:assert/strict';
import { commandPattern } from '../../../src/shell/commands/commandPattern';
import { allowCovers, judgeLine } from '../../../src/shell/rules/commandMatch';
import { factsOf } from '../disk';

describe('commands in the words of programs that nobody knows', () => {
  for (const line of [
    'frobnicate git push',
    'frobnicate -q --level 3 git push origin',
    'frobnicate -- git push',
    'frobnicate --exec="git push"',
    "frobnicate --exec 'cd x && git push'",
    "frobnicate -c '!git push'",
    "frobnicate --cmd='shell git push'",
    'frobnicate env A=b git push',
    'frobnicate put \'end{system("git push")}\'',
    './tool git push',
    'frobnicate git "$X"',
    `frobnicate ${Array.from({ length: 40 }, (_, i) => `--a${i}=1`).join(' ')} git push`,
    `frobnicate ${'x '.repeat(60)}git push`,
    'gcloud compute ssh host --command "git push"',
    'yt-dlp --exec "git push" https://example.com',
    'yt-dlp --exec before_dl:"git push {}" https://example.com',
    'rclone --password-command "git push" ls x:',
    'yarn git push',
    'yarn run git push',
    'pnpm --silent git push',
    'bun run git push',
    'pnpm --filter x git push',
    'pnpm --filter add git push',
    'pnpm -C x git push',
    'pnpm --unknown x git push',
    'yarn --cwd web git push',
    'yarn workspace x git push',
    'yarn workspace add run git push',
    'yarn workspaces foreach -A --include x git push',
    'bun --cwd x run git push',
  ])
    it(`may match: ${line}`, () => {
      const facts = factsOf(line);
      assert.equal(judgeLine(facts, ['git push*']).answer, 'maybe');
      assert.equal(judgeLine(facts, [commandPattern('git push')]).answer, 'maybe');
      assert.equal(judgeLine(facts, ['sudo*']).answer, 'no');
    });

  it('takes the own commands of package managers for no programs', () => {
    const judged = (line: string) => judgeLine(factsOf(line), ['rm*', 'ln*']).answer;
    for (const line of [
      'pnpm --filter x rm lodash',
      'yarn workspace x add rm',
      'pnpm rm lodash',
      'pnpm -r rm lodash',
      'bun rm x',
      'pnpm ln ../x',
    ])
      assert.equal(judged(line), 'no', line);
    for (const line of ['yarn rm x', 'pnpm run rm x', 'bun run rm x', 'pnpm exec rm x'])
      assert.notEqual(judged(line), 'no', line);
  });

  it('does not look through more words than anyone would write', () => {
    for (const end of ['git push', 'x']) {
      const facts = factsOf(`frobnicate ${'x '.repeat(400)}${end}`);
      assert.equal(judgeLine(facts, ['git push*']).answer, 'maybe');
    }
  });

  it('says which program may run them', () => {
    const { reason } = judgeLine(factsOf('frobnicate --exec "git push"'), ['git push*']);
    assert.equal(reason, '`frobnicate --exec git push` may run what its words name');
  });

  for (const line of [
    'tini -- git push',
    'dumb-init git push',
    'c8 git push',
    'wsl -e git push',
    'kubectl exec pod git push',
    'kubectl exec pod -c main -- git push',
    'kubectl exec -it pod --container=main -- git push',
    'kubectl -n x exec deploy/app -n ns -- git push',
    'oc exec pod --container main -- git push',
    'kubectl exec -c main pod -it -- git push',
    'kubectl exec pod git push -- x',
    'dotenv run git push',
    'xterm -e git push',
    'perf record -g git push',
    "cargo watch -s 'git push'",
    "brew sh -c 'git push'",
    "cross-env-shell 'A=b git push'",
    'sem git push',
    'fd . -x echo {} \\; -x git push',
    'cmake --build . -- X=1 && cmake -E env git push',
  ])
    it(`matches: ${line}`, () => assert.equal(judgeLine(factsOf(line), ['git push*']).answer, 'yes'));

  for (const line of [
    'echo git push',
    'grep -r "git push" .',
    'cat git push',
    'git commit -m "git push later"',
    'frobnicate "docs/a b.md"',
    'npm run git-push',
    'frobnicate git pull',
    'asdf install python 3.12',
    'nvm install node',
    'frobnicate --help',
  ])
    it(`does not match: ${line}`, () => {
      const facts = factsOf(line);
      assert.deepEqual(facts.uncertainties ?? [], []);
      assert.equal(judgeLine(facts, ['git push*']).answer, 'no');
    });

  it('leaves an allow to whoever allows the program', () =>
    assert.equal(allowCovers(factsOf('frobnicate build x'), ['frobnicate *']), true));

  it('counts no allow for what a program is told to run, unless it covers that too', () => {
    const rules = ['frobnicate*', 'ls*', 'psql*', 'pytest*', 'npm *'];
    const covers = (line: string) => allowCovers(factsOf(line), rules);
    for (const line of [
      'frobnicate --exec "rm x"',
      'frobnicate --exec="rm x"',
      'frobnicate -exec rm x',
      'frobnicate --exec rm x',
      'frobnicate --exec ls --then-command "rm x"',
      'frobnicate --exec "ls; rm x"',
      'frobnicate --exec "xargs rm"',
      "frobnicate --exec 'ls $X'",
      'frobnicate --exec "$X"',
      'frobnicate --exec "frobnicate --exec ls"',
      `frobnicate ${'--exec ls '.repeat(40)}`,
      'frobnicate --on-change "rm x"',
      'frobnicate -x "rm -rf x"',
      'frobnicate "rm -rf x"',
      'frobnicate exec rm x',
      'frobnicate run rm x',
      "frobnicate -o opener='rm x'",
      'frobnicate -- rm x',
      'frobnicate -- ./x.sh',
      'pytest --pager "rm x"',
    ])
      assert.equal(covers(line), false, line);
    for (const line of [
      'frobnicate --exec ls',
      'frobnicate --exec "ls -l src; ls"',
      'frobnicate exec ls -l',
      'frobnicate -- a.ts src/c.ts',
      'frobnicate -m "find the thing"',
      'frobnicate -g "sort by name" --release-notes "make it work"',
      'frobnicate say "find the thing"',
      'frobnicate run test',
      "frobnicate -o format='a b'",
      'frobnicate completion --shell zsh',
      'frobnicate --prefix=/usr --run a.ts',
      'psql --command "select 1"',
      'npm --prefix sub test -- a.ts',
    ])
      assert.equal(covers(line), true, line);
    assert.equal(allowCovers(factsOf('frobnicate --exec "rm x"')), true);
  });
});

/** Patterns of the built-in policies: a program, its leading words in order, its flags in any spelling and order. */
import assert from 'node:assert/strict';
import type { Command, PartialWord } from '../../../src/shared/calls/toolFacts';
import { commandFits, commandPattern } from '../../../src/shell/commands/commandPattern';

type Word = string | PartialWord;
const unknown: PartialWord = { pieces: [null] };
const several: PartialWord = { pieces: [null], many: true };
const operand: PartialWord = { pieces: [null], operand: true };
const starting = (text: string): PartialWord => ({ pieces: [text, null] });
const command = (...words: Word[]): Command => {
  const texts = words.map((word) => (typeof word === 'string' ? word : '$X'));
  const [program = '', ...args] = texts;
  return { program, args, text: texts.join(' '), ...(words.some((word) => typeof word !== 'string') ? { words } : {}) };
};
const fits = (pattern: string, ...words: Word[]) => commandFits(command(...words), commandPattern(pattern));

describe('a pattern of leading words and flags', () => {
  it('is taken apart', () =>
    assert.deepEqual(commandPattern('  /usr/bin/git  push -f origin --force-with-lease '), {
      text: '  /usr/bin/git  push -f origin --force-with-lease ',
      program: 'git',
      words: ['push', 'origin'],
      flags: ['-f', '--force-with-lease'],
      values: [],
    }));

  const table: [pattern: string, yes: string[], no: string[]][] = [
    ['rm', ['rm', 'rm x', '/bin/rm -f x', 'rm.exe'], ['rmdir', 'xrm', 'npm rm']],
    ['npm*', ['npm', 'npmx y'], ['pnpm']],
    [
      'git push',
      [
        'git push',
        'git push origin',
        'git -C x push',
        'git --no-pager push',
        'git -c a=b push',
        'git --git-dir=x push',
        'git -p push',
      ],
      ['git', 'git log push', 'git -C push status', 'git pushx', 'git stash push', 'git --git-dir push'],
    ],
    [
      'git remote add',
      ['git remote add x', 'git remote -v add x', 'git -C y remote add'],
      ['git remote', 'git add remote', 'git remote x add'],
    ],
    ['git pu*', ['git push', 'git pull -f'], ['git p', 'git status']],
    ['go build', ['go build', 'go -C x build'], ['go test build']],
    [
      'tool run',
      ['tool run', 'tool -x run', 'tool -x y run', 'tool --a=b run', 'tool -- run'],
      ['tool a run', 'tool --a=b c run', 'tool -- -x run'],
    ],
    ['tool -x', ['tool -x', 'tool a -x', 'tool -yx'], ['tool', 'tool x', 'tool -- -x']],
    [
      'rm -rf',
      ['rm -rf a', 'rm -fr a', 'rm -r -f a', 'rm -R a -f', 'rm --recursive --force a', 'rm -rvf', 'rm --recurs -f'],
      ['rm -r a', 'rm -f', 'rm a', 'rm -- -rf'],
    ],
    // The same by another name of the program, or of what it is told to do.
    [
      'pip install',
      ['python -m pip install x', 'python3 -Im pip -q install x', 'python3.12 -mpip install x'],
      ['python -m venv x'],
    ],
    ['npm install', ['npm i x', 'npm -w a add x', 'npm isntall'], ['npm ci', 'npm publish i']],
    ['npm i -g', ['npm install -g x', 'npm i x --global'], ['npm install x']],
    ['npm run deploy', ['npm run-script deploy', 'npm rum deploy'], ['npm run build']],
    ['helm uninstall', ['helm delete x', 'helm -n y un x'], ['helm install x']],
    ['docker compose down', ['docker-compose down', 'docker-compose -f x down'], ['docker-compose up', 'docker down']],
    ['docker-compose down', ['docker compose down -v'], ['docker compose up']],
    ['docker run --privileged', ['docker container run --privileged x'], ['docker container ls --privileged']],
    ['make deploy', ['make X=1 deploy', 'make clean deploy', 'make CC:=x -j4 test deploy'], ['make test', 'make X=deploy']],
    ['mvn deploy', ['mvn clean deploy', './mvn -q clean deploy'], ['mvn -P deploy test']],
    ['truncate -s 0', ['truncate -s0 x', 'truncate -s 0 x'], ['truncate -s10 x', 'truncate -s 10 x']],
    [
      'docker run --network host',
      ['docker run --network=host x', 'docker run --network host x'],
      ['docker run --network=none x'],
    ],
    ['git push --force', ['git push --force', 'git push origin -f', 'git -C x push -f'], ['git push', 'git status --force']],
  ];
  for (const [pattern, yes, no] of table)
    it(pattern, () => {
      for (const line of yes) assert.equal(fits(pattern, ...line.split(' ')), 'yes', line);
      for (const line of no) assert.equal(fits(pattern, ...line.split(' ')), 'no', line);
    });
});

describe('a pattern with the value of an option', () => {
  const table: [pattern: string, yes: string[], no: string[]][] = [
    [
      'git -C x push',
      ['git -C x push', 'git -C x -p push origin', 'git -Cx push'],
      ['git push', 'git -C y push', 'git -C x status'],
    ],
    ['git --git-dir a/* push', ['git --git-dir a/b push', 'git --git-dir=a/b push'], ['git --git-dir c push', 'git push']],
    ...[
      'kubectl -n prod delete',
      'kubectl -nprod delete',
      'kubectl --namespace=prod delete',
      'kubectl --namespace prod delete',
    ].map((pattern): [string, string[], string[]] => [
      pattern,
      [
        ...['kubectl -n prod delete x', 'kubectl -nprod delete x', 'kubectl -n=prod delete x', 'kubectl delete -n=prod x'],
        ...['kubectl --namespace prod delete x', 'kubectl --namespace=prod delete x', 'kubectl delete x --namespace prod'],
      ],
      ['kubectl -n test delete x', 'kubectl --namespace=test delete x', 'kubectl delete x', 'kubectl -n prod get x'],
    ]),
    ['make -C x all', ['make -C x all', 'make --directory=x all', 'make --directory x all'], ['make -C y all', 'make all']],
    ['npm --prefix a run b', ['npm -C a run b', 'npm run b --prefix=a'], ['npm run b']],
    ['git -c a=b push', ['git -c a=b push', 'git -ca=b push'], ['git --git-dir a=b push', 'git -c a=c push']],
  ];
  for (const [pattern, yes, no] of table)
    it(pattern, () => {
      for (const line of yes) assert.equal(fits(pattern, ...line.split(' ')), 'yes', line);
      for (const line of no) assert.equal(fits(pattern, ...line.split(' ')), 'no', line);
    });
  it('matches its own text, whatever stands in it', () => {
    for (const text of [
      'git -C x push',
      'docker --context x rm y',
      'npm --prefix a run b',
      'aws --profile p s3 rm',
      'rm -rf x',
      'curl -X POST',
      'kubectl -n a get',
    ])
      assert.equal(fits(text, ...text.split(' ')), 'yes', text);
  });
  it('is not known where the option or its value is not', () => {
    assert.equal(fits('git -C x push', 'git', '-C', unknown, 'push'), 'maybe');
    assert.equal(fits('git -C x push', 'git', several, 'push'), 'maybe');
  });
});

describe("git's own programs", () => {
  it('are git and what they do', () => {
    for (const program of ['git-push', '/usr/lib/git-core/git-push']) {
      assert.equal(fits('git push', program, 'origin'), 'yes', program);
      assert.equal(fits('git status', program, 'origin'), 'no', program);
    }
    assert.equal(fits('git push', 'git-pushed'), 'no');
    assert.equal(fits('git-push', 'git-push', 'x'), 'yes');
  });
});

describe('a pattern against words that are only partly known', () => {
  const cases: [what: string, pattern: string, words: Word[], answer: string][] = [
    ['a program that is not known is none', 'git push', [unknown, 'push'], 'no'],
    ['a word that may be the next one', 'git push', ['git', unknown], 'maybe'],
    ['a word that begins as the next one', 'git push', ['git', starting('pu')], 'maybe'],
    ['a word that begins otherwise', 'git push', ['git', starting('sta')], 'no'],
    ['a beginning that is enough', 'git pu*', ['git', starting('pu')], 'yes'],
    ['an option that is not known, and then the word', 'git push', ['git', unknown, 'push'], 'maybe'],
    ['the value of an option, whatever it is', 'git push', ['git', '-C', unknown, 'push'], 'yes'],
    ['the value of an option, and then another word', 'git push', ['git', '-C', unknown, 'status'], 'no'],
    ['a value that may be several words', 'git push', ['git', '-C', several], 'maybe'],
    ['a value that may be several, and then another word', 'git push', ['git', '-C', several, 'status'], 'maybe'],
    ['several words may be all', 'git remote add', ['git', several], 'maybe'],
    ['several words may be some', 'git remote add', ['git', several, 'add'], 'maybe'],
    ['files may be a word, but no option', 'git push', ['git', operand], 'maybe'],
    ['files before the word may be it', 'git push', ['git', operand, 'push'], 'maybe'],
    ['what stands behind the words does not matter', 'git push', ['git', 'push', several], 'yes'],
    ['a flag may be in a word that is not known', 'git push -f', ['git', 'push', unknown], 'maybe'],
    ['a flag may be in one that begins with a dash', 'git push -f', ['git', 'push', starting('-')], 'maybe'],
    ['no flag is in one that begins otherwise', 'git push -f', ['git', 'push', starting('src/')], 'no'],
    ['a flag may be among several', 'git push -f', ['git', 'push', { ...starting('src/'), many: true }], 'maybe'],
    ['files are no flag', 'git push -f', ['git', 'push', operand], 'no'],
    ['a flag that is there is sure', 'git push -f', ['git', 'push', '-f', unknown], 'yes'],
    ['a word and a flag that only may be', 'git push -f', ['git', unknown, '-f'], 'maybe'],
    ['a word that may be, without the flag', 'git push -f', ['git', starting('pu')], 'no'],
    ['an option that begins known, and then the word', 'git push', ['git', starting('--git-dir='), 'push'], 'yes'],
    ['an option that is not known before several words', 'git remote add', ['git', unknown, 'remote', 'add'], 'maybe'],
    ['an option that is not known, with its value', 'git remote add', ['git', unknown, 'x', 'remote', 'add'], 'maybe'],
    ['no option is behind the end of options', 'git remote add', ['git', '--', unknown, 'remote', 'add'], 'no'],
    ['an option that may be the word, and then the word', 'git *x push', ['git', starting('-a'), 'bx', 'push'], 'maybe'],
    ['a flag may be in one that begins with it', 'git push -f', ['git', 'push', starting('-fo')], 'maybe'],
    ['the value of an option that reads as the word', 'tool run b', ['tool', '--name', 'run', 'run', 'b'], 'maybe'],
    ['the value of an option that reads as the word, and no more', 'tool run b', ['tool', '--name', 'run', 'c', 'b'], 'no'],
    ['an option that reads as the word', 'tool * push', ['tool', '--x=y', 'a', 'push'], 'maybe'],
    ['the end of options that reads as the word', 'tool * push', ['tool', '--', 'a', 'push'], 'maybe'],
    ['an option of an unknown name takes a word or not', 'git push', ['git', starting('--x'), 'push'], 'yes'],
  ];
  for (const [what, pattern, words, answer] of cases)
    it(`${answer}: ${what}`, () => assert.equal(fits(pattern, ...words), answer));

  it('may be what settings make of the command, and is then never sure', () => {
    const alias = { ...command('git', 'co'), mayBe: ['git', unknown] };
    assert.equal(commandFits(alias, commandPattern('git push')), 'maybe');
    assert.equal(commandFits(alias, commandPattern('git co')), 'yes');
    assert.equal(commandFits(alias, commandPattern('npm push')), 'no');
    assert.equal(commandFits({ ...alias, mayBe: ['git', 'push'] }, commandPattern('git push')), 'maybe');
    assert.equal(commandFits({ ...alias, mayBe: ['git', 'pull'] }, commandPattern('git push')), 'no');
  });
});

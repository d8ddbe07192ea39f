/** Lines that no reading can know, with the sandbox on: a hidden file and a hidden program are out of reach of every one of them. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { denyCommands, denyPaths } from 'hooksmith';
import { osSandbox } from '../../src/adapters/sandbox/sandbox';
import type { JsonObject } from '../../src/shared/basics/json';
import { type Confinement, unite } from '../../src/shared/verdicts/confinement';
import { root } from '../fixtures/core';
import { judge, requestOf } from '../hooks/chain/chaining';
import { factsOf } from '../shell/disk';

const secret = 'the secret words';
const ran = 'the forbidden tool ran';
const attacks = [
  'f=secr; cat ${f}et.txt',
  'cat s*.txt',
  'cat $(echo secret.txt)',
  'cat `echo secret.txt`',
  'echo secret.txt | xargs cat',
  'eval "cat sec""ret.txt"',
  'c=cat; f=secret.txt; $c $f',
  'sh -c "cat $0" secret.txt',
  'printf "cat secret.txt" | sh',
  'bash <<< "cat secret.txt"',
  'bash <(echo cat secret.txt)',
  "node -e \"console.log(require('fs').readFileSync('secret.txt','utf8'))\"",
  'python3 -c "print(open(\'secret.txt\').read())"',
  'perl -e "open F, \'secret.txt\'; print <F>"',
  'awk "{ print }" "$(ls -d sec*)"',
  'awk \'BEGIN { while ((getline l < "secret.txt") > 0) print l }\'',
  "sed -n 'r secret.txt' a.txt; sed '1e cat secret.txt' a.txt",
  'find . -name "sec*" -exec cat {} +',
  'find . -type f -print0 | xargs -0 cat',
  'grep -rh . .',
  'tar cf - . | cat',
  'cp -r . ../copy-$$; cat ../copy-$$/secret.txt; rm -rf ../copy-$$',
  'ln secret.txt hard; cat hard',
  'ln -s secret.txt soft; cat soft',
  'mv secret.txt moved; cat moved',
  'cat /proc/self/cwd/secret.txt',
  'cat /proc/$PPID/root$PWD/secret.txt',
  'exec 3<secret.txt; cat <&3',
  'while read -r l; do echo "$l"; done < "$(echo secret.txt)"',
  'mapfile -t a < $(ls sec*); echo "${a[@]}"',
  'diff a.txt $(ls sec*)',
  'git hash-object --stdin-paths <<< secret.txt; git diff --no-index a.txt secret.txt',
  'git -c alias.x="!cat secret.txt" x',
  'env -S "cat secret.txt"',
  'echo "cat secret.txt" > x.sh; sh x.sh',
  'printf "all:\\n\\tcat secret.txt\\n" > Makefile; make',
  'make --eval "all: ; cat secret.txt" all',
  '[[ -v "a[$(cat secret.txt >&2)]" ]]',
  'a="x[\\$(cat secret.txt >&2)]"; ((a))',
  "PS4='$(cat secret.txt >&2)'; set -x; true",
  'PATH=./bin:$PATH; x',
  'unshare -rm sh -c "umount secret.txt; cat secret.txt"',
  'dd if=$(ls sec*) 2>/dev/null',
  'base64 sec*et.txt | base64 -d',
  'split --filter="cat" $(ls sec*)',
  './bin/too?',
  't=too; ./bin/${t}l',
  'echo ./bin/tool | sh',
  'eval "./bin/to""ol"',
  'cp bin/tool mine; chmod +x mine; ./mine',
  'cat bin/tool | sh',
  'sh bin/tool',
  '. ./bin/tool',
  'ln bin/tool other; ./other',
  'find bin -name "to*" -exec {} \\;',
  'echo tool | xargs -I{} ./bin/{}',
  "node -e \"process.stdout.write(require('child_process').execFileSync('./bin/tool'))\"",
  'env ./bin/tool; timeout 5 ./bin/tool; nice ./bin/tool',
  'awk \'BEGIN { system("./bin/tool") }\'',
  'git -c alias.x="!./bin/tool" x',
  'PATH=$PWD/bin:$PATH tool',
  'alias x=./bin/tool; shopt -s expand_aliases; eval x',
];

describe('evasive lines in the sandbox', function () {
  this.timeout(300_000);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-attacks-')));
  const sandbox = osSandbox({ root, folders: () => [folder], log() {} });
  before(async function () {
    const why = await sandbox.unavailable();
    if (!why) return;
    console.log(`      skipped: ${why}`);
    this.skip();
  });
  beforeEach(() => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'a.txt'), 'hello\n');
    for (const [name, text] of [
      ['secret.txt', secret],
      ['bin/tool', `#!/bin/sh\necho '${ran}'\n`],
      ['bin/x', '#!/bin/sh\ncat secret.txt\n'],
    ] as const)
      writeFileSync(join(folder, name), text, { mode: 0o755 });
  });
  after(async () => {
    await sandbox.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const outputOf = async (command: string, words: Confinement) => {
    let output = '';
    const onOutput = (chunk: string) => {
      output += chunk;
    };
    await sandbox.shell(command, { cwd: folder, words, timeoutMs: 60_000, onOutput }).done;
    return output;
  };

  for (const line of attacks)
    it(line, async () => {
      const words = { denyRead: ['secret.txt'], denyPrograms: [join(folder, 'bin/tool')] };
      for (const hideOnly of [true, false]) {
        const output = await outputOf(line, { ...words, hideOnly });
        assert.ok(!output.includes(secret) && !output.includes(ran), output);
      }
    });
  it('would reach both without it', async () => {
    const output = await outputOf('f=secr; cat ${f}et.txt; t=too; ./bin/${t}l', { denyRead: ['nothing'], hideOnly: true });
    assert.ok(output.includes(secret) && output.includes(ran), output);
  });
});

describe('policies on evasive and on ordinary lines', () => {
  const judged = (line: string) =>
    judge(
      { file: denyPaths('secret.txt'), program: denyCommands('tool') },
      requestOf('preToolUse', { commands: undefined, ...factsOf(line) } as unknown as JsonObject),
    );
  for (const line of attacks)
    it(`denies, asks or hides: ${line}`, async () => {
      const { judgement, confined = [] } = await judged(line);
      const { denyRead, denyPrograms } = unite(confined.map(({ words }) => words));
      if (!judgement) assert.deepEqual([denyRead, denyPrograms], [['secret.txt'], ['tool']]);
    });
  for (const line of [
    'ls -la',
    'git status',
    'echo hi > out.txt',
    'cat a.txt | wc -l',
    'mkdir -p x && touch x/z',
    'npm test',
    'make build',
  ])
    it(`asks nothing, and holds to nothing but what is hidden: ${line}`, async () => {
      const { judgement, confined = [] } = await judged(line);
      assert.equal(judgement, undefined);
      assert.equal(unite(confined.map(({ words }) => words)).hideOnly, true);
    });
});

/** What `--events` and `--requests` hold, and when. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutputFiles } from '../../src/cli/outputFiles';
import { hookEvent } from '../fixtures/hookSet';

describe('the files that a run writes', () => {
  let folder: string;
  let files: OutputFiles;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-outputs-'));
    files = new OutputFiles({ events: join(folder, 'e'), requests: join(folder, 'r') }, (why) => assert.fail(why));
  });
  afterEach(() => {
    files.close();
    rmSync(folder, { recursive: true });
  });
  const linesOf = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { type: string; model: string });
  /** What both files hold: the types of the events, the models that were asked. */
  const told = () => [linesOf('e').map(({ type }) => type), linesOf('r').map(({ model }) => model)];
  const ask = (model: string) => files.request({ model, max_tokens: 1, messages: [] });
  const exits = () => process.listeners('exit');

  it('hold what was told as soon as the work that told it waits', async () => {
    files.event(hookEvent('message'));
    ask('one');
    files.event(hookEvent('stop'));
    ask('two');
    // Nothing from outside comes before that: no timer and no answer.
    await new Promise((resolve) => process.nextTick(resolve));
    assert.deepEqual(told(), [
      ['message', 'stop'],
      ['one', 'two'],
    ]);
  });

  it('hold it where the process ends in the middle of that work, and listen to its end no longer than it takes', () => {
    const before = exits();
    ask('one');
    files.event(hookEvent('message'));
    const [listener, ...more] = exits().filter((one) => !before.includes(one));
    assert.equal(more.length, 0);
    listener!(0);
    assert.deepEqual([told(), exits()], [[['message'], ['one']], before]);
  });

  it('are none of those that it is given: the text of a script would be lost', () => {
    const script = join(folder, 'script.json');
    writeFileSync(script, '{}');
    symlinkSync(script, join(folder, 'link'));
    for (const [name, path] of [
      ['events', script],
      ['requests', join(folder, 'link')],
    ] as const)
      assert.throws(() => new OutputFiles({ [name]: path }, assert.fail, { model: script }), {
        message: `--model and --${name} name the same file`,
      });
    assert.equal(readFileSync(script, 'utf8'), '{}');
  });

  it('are not standard output, which one of them alone may be: what is asked for would be nowhere', () => {
    for (const name of ['requests', 'session'] as const)
      assert.throws(() => new OutputFiles({ events: join(folder, 'e'), [name]: '-' }, assert.fail), {
        name: 'UsageError',
        message: `--${name}: '-' is no file; --events alone takes it`,
      });
    new OutputFiles({ events: '-' }, assert.fail).close();
  });

  it('hold it when they are closed', () => {
    files.event(hookEvent('message'));
    ask('one');
    files.close();
    assert.deepEqual(told(), [['message'], ['one']]);
  });
});

/** Hooks that never ran are found in the sessions of real runs. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSession } from '../../../src/adapters/sessions/sessionFile';
import { Firing } from '../../../src/hooks/lint/firing';
import { runCli } from '../../fixtures/cli';

describe('hooks that did not fire', function () {
  this.timeout(60_000);
  it('are told by line, where calls of their tools passed them by in all sessions, and with what they wanted', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-fired-')));
    try {
      const hooks = join(folder, '.hooksmith', 'hooks');
      mkdirSync(hooks, { recursive: true });
      const file = join(hooks, 'a.ts');
      const text = `import { hook, policy } from 'hooksmith';
export const ran = hook('preToolUse', { tools: 'LS' }, (ctx) => ctx.allow('fine'));
export const idle = policy({ tools: 'LS', match: { path: ['gone', 'lib'] } }, (ctx) => ctx.ask('hm'));
export const late = hook('toolSettled', { match: { path: 'src' }, tools: ['LS', 'Bash'] }, (ctx) => ctx.log('x'));
export const seldom = policy({ tools: 'Bash' }, (ctx) => ctx.ask('hm'));
export const ofHelper = policy({ agents: 'main/helper' }, (ctx) => ctx.ask('hm'));
export const off = policy({ tools: 'Bash', enabled: false }, (ctx) => ctx.ask('hm'));
export const elsewhere = hook('preCompact', (ctx) => ctx.log('x'));
export const silent = hook('afterTranslate', (ctx) => ctx.log('x'));
export const inner = [[policy({ tools: 'LS', match: { path: 'src' } }, (ctx) => ctx.ask('hm'))]];
`;
      writeFileSync(file, text);
      assert.equal((await runCli(folder, ['run', '--session', 'one.jsonl', '/call LS {"path": "."}'])).code, 0);
      const one = new Firing();
      one.take(readSession(join(folder, 'one.jsonl')).items);
      const told = await one.problems((path) => path === file);
      assert.deepEqual(
        told.map(({ code, line, message }) => [code, line, message.split(':')[0]]),
        [
          ['not-fired', 3, 'idle has not run in the last session'],
          ['not-fired', 10, 'inner[0][0] has not run in the last session'],
          ['not-fired', 4, 'late has not run in the last session'],
        ],
      );
      assert.deepEqual(await one.problems(() => false), []);
      // An agent's own hooks are passed by where that agent is at work, or one that it called.
      const items = [...readSession(join(folder, 'one.jsonl')).items].map((item) =>
        item.kind === 'hookSet' ? { ...item, hooks: item.hooks.map((hook) => ({ ...hook, agent: 'helper' })) } : item,
      );
      const toldOn = async (branch: string) => {
        const own = new Firing();
        own.take(
          items.map((item) =>
            item.kind === 'event' ? { ...item, event: { ...item.event, branch, agentName: branch.split('/').at(-1)! } } : item,
          ),
        );
        return (await own.problems((path) => path === file)).length;
      };
      assert.deepEqual(await Promise.all(['main', 'main/other', 'main/helper', 'main/helper/x'].map(toldOn)), [0, 0, 4, 3]);

      const { stdout, code } = await runCli(folder, ['check', '--session', 'one.jsonl']);
      assert.equal(code, 0);
      assert.match(
        stdout,
        /a\.ts:3:1: warning not-fired: idle has not run in the last session: 1 preToolUse passed it by, none with path: gone \| lib\n/,
      );
      assert.match(stdout, /\n1 files, 0 errors, 3 warnings\n$/);

      mkdirSync(join(folder, 'src'));
      await runCli(folder, ['run', '--session', 'two.jsonl', '/call LS {"path": "src"}']);
      one.take(readSession(join(folder, 'two.jsonl')).items);
      assert.deepEqual(
        (await one.problems(() => true)).map(({ line, message }) => [line, message]),
        [[3, 'idle has not run in the last 2 sessions: 2 preToolUse passed it by, none with path: gone | lib']],
      );
      writeFileSync(file, text.replace('idle', 'renamed'));
      assert.deepEqual(await one.problems(() => true), []);
      assert.equal((await runCli(folder, ['check', '--session', 'gone.jsonl'])).code, 2);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

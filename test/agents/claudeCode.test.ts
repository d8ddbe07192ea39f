/**
 * The real Claude Code, guarded: by commands, over HTTP, and by a window of the editor. It is no dependency (381 MB): where it was not fetched, with the line in
 * `fixtures/claudeCode.ts`, that is why these are skipped.
 */
import { strict as assert } from 'node:assert';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { postTo } from '../../src/guard/place/post';
import { claudeCodeFolder, isThere, runClaude, ScriptedApi, type Step } from '../fixtures/claudeCode';
import { GuardedHome } from '../fixtures/gate';
import { GuardWindow } from '../fixtures/guardWindow';

describe(`the real Claude Code${isThere() ? '' : ' (not fetched: see fixtures/claudeCode.ts)'}, guarded`, function () {
  this.timeout(300_000);
  let at: GuardedHome;
  before(function () {
    if (!isThere()) this.skip();
  });
  beforeEach(() => {
    at = new GuardedHome();
    at.ownHook(`export const noRm = denyCommands('rm -rf');
      export const louder = hook('preToolUse', { tools: 'Bash', match: { command: 'echo soft' } }, (ctx) => ctx.modify({ input: { command: 'echo LOUD > changed.txt' } }));
      export const brief = hook('userMessage', (ctx) => ctx.modify({ context: 'Answer in French.' }));
      export const masks = hook('postToolUse', { tools: 'Bash', match: { command: 'echo token*' } }, (ctx) => ctx.modify({ output: 'masked', context: 'It was masked.' }));
      export const dies = policy({ tools: 'Bash', match: { command: 'echo die*' } }, () => process.exit(1));
      export const more = hook('stop', (ctx) => (ctx.state.has('more') ? undefined : (ctx.state.set('more', true), ctx.continueWith('Look once more.'))));
      export const enough = policy({ tools: 'Bash', match: { command: 'echo ask' } }, (ctx) => ctx.ask('A human decides.'));`);
  });
  afterEach(() => at.dispose());

  const play = async (steps: Step[], before?: (step: number) => Promise<void>) => {
    const api = await ScriptedApi.start(steps, before);
    try {
      const output = await runClaude(at, api, 'Do it');
      return { output, said: JSON.stringify(api.requests.at(-1)?.messages), all: JSON.stringify(api.requests) };
    } finally {
      await api.stop();
    }
  };
  const bash = (command: string): Step => ({ tool: 'Bash', input: { command, description: 'x' } });
  const guard = (way: 'command' | 'http') =>
    at.hooksmith(
      ['guard', 'claude', '--yes'],
      '',
      way === 'http' ? { PATH: `${claudeCodeFolder}${delimiter}${process.env.PATH}` } : {},
    );

  for (const way of ['command', 'http'] as const)
    describe(`by ${way}`, () => {
      it('is denied, handed other inputs, outputs and context, asked to go on, and recorded', async () => {
        const { stdout } = await guard(way);
        const settings = readFileSync(join(at.project, '.claude', 'settings.json'), 'utf8');
        assert.equal(settings.includes('"type": "http"'), way === 'http', stdout);
        writeFileSync(join(at.project, 'kept'), '');
        const { said, all, output } = await play([
          bash('rm -rf kept'),
          bash('echo soft'),
          bash('echo token 123'),
          bash('echo ask'),
          bash('echo die > died.txt'),
          { text: 'First end.' },
          bash('echo again > again.txt'),
          { text: 'Last end.' },
        ]);
        assert.ok(existsSync(join(at.project, 'kept')), output.slice(-3000));
        assert.match(said, /command contains blocked pattern: rm -rf/);
        assert.equal(readFileSync(join(at.project, 'changed.txt'), 'utf8'), 'LOUD\n');
        assert.match(all, /Answer in French/);
        assert.match(said, /masked/);
        assert.doesNotMatch(said, /token 123\\n/);
        assert.match(said, /A human decides/);
        assert.match(said, /Look once more/);
        assert.equal(existsSync(join(at.project, 'died.txt')), false, 'a hook that dies while it judges refuses');
        assert.ok(existsSync(join(at.project, 'again.txt')));
        const folder = join(at.home, '.hooksmith', 'guard', 'sessions');
        const [session] = readdirSync(folder);
        // Of its end it is told, and does not wait for what becomes of that.
        while (!readFileSync(join(folder, session!), 'utf8').includes('"type":"session_end"'))
          await new Promise((resolve) => setTimeout(resolve, 50));
        const text = readFileSync(join(folder, session!), 'utf8');
        for (const type of [
          'session_start',
          'user_message',
          'pre_tool_use',
          'post_tool_use',
          'tool_settled',
          'stop',
          'session_end',
        ])
          assert.match(text, new RegExp(`"type":"${type}".*"agentName":"claude"`), type);
      });

      it('is kept from summing up where a hook says so, and its own helpers there are no subagents', async () => {
        at.ownHook(
          `export const whole = hook('preCompact', (ctx) => (ctx.session.has('once') ? undefined : (ctx.session.set('once', true), ctx.deny('Keep it whole.'))));`,
        );
        await guard(way);
        const api = await ScriptedApi.start([{ text: 'One.' }, { text: 'Two.' }]);
        const output = await runClaude(at, api, 'Hello', '/compact', '/compact').finally(() => api.stop());
        assert.match(output, /"compact_result":"failed","compact_error":"[^"]*Keep it whole\./);
        assert.match(output, /"compact_result":"success"/);
        const folder = join(at.home, '.hooksmith', 'guard', 'sessions');
        const [session] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
        const record = readFileSync(join(folder, session!), 'utf8');
        assert.equal(record.match(/"type":"pre_compact"/g)?.length, 2);
        assert.doesNotMatch(record, /"type":"subagent_stop"/);
      });

      it('is refused where Hooksmith is killed while it works, and goes on where that is there again', async () => {
        await guard(way);
        const kill = async (step: number) => {
          if (step !== 1) return;
          const pid = Number(JSON.parse((await statusOf(at.place.socket)) ?? '{}').pid);
          process.kill(pid, 'SIGKILL');
        };
        const { said } = await play(
          [bash('echo one > one.txt'), bash('rm -rf one.txt'), { text: 'End.' }, { text: 'End.' }],
          kill,
        );
        assert.ok(existsSync(join(at.project, 'one.txt')), said);
        if (way === 'http') assert.match(said, /is_error|blocked|refused|denied|ECONN|fail/i);
        else assert.match(said, /blocked pattern: rm -rf|the guard had died/);
      });

      it('is refused where there is no Hooksmith at all', async () => {
        await guard(way);
        const path = join(at.project, '.claude', 'settings.json');
        const gone = readFileSync(path, 'utf8')
          .replaceAll(/gate\.(sh|js)/g, 'gone.$1')
          .replaceAll(process.execPath, '/none/node')
          .replaceAll(/"UserPromptSubmit"/g, '"Elicitation"');
        writeFileSync(path, gone);
        await at.hooksmith(['serve', '--stop']);
        const { said } = await play([bash('echo one > one.txt'), { text: 'End.' }]);
        assert.ok(!existsSync(join(at.project, 'one.txt')), said);
      });

      it('meets the hooks of a window that opens and closes while it works', async () => {
        await guard(way);
        const hook = at.write(
          '.hooksmith/hooks/a.ts',
          "import { denyCommands } from 'hooksmith';\nexport const no = denyCommands('touch');",
        );
        let window: GuardWindow | undefined;
        const turns = [
          async () => {
            window = await GuardWindow.open(at);
          },
          async () => {
            at.write(hook, 'export const nothing = 1;');
            await window!.core.changed(hook);
          },
          async () => window!.close(),
        ];
        // Before the second call it opens, before the third its hook is another, before the fourth it is closed.
        const { said } = await play(
          [bash('touch one'), bash('touch two'), bash('touch three'), bash('touch four'), { text: 'End.' }, { text: 'End.' }],
          async (step) => turns[step - 1]?.(),
        );
        const made = ['one', 'two', 'three', 'four'].filter((name) => existsSync(join(at.project, name)));
        assert.deepEqual(made, ['one', 'three', 'four'], said);
        assert.match(said, /blocked pattern: touch/);
      });
    });
});

const statusOf = (socketPath: string) =>
  postTo(socketPath, '/status', '').then(
    ({ text }) => text,
    () => undefined,
  );

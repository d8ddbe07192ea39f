import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'mocha';
import { pastCallsIn } from '../../src/adapters/sessions/pastCalls';
import { SessionLog } from '../../src/adapters/sessions/sessionLog';
import type { JsonObject } from '../../src/shared/basics/json';
import type { ApprovalAnswer, ApprovalRequest } from '../../src/shared/calls/approvals';
import { foldConversation } from '../../src/view/conversation/conversationFold';
import { newConversation } from '../../src/view/conversation/conversationState';
import { allows, Core, type CoreOptions, SharedHost } from '../fixtures/core';
import { madeEvent } from '../fixtures/events';
import { until } from '../fixtures/limits';

const calls = (...all: [name: string, input: JsonObject][]) => ({
  content: all.map(([name, input], n) => ({ type: 'tool_use' as const, id: `call-${n}`, name, input })),
});
const pick = ({ id, inputHash }: { id?: string; inputHash?: string }) => ({
  ...(id === undefined ? {} : { id }),
  ...(inputHash === undefined ? {} : { inputHash }),
});
const says = (text: string) => ({ content: [{ type: 'text' as const, text }] });

describe('allowing a call', () => {
  const host = new SharedHost();
  const folder = mkdtempSync(join(tmpdir(), 'hooksmith-past-'));
  let core: Core;
  afterEach(() => core?.stop());
  after(() => {
    host.dispose();
    rmSync(folder, { recursive: true, force: true });
  });
  const start = async (options: CoreOptions) => {
    core = await Core.start({ host, ...options });
  };

  it('for a session holds for its calls alone, those of its subagents too', async () => {
    const asked: unknown[] = [];
    const whose = new Set<unknown>();
    let own = '';
    await start({
      files: { '.hooksmith/agents/helper.md': '---\nname: helper\ndescription: Helps\n---\nHelp.' },
      permissions: (sessionId) => ({ allow: sessionId === own ? ['Bash(echo*)'] : [] }),
      human: (request, signal, sessionId) => {
        asked.push(request.input.command);
        whose.add(sessionId);
        return allows(request, signal);
      },
      script: {
        turns: [
          calls(['Bash', { command: 'echo a' }], ['Agent', { subagent_type: 'helper', prompt: 'go' }]),
          says('ok'),
          calls(['Bash', { command: 'echo c' }]),
          says('ok'),
        ],
        agents: { helper: { turns: [calls(['Bash', { command: 'echo b' }]), says('ok')] } },
      },
    });
    own = core.session.id;
    await core.session.send('go');
    assert.deepEqual(asked, []);
    own = 'another';
    await core.session.send('again');
    assert.deepEqual(asked, ['echo c']);
    assert.deepEqual([...whose], [core.session.id], 'who answers knows which session it is');
  });

  for (const [where, target, isProtected] of [
    ['a protected place', '.vscode', true],
    ['a place outside the workspace', join(folder, 'outside'), false],
  ] as const)
    it(`is asked again where it leads to ${where} by the time of the answer`, async () => {
      mkdirSync(join(folder, 'outside'), { recursive: true });
      for (const [input, name] of [
        [{ file_path: 'd/x', content: 'x' }, 'Write'],
        [{ command: 'echo x > d/x' }, 'Bash'],
      ] as [JsonObject, string][]) {
        const asked: ApprovalRequest[] = [];
        await start({
          files: { 'src/a.ts': '', '.vscode/settings.json': '{}' },
          human: (request) => {
            asked.push(request);
            const { id, inputHash } = request;
            if (asked.length > 1) return { id, inputHash, decision: 'deny' };
            // Another process, while the prompt stands.
            rmSync(join(core.folder, 'd'), { force: true });
            symlinkSync(target, join(core.folder, 'd'));
            return { id, inputHash, decision: 'allow', scope: 'once' };
          },
          script: { turns: [calls([name, input]), says('ok')] },
        });
        symlinkSync('src', join(core.folder, 'd'));
        await core.session.send('go');
        assert.equal(asked.length, 2, name);
        const [, { reason, risk, suggestions }] = asked as [ApprovalRequest, ApprovalRequest];
        assert.equal(reason.includes('is protected'), isProtected, reason);
        assert.match(risk, isProtected ? /Touches a protected path/ : /Reaches outside the workspace/);
        if (isProtected) assert.deepEqual(suggestions, []);
        assert.ok(!existsSync(join(core.folder, 'd', 'x')));
        await core.stop();
      }
    });

  it('says whether a file is made or changed', async () => {
    const risks: string[] = [];
    await start({
      files: { 'old.txt': 'old' },
      human: (request) => {
        risks.push(request.risk);
        return { id: request.id, inputHash: request.inputHash, decision: 'deny' };
      },
      script: {
        turns: [
          calls(...['old.txt', 'new.txt'].map((name): [string, JsonObject] => ['Write', { file_path: name, content: 'x' }])),
          says('ok'),
        ],
      },
    });
    await core.session.send('go');
    assert.deepEqual(risks, ['Changes a file; you can undo it in the editor.', 'Makes a new file.']);
  });

  it('takes no answer to another prompt, to another input or of one that is over', async () => {
    const all: ApprovalRequest[] = [];
    let forged = 0;
    await start({
      human: (request) => {
        all.push(request);
        const { id, inputHash } = request;
        const [first] = all;
        // By turns: an id that is none, the hash of nothing, the answer of the prompt before.
        const wrong = [
          { id: `${id}x` },
          { inputHash: '' },
          { inputHash: `${inputHash} ` },
          ...(first!.id === id ? [] : [{ ...first! }]),
        ];
        if (forged < wrong.length) return { id, inputHash, decision: 'allow', scope: 'once', ...pick(wrong[forged++]!) };
        forged = 0;
        return { id, inputHash, decision: 'deny' };
      },
      script: { turns: [calls(['Bash', { command: 'touch a' }], ['Bash', { command: 'touch b' }]), says('ok')] },
    });
    await core.session.send('go');
    assert.deepEqual(
      core.all('tool_settled').map(({ data }) => data?.outcome),
      ['rejected', 'rejected'],
    );
    assert.equal(core.all('tool_start').length, 0);
    assert.equal(all.length, 9);
  });

  it('with words for the agent: they reach the model beside the result, and the record', async () => {
    await start({
      human: (request, signal) => ({ ...(allows(request, signal) as object), message: 'only this once, please' }) as never,
      script: { turns: [calls(['Bash', { command: 'echo ran' }], ['Bash', { command: 'exit 3' }]), says('ok')] },
    });
    await core.session.send('go');
    const [, , results] = core.session.history;
    const blocks = results!.content as { type: string; text?: string; content?: string }[];
    const words = 'The user allowed Bash and says: only this once, please';
    assert.deepEqual(
      blocks.map(({ type, text }) => text ?? type),
      ['tool_result', 'tool_result', words, words],
    );
    assert.match(JSON.stringify(blocks[0]), /ran/);
    const view = newConversation();
    for (const item of core.items) foldConversation(view, item);
    const rows = [...view.tools.values()];
    assert.deepEqual(
      rows.map(({ added, answer }) => [added, answer?.reason]),
      rows.map(() => [[], 'only this once, please']),
      'no hook added it',
    );
    assert.deepEqual(
      core.all('approval_resolved').map(({ data, decidedBy }) => [data.decision, data.reason, decidedBy?.kind]),
      [
        ['allow', 'only this once, please', 'human'],
        ['allow', 'only this once, please', 'human'],
      ],
    );
  });

  it('the words are no part of what hooks make of the result', async () => {
    await start({
      hooks: {
        'a.ts': `import { hook } from 'hooksmith';
          export const clean = hook('postToolUse', (ctx) => ctx.modify({ output: 'cleaned' }));`,
      },
      human: ({ id, inputHash }) => ({ id, inputHash, decision: 'allow', scope: 'once', message: 'mind the step' }),
      script: { turns: [calls(['Bash', { command: 'echo ran' }]), says('ok')] },
    });
    await core.session.send('go');
    assert.match(JSON.stringify(core.session.history), /cleaned.*mind the step/);
  });

  it('an edited input is judged again, and the rules on offer are for what would run', async () => {
    const asked: ApprovalRequest[] = [];
    await start({
      files: { 'src/a.txt': 'one\n', 'src/secret.txt': '' },
      hooks: { 'a.ts': "import { denyPaths } from 'hooksmith';\nexport const secret = denyPaths('src/secret.txt');" },
      human: (request) => {
        asked.push(request);
        const { id, inputHash } = request;
        if (asked.length === 1) return { id, inputHash, decision: 'edit', input: { command: 'cat src/a.txt' } };
        if (asked.length === 2) return { id, inputHash, decision: 'edit', input: { command: 'cat src/secret.txt' } };
        throw new Error('asked too often');
      },
      script: { turns: [calls(['Bash', { command: 'npm test' }]), says('ok')] },
    });
    await core.session.send('go');
    assert.deepEqual(
      asked.map(({ suggestions }) => suggestions),
      [['Bash(npm test)', 'Bash(npm test*)'], ['Bash(cat src/a.txt)']],
    );
    assert.equal(core.event('tool_settled').data.outcome, 'denied');
  });

  it('a hook that is saved while the prompt stands judges the call, and the record tells what it did', async () => {
    let asked = () => {};
    let isWithdrawn = false;
    const stands = new Promise<void>((resolve) => {
      asked = resolve;
    });
    await start({
      human: (_, signal) =>
        new Promise((_resolve, reject) => {
          asked();
          signal.addEventListener('abort', () => {
            isWithdrawn = true;
            reject(new Error('withdrawn'));
          });
        }),
      script: { turns: [calls(['Bash', { command: 'npm test' }]), says('ok')] },
    });
    const run = core.session.send('go');
    await stands;
    await core.save('late.ts', "import { denyCommands } from 'hooksmith';\nexport const late = denyCommands('npm');");
    await run;
    assert.equal(core.event('tool_settled').data.outcome, 'denied');
    assert.ok(isWithdrawn, 'nobody is asked any more');
    const [late, ...more] = core.event('approval_resolved').hooks;
    assert.deepEqual([late?.name, late?.decision, more.length], ['denyCommands(npm)', 'deny', 0]);
  });

  it('a policy that is saved while the prompt stands and asks in other words is on the row of the prompt that it made', async () => {
    let stands = () => {};
    const first = new Promise<void>((resolve) => {
      stands = resolve;
    });
    await start({
      human: (request, signal) => {
        if (request.askedBy.kind === 'policy') return allows(request, signal);
        stands();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('withdrawn'))));
      },
      script: { turns: [calls(['Bash', { command: 'echo ran' }]), says('ok')] },
    });
    const run = core.session.send('go');
    await first;
    await core.save(
      'late.ts',
      "import { policy } from 'hooksmith';\nexport const late = policy({ tools: 'Bash' }, (ctx) => ctx.ask('This needs a human.'));",
    );
    await run;
    assert.equal(core.event('tool_settled').data.outcome, 'ok');
    assert.deepEqual(
      core.all('approval_requested').map(({ hooks }) => hooks.map(({ name, decision }) => `${name}: ${decision}`)),
      [[], ['late: ask']],
    );
  });

  it('a prompt that says the same after a hook was saved stands on, and takes its answer', async () => {
    const asked: ApprovalRequest[] = [];
    let answer = (_: ApprovalAnswer) => {};
    let isAsked = () => {};
    const stands = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    await start({
      human: (request, signal) =>
        new Promise((resolve, reject) => {
          asked.push(request);
          answer = resolve;
          signal.addEventListener('abort', () => reject(new Error('withdrawn')));
          isAsked();
        }),
      script: { turns: [calls(['Bash', { command: 'echo ran' }]), says('ok')] },
    });
    const run = core.session.send('go');
    await stands;
    const [{ id, inputHash }] = asked as [ApprovalRequest];
    await core.save('late.ts', "import { hook } from 'hooksmith';\nexport const late = hook('toolSettled', () => {});");
    answer({ id, inputHash, decision: 'allow', scope: 'once' });
    await run;
    assert.equal(core.event('tool_settled').data.outcome, 'ok');
    assert.deepEqual([asked.length, core.all('approval_requested').length], [1, 1]);
  });

  it('an answer holds while another hook is saved, unless that asks in other words', async () => {
    const [judged, again, goOn] = ['judged', 'again', 'go on'].map((name) => join(folder, name)) as [string, string, string];
    const slow = `import { policy } from 'hooksmith';
      import { existsSync, writeFileSync } from 'node:fs';
      export const slow = policy({ tools: 'Bash' }, async () => {
        if (!existsSync('${judged}')) return writeFileSync('${judged}', '');
        writeFileSync('${again}', '');
        while (!existsSync('${goOn}')) await new Promise((resolve) => setTimeout(resolve, 10));
      });`;
    for (const [words, expected] of [
      ['', 1],
      ["export const asks = policy({ tools: 'Bash' }, (ctx) => ctx.ask('This one is new.'));", 2],
    ] as const) {
      const asked: ApprovalRequest[] = [];
      await start({
        hooks: { 'slow.ts': slow },
        human: (request, signal) => {
          asked.push(request);
          return allows(request, signal);
        },
        script: { turns: [calls(['Bash', { command: 'echo ran' }]), says('ok')] },
      });
      const run = core.session.send('go');
      await until(() => existsSync(again));
      await core.save(
        'late.ts',
        `import { hook, policy } from 'hooksmith';\nexport const late = hook('toolSettled', () => {});\n${words}`,
      );
      writeFileSync(goOn, '');
      await run;
      assert.equal(core.event('tool_settled').data.outcome, 'ok');
      assert.equal(asked.length, expected, words);
      for (const mark of [judged, again, goOn]) rmSync(mark);
      await core.stop();
    }
  });

  it('a hook that is saved while the prompt is put together judges the call before anybody is asked', async () => {
    const late = "import { denyCommands } from 'hooksmith';\nexport const late = denyCommands('npm');";
    let saved: Promise<unknown> | undefined;
    const asked: ApprovalRequest[] = [];
    await start({
      human: (request, signal) => {
        asked.push(request);
        return allows(request, signal);
      },
      pastCalls: async () => {
        await (saved ??= core.save('late.ts', late));
        return [];
      },
      script: { turns: [calls(['Bash', { command: 'npm test' }]), says('ok')] },
    });
    await core.session.send('go');
    assert.equal(core.event('tool_settled').data.outcome, 'denied');
    assert.equal(core.event('approval_resolved').hooks?.[0]?.name, 'denyCommands(npm)');
    assert.deepEqual(asked, []);
  });

  it('tells how far each rule would have reached in the calls that were recorded, this one left out', async () => {
    const log = new SessionLog(join(folder, 'old.jsonl'), 'old', '2026-01-01T00:00:00.000Z');
    const lines = [
      ...Array.from({ length: 30 }, (_, n) => `echo ${n}`),
      ...Array.from({ length: 15 }, () => 'npm test -- --bail'),
    ];
    for (const [n, command] of lines.entries())
      log.append({
        kind: 'event',
        event: madeEvent('pre_tool_use', { toolCallId: `old-${n}`, toolName: 'Bash', input: { command } }),
      });
    log.append({
      kind: 'event',
      event: madeEvent('pre_tool_use', { toolCallId: 'r', toolName: 'Read', input: { file_path: 'Bash' } }),
    });
    log.append({
      kind: 'event',
      event: madeEvent('pre_tool_use', { toolCallId: 'call-0', toolName: 'Bash', input: { command: 'npm test' } }),
    });
    log.close();
    const asked: ApprovalRequest[] = [];
    await start({
      pastCalls: pastCallsIn(folder),
      human: (request, signal) => {
        asked.push(request);
        return allows(request, signal);
      },
      script: { turns: [calls(['Bash', { command: 'npm test' }], ['Bash', { command: 'git push' }]), says('ok')] },
    });
    await core.session.send('go');
    assert.deepEqual(asked[0]!.reach, [
      { rule: 'Bash(npm test)', matched: 0, of: 40 },
      { rule: 'Bash(npm test*)', matched: 15, of: 40 },
    ]);
    assert.deepEqual(await pastCallsIn(join(folder, 'none'))('Bash', 40), []);
  });
});

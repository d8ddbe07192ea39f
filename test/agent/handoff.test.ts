/** Handoffs in the real loop, with the real hook host: who goes on, with what, and what stays. */
import assert from 'node:assert/strict';
import { recordingModel } from '../../src/cli/modelChoice';
import { Rehearsal } from '../../src/models/rehearsal';
import type { RehearsalScript } from '../../src/models/rehearsalScript';
import { blocksOf, type ModelRequest, textOf } from '../../src/shared/messages/messages';
import { foldConversation } from '../../src/view/conversation/conversationFold';
import { newConversation } from '../../src/view/conversation/conversationState';
import { Core, type CoreOptions, SharedHost } from '../fixtures/core';

type Turn = RehearsalScript['turns'][number];
const say = (text: string): Turn => ({ content: [{ type: 'text', text }] });
const calls = (...all: [string, object][]): Turn => ({
  content: all.map(([name, input]) => ({ type: 'tool_use' as const, name, input: input as Record<string, unknown> })),
});
const hand = (agent: string, message = 'go on'): Turn => calls(['Handoff', { agent, message }]);
const agentFile = (name: string, more = '') => `---\ndescription: Does ${name} things.\n${more}---\nYou are ${name}.\n`;

describe('handoff', () => {
  const host = new SharedHost();
  const cores: Core[] = [];
  afterEach(async () => {
    for (const core of cores.splice(0)) await core.stop();
  });
  after(() => host.dispose());

  interface Scene extends Omit<CoreOptions, 'script'> {
    turns: Turn[];
    agents?: Record<string, Turn[]>;
  }
  const files = {
    '.hooksmith/agents/main.md': '---\nhandoffs: [writer, editor]\ntools: Read, Agent\n---\n',
    '.hooksmith/agents/writer.md': agentFile('writer', 'handoffs: [main]\ntools: LS\n'),
    '.hooksmith/agents/editor.md': agentFile('editor'),
    '.hooksmith/agents/researcher.md': agentFile('researcher', 'handoffs: [editor]\n'),
  };
  async function start({ turns, agents = {}, ...options }: Scene): Promise<{ core: Core; requests: [string, ModelRequest][] }> {
    const requests: [string, ModelRequest][] = [];
    const script = { turns, agents: Object.fromEntries(Object.entries(agents).map(([name, its]) => [name, { turns: its }])) };
    const core = await Core.start({
      files,
      ...options,
      host,
      model: (agent) =>
        recordingModel(new Rehearsal(script, agent), (request) => requests.push([agent, structuredClone(request)])),
    });
    cores.push(core);
    return { core, requests };
  }
  const toolsOf = ([, { tools = [] }]: [string, ModelRequest]) => tools.map(({ name }) => name).sort();
  const results = (core: Core): string[] =>
    core.session.history.flatMap((message) =>
      blocksOf(message).flatMap((block) =>
        block.type === 'tool_result' ? [`${block.is_error ? 'error: ' : ''}${textOf({ content: block.content })}`] : [],
      ),
    );

  it('is offered to the agents whose file names others, with those names, whatever tools the file lists', async () => {
    const { core } = await start({ turns: [say('x')] });
    const handoff = (agent: string) => core.toolbox.declarations(agent).find(({ name }) => name === 'Handoff');
    assert.match(handoff('main')!.description, /- writer: Does writer things\. \(Tools: LS\)\n- editor: Does editor things\.$/);
    assert.match(handoff('writer')!.description, /- main \(Tools: Read, Agent\)$/);
    assert.equal(handoff('editor'), undefined);
    assert.deepEqual(
      core.toolbox
        .declarations('main')
        .map(({ name }) => name)
        .sort(),
      ['Agent', 'Handoff', 'Read'],
    );
  });

  it('puts the other agent in its place: prompt, tools, model and own hooks; history, branch and run stay', async () => {
    const { core, requests } = await start({
      turns: [hand('writer', 'write it down')],
      agents: { writer: [calls(['LS', { path: '.' }]), say('written')] },
      files: {
        ...files,
        '.hooksmith/agents/writer/hooks/own.ts': `import { hook } from 'hooksmith';
          export const own = hook(['beforeStep', 'preToolUse', 'afterAgent'], (ctx) => ctx.log(ctx.event, ctx.agentName, ctx.branch, ctx.step));`,
      },
    });
    const result = await core.session.send('please');
    assert.deepEqual([result.status, result.text], ['done', 'written']);
    const [before, after] = requests;
    assert.deepEqual([before![0], after![0]], ['main', 'writer']);
    assert.equal(after![1].system, 'You are writer.');
    assert.deepEqual(toolsOf(after!), ['Handoff', 'LS']);
    assert.deepEqual(
      after![1].messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
    assert.match(JSON.stringify(after![1].messages.at(-1)), /write it down/);
    assert.deepEqual(
      core.events.flatMap((event) => event.hooks.flatMap((hook) => hook.logs ?? [])),
      ['beforeStep writer main 1', 'preToolUse writer main 1', 'beforeStep writer main 2', 'afterAgent writer main 2'],
    );
    assert.equal(new Set(core.events.filter(({ runId }) => runId).map(({ runId }) => runId)).size, 1);
    assert.deepEqual(core.event('handoff').data, { from: 'main', to: 'writer' });
    const shown = newConversation();
    for (const item of core.items) foldConversation(shown, item);
    assert.ok(shown.entries.some((entry) => entry.kind === 'notice' && /writer goes on in place of main/.test(entry.text)));
  });

  it('a denied one hands over nothing, and each that cannot be done says why', async () => {
    const { core, requests } = await start({
      turns: [
        hand('writer'),
        calls(['Handoff', { agent: 'writr', message: 'x' }], ['Handoff', { agent: 'researcher', message: 'x' }]),
        calls(['Handoff', { agent: 'editor', message: 'first' }], ['Handoff', { agent: 'writer', message: 'second' }]),
      ],
      agents: { editor: [say('edited')] },
      hooks: {
        'a.ts': `import { policy } from 'hooksmith';
          export const once = policy({ tools: 'Handoff' }, (ctx) => (ctx.step === 0 ? ctx.deny('not yet') : undefined));`,
      },
    });
    assert.equal((await core.session.send('please')).text, 'edited');
    assert.deepEqual(
      requests.map(([agent]) => agent),
      ['main', 'main', 'main', 'editor'],
    );
    assert.deepEqual(results(core), [
      'error: Tool call denied: not yet',
      'error: main cannot hand its work to writr. Did you mean writer?',
      'error: main cannot hand its work to researcher, only to writer, editor',
      'editor goes on from here: first',
      'error: the work is handed to editor already',
    ]);
    // It is not in the editor's file.
    assert.equal(
      core.toolbox.declarations('editor').some(({ name }) => name === 'Handoff'),
      false,
    );
  });

  it('keeps the limits of the run', async () => {
    const { core } = await start({
      turns: [hand('writer')],
      agents: { writer: [calls(['LS', { path: '.' }]), calls(['LS', { path: '.' }]), say('too late')] },
      hooks: { 'a.ts': `import { stepLimit } from 'hooksmith';\nexport const limit = stepLimit(2);` },
    });
    const result = await core.session.send('please');
    assert.deepEqual([result.status, result.signals[0]?.message], ['stopped', 'Step limit reached: 2/2']);
  });

  it('holds in the runs that follow, in another life of the session too, and ends where the message is taken back', async () => {
    const script = {
      turns: [hand('writer'), say('main again'), say('main at last')],
      agents: { writer: [say('first'), say('second'), hand('main'), say('third')] },
    };
    const { core, requests } = await start(script);
    await core.session.send('one');
    assert.equal((await core.session.send('two')).text, 'second');
    assert.equal(requests.at(-1)![1].system, 'You are writer.');
    const other = await start({ ...script, items: [...core.session.items] });
    assert.equal((await other.core.session.send('three')).text, 'main again');
    assert.deepEqual(
      other.requests.map(([agent]) => agent),
      ['writer', 'main'],
    );
    assert.equal(other.requests.at(-1)![1].system, 'You are a test.');
    // Two: by then the writer had it.
    const [, two] = other.core.session.items.flatMap((item) =>
      item.kind === 'event' && item.event.type === 'user_message' ? [item.event.id] : [],
    );
    await other.core.session.rewind(two!);
    await other.core.session.send('two, otherwise');
    assert.equal(other.requests.at(-1)![0], 'writer');
  });

  it('in a subagent the other one ends the task', async () => {
    const { core, requests } = await start({
      turns: [calls(['Agent', { subagent_type: 'researcher', prompt: 'look' }]), say('all done')],
      agents: { researcher: [hand('editor')], editor: [say('found and edited')] },
    });
    assert.equal((await core.session.send('please')).text, 'all done');
    assert.deepEqual(
      requests.map(([agent]) => agent),
      ['main', 'researcher', 'editor', 'main'],
    );
    assert.deepEqual(results(core), ['found and edited']);
    assert.equal(core.event('subagent_stop').branch, 'main/researcher');
  });
});

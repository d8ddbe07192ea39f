/** Issue 5: what had become of the calls of one response when the window was reloaded while one of their prompts stood. */
import assert from 'node:assert/strict';
import type { RehearsalScript } from '../../../src/models/rehearsalScript';
import type { ApprovalRequest } from '../../../src/shared/calls/approvals';
import { Core, type Human, SharedHost } from '../../fixtures/core';

const bash = (id: string) => ({ type: 'tool_use' as const, id, name: 'Bash', input: { command: `echo ${id}` } });
const script: RehearsalScript = {
  turns: [{ content: [bash('first'), bash('second'), bash('third')] }, { content: [{ type: 'text', text: 'done' }] }],
};

describe('calls that a run left open', () => {
  const host = new SharedHost();
  const cores: Core[] = [];
  after(() => host.dispose());
  afterEach(() => Promise.all(cores.splice(0).map((core) => core.stop())));

  async function reloaded(): Promise<{ core: Core; asked: string[] }> {
    const denies: Human = ({ id, inputHash, toolCallId }) => ({
      ...{ id, inputHash },
      ...(toolCallId === 'first' ? { decision: 'deny', reason: 'not this' } : { decision: 'allow', scope: 'once' }),
    });
    const core = await Core.start({ host, script, human: denies });
    cores.push(core);
    await core.session.send('go');
    const stands = core.items.findIndex(
      (item) => item.kind === 'event' && item.event.type === 'approval_requested' && item.event.toolCallId === 'third',
    );
    const asked: string[] = [];
    const human: Human = (request: ApprovalRequest) => {
      asked.push(request.toolCallId);
      return { id: request.id, inputHash: request.inputHash, decision: 'allow', scope: 'once' };
    };
    const again = await Core.start({
      host,
      script: { turns: script.turns.slice(1) },
      human,
      items: core.items.slice(0, stands + 1),
    });
    cores.push(again);
    return { core: again, asked };
  }
  const results = (core: Core) =>
    core.session.history
      .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      .flatMap((block) => (block.type === 'tool_result' ? [JSON.stringify(block.content)] : []));

  it('ask nobody again who had denied one, and say so; one that was allowed and had not begun asks', async () => {
    const { core, asked } = await reloaded();
    await core.session.continue();
    assert.deepEqual(asked, ['second', 'third']);
    const [first, second, third] = results(core);
    assert.match(first!, /The user rejected this tool call: not this/);
    assert.match(second!, /second/);
    assert.match(third!, /third/);
    const settled = core.all('tool_settled').map(({ data, decidedBy }) => [data?.outcome, decidedBy?.kind]);
    assert.deepEqual(settled[0], ['rejected', 'human']);
  });

  it('are answered as they were denied, where the human says something else instead', async () => {
    const { core, asked } = await reloaded();
    await core.session.send('leave it');
    assert.deepEqual(asked, []);
    const [first, second] = results(core);
    assert.match(first!, /rejected this tool call: not this/);
    assert.match(second!, /the conversation went on without it/);
  });
});

/** Agents that work for an agent, and handing over. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call, fails, say, task } from '../rehearse';

const main = 'You are a test.';
const where = `hook('beforeStep', (ctx) => ctx.log(ctx.branch))`;

export const subagents = [
  behaviour(
    'S0-48',
    'T/C',
    'better',
    'every hook holds in subagents too, whatever the order of definition; inherit says otherwise',
    async (rehearse) => {
      const see = (name: string, options: string) =>
        `export const ${name} = hook('beforeStep', { ${options} }, (ctx) => ctx.log('${name}', ctx.branch));`;
      const { logs } = await rehearse({
        hooks: see('all', '') + see('ifNone', `inherit: 'if-none'`) + see('never', `inherit: 'never'`),
        turns: [call('Agent', task('worker', 'a')), call('Agent', task('expert', 'b'))],
        agents: { worker: [], expert: [] },
        own: { expert: see('own', '') },
      });
      const at = (agent: string) => logs.filter((line) => line.endsWith(`/${agent}`)).map((line) => line.split(' ')[0]);
      assert.deepEqual(
        [at('worker'), at('expert')],
        [
          ['all', 'ifNone'],
          ['all', 'own'],
        ],
      );
    },
  ),

  behaviour('S0-49', 'C', 'better', 'hooks and policies hold at every depth, for grandchildren as well', async (rehearse) => {
    const { logs, ran } = await rehearse({
      hooks: `export const see = ${where}; export const judge = policy({ tools: 'Echo' }, (ctx) => ctx.deny('no'));`,
      turns: [call('Agent', task('worker', 'a'))],
      agents: { worker: [call('Agent', task('helper', 'b'))], helper: [call('Echo', 'x')] },
    });
    assert.deepEqual([...new Set(logs)], ['main', 'main/worker', 'main/worker/helper']);
    assert.deepEqual(ran, []);
  }),

  behaviour(
    'S0-50',
    'T/C',
    'better',
    'every event names its agent and branch, main ones too; start and stop carry the branch of the subagent',
    async (rehearse) => {
      const { events } = await rehearse({
        turns: [
          call('Agent', { ...task('worker', 'a'), run_in_background: true }),
          call('TaskOutput', { task_id: 'agent_1', block: true }),
        ],
        agents: { worker: [call('Agent', task('helper', 'b'))], helper: [] },
      });
      const at = (type: string) =>
        events.filter((event) => event.type === type).map(({ agentName, branch, taskId }) => [agentName, branch, taskId]);
      const worker = ['worker', 'main/worker', 'agent_1'];
      const helper = ['helper', 'main/worker/helper', 'agent_2'];
      assert.deepEqual(at('before_agent'), [['main', 'main', undefined], worker, helper]);
      for (const { type, agentName, branch } of events) assert.equal(branch.split('/').at(-1), agentName, type);
      assert.deepEqual(
        [at('subagent_start'), at('subagent_stop')],
        [
          [worker, helper],
          [helper, worker],
        ],
      );
    },
  ),

  behaviour(
    'S0-51',
    'D/C',
    'better',
    'an agent that is waited for has its branch, its id and its start and stop like one in the background',
    async (rehearse) => {
      const { event } = await rehearse({ turns: [call('Agent', task('worker', 'a'))], agents: { worker: [say('found')] } });
      const { branch, taskId, input, output } = event('subagent_stop');
      assert.deepEqual([branch, taskId, input, output], ['main/worker', 'agent_1', 'a', 'found']);
      const start = event('subagent_start');
      assert.deepEqual([start.branch, start.taskId, start.input], ['main/worker', 'agent_1', 'a']);
    },
  ),

  behaviour(
    'S0-52',
    'T/C',
    'same',
    'an agent in the background gives its id at once, and its stop is told however it ends; the run ends it and waits',
    async (rehearse) => {
      const background = (name: string) => ({ ...task(name, 'a'), run_in_background: true });
      const { results, types, events } = await rehearse({
        turns: [
          call('Agent', background('worker'), 'Agent', background('flawed'), 'Agent', background('endless')),
          call('TaskOutput', { task_id: 'agent_1', block: true }, 'TaskOutput', { task_id: 'agent_2', block: true }),
        ],
        agents: { worker: [], flawed: [fails('down')], endless: [call('Meet', 'nobody')] },
      });
      assert.match(results[0]!, /agent_1/);
      assert.equal(types('subagent_start', 'tool_settled')[0], 'subagent_start');
      const stops = events.filter(({ type }) => type === 'subagent_stop');
      assert.deepEqual(Object.fromEntries(stops.map(({ agentName, error }) => [agentName, error?.message])), {
        worker: undefined,
        flawed: 'down',
        endless: 'task was cancelled',
      });
      assert.equal(types('subagent_stop', 'after_run').at(-1), 'after_run');
    },
  ),

  behaviour(
    'S0-53',
    'T/C',
    'same',
    'a task that is empty or malformed, and an agent that fails, are error results; the caller goes on',
    async (rehearse) => {
      const { results, status } = await rehearse({
        turns: [call('Agent', task('worker', '')), call('Agent', { prompt: 'a' }), call('Agent', task('worker', 'a'))],
        agents: { worker: [fails('down')] },
      });
      assert.match(results[0]!, /^error: invalid input for Agent: prompt/);
      assert.match(results[1]!, /^error: invalid input for Agent: subagent_type/);
      assert.deepEqual([results[2], status], ['error: The agent worker failed: down', 'done']);
    },
  ),

  behaviour(
    'S0-54',
    'T/C',
    'better',
    'after a handoff the target’s prompt, tools and own hooks hold and the history is kept; the step goes on counting, so that the run’s limits hold by themselves',
    async (rehearse) => {
      const { requests, logs, status, result, event, prompts } = await rehearse({
        files: {
          '.hooksmith/agents/main.md': '---\nhandoffs: [expert]\n---\n',
          '.hooksmith/agents/expert.md': '---\ndescription: Is expert.\ntools: Echo\n---\nYou are expert.\n',
        },
        hooks: `export const limit = stepLimit(3);`,
        turns: [call('Handoff', { agent: 'expert', message: 'the task' })],
        scripts: { expert: [call('Echo', 'a'), call('Echo', 'b'), say('never')] },
        own: {
          expert: `export const own = hook(['beforeStep', 'preToolUse'], (ctx) => ctx.log(ctx.event, ctx.agentName, ctx.step));`,
        },
      });
      assert.deepEqual(
        requests.map(({ system }) => system),
        [main, 'You are expert.', 'You are expert.'],
      );
      assert.deepEqual(
        requests[1]!.tools!.map(({ name }) => name),
        ['Echo'],
      );
      assert.equal(requests[1]!.messages[0]!.content, 'go');
      assert.match(JSON.stringify(requests[1]!.messages), /the task/);
      assert.deepEqual(event('handoff').data, { from: 'main', to: 'expert' });
      assert.deepEqual(
        prompts.map(({ agentName }) => agentName),
        ['expert', 'expert'],
      );
      assert.deepEqual(logs, ['beforeStep expert 1', 'preToolUse expert 1', 'beforeStep expert 2', 'preToolUse expert 2']);
      assert.deepEqual([status, result.signals[0]!.message], ['stopped', 'Step limit reached: 3/3']);
    },
  ),

  behaviour('S0-55', 'C', 'better', 'a denied delegation does not take place', async (rehearse) => {
    const { types, requests, results } = await rehearse({
      hooks: `export const strict = hook('preToolUse', { tools: 'Agent' }, (ctx) => ctx.deny('do it yourself'));`,
      turns: [call('Agent', task('worker', 'a'))],
      agents: { worker: [] },
    });
    assert.deepEqual([types('subagent_start'), requests.length], [[], 2]);
    assert.deepEqual(results, ['error: Tool call denied: do it yourself']);
  }),
];

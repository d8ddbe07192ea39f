import assert from 'node:assert/strict';
import type { QuestionAnswer } from '../../src/shared/calls/questions';
import type { StreamItem } from '../../src/shared/stream/stream';
import { isKept } from '../../src/shared/stream/stream';
import { foldConversation } from '../../src/view/conversation/conversationFold';
import { newConversation } from '../../src/view/conversation/conversationState';
import { Core, SharedHost, until } from '../fixtures/core';

const colour = {
  question: 'Which colour?',
  header: 'Colour',
  options: [
    { label: 'Red', description: 'warm' },
    { label: 'Blue', description: 'cold' },
  ],
};
const toppings = { ...colour, question: 'Which toppings?', header: 'Toppings', multiSelect: true };
const call = (...questions: object[]) => `/call AskUserQuestion ${JSON.stringify({ questions })}`;

const conversationOf = (items: readonly StreamItem[]) => {
  const state = newConversation();
  for (const item of items) foldConversation(state, item);
  return state;
};

describe('AskUserQuestion and TodoWrite', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());
  const output = () => String(core.events.findLast((event) => event.type === 'post_tool_use')?.output);

  it('gives the model what the human chose, own words too, with no approval', async () => {
    core = await Core.start({
      host,
      questions: { ask: async ({ toolCallId }) => ({ toolCallId, answers: [['Red'], ['Cheese', 'my own, thanks']] }) },
    });
    await core.session.send(call(colour, toppings));
    assert.equal(
      output(),
      'The user has answered your questions: "Which colour?"="Red"; "Which toppings?"="Cheese, my own, thanks". Go on with these answers in mind.',
    );
    assert.equal(core.event('tool_settled').decidedBy?.kind, 'default');
    assert.equal(core.events.filter((event) => event.type === 'approval_requested').length, 0);
    assert.deepEqual(core.event('question_answered').data, { answers: [['Red'], ['Cheese', 'my own, thanks']] });
  });

  it('goes on politely where the human skips, and where no human is there', async () => {
    core = await Core.start({ host, questions: { ask: async ({ toolCallId }) => ({ toolCallId, answers: undefined }) } });
    await core.session.send(call(colour));
    assert.match(output(), /^The user skipped the questions\./);
    await core.stop();
    core = await Core.start({ host });
    await core.session.send(call(colour));
    assert.match(output(), /^No human is there to answer\./);
    assert.equal(core.event('tool_settled').data?.outcome, 'ok');
  });

  it('stands in the conversation until it is answered, and goes with the run', async () => {
    core = await Core.start({
      host,
      questions: {
        ask: (_, signal) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      },
    });
    const run = core.session.send(call(colour));
    await until(() => core.events.some((event) => event.type === 'question_asked'));
    const entry = [...conversationOf(core.items).tools.values()][0]!;
    assert.deepEqual(
      entry.questions?.questions.map(({ header, multiSelect }) => [header, multiSelect]),
      [['Colour', false]],
    );
    await core.session.stop();
    assert.equal((await run).status, 'aborted');
    assert.equal(core.event('tool_settled').data?.outcome, 'cancelled');
    assert.equal([...conversationOf(core.items).tools.values()][0]!.questions, undefined);
  });

  it('asks again where the process died while it asked; an answer that was given is not asked for twice', async () => {
    let answer: (answer: QuestionAnswer) => void = () => undefined;
    const standing = { ask: () => new Promise<QuestionAnswer>((resolve) => (answer = resolve)) };
    core = await Core.start({ host, questions: standing });
    const run = core.session.send(call(colour));
    await until(() => core.events.some((event) => event.type === 'question_asked'));
    const left = core.items.filter(isKept);
    answer({ toolCallId: core.event('question_asked').toolCallId!, answers: [['Red']] });
    await run;
    const answered = core.items.filter(isKept);
    const cut = answered.slice(
      0,
      answered.findIndex((item) => item.kind === 'event' && item.event.type === 'question_answered') + 1,
    );
    await core.stop();

    core = await Core.start({
      host,
      items: left,
      questions: { ask: async ({ toolCallId }) => ({ toolCallId, answers: [['Blue']] }) },
    });
    assert.ok(core.session.leftAtPrompt);
    await core.session.continue();
    assert.match(output(), /"Which colour\?"="Blue"/);
    assert.equal(core.session.leftAtPrompt, false);
    await core.stop();

    core = await Core.start({ host, items: cut, questions: standing });
    assert.equal(core.session.leftAtPrompt, false);
    await core.session.continue();
    assert.equal(core.event('tool_settled').data?.outcome, 'cancelled');
  });

  for (const [what, questions, why] of [
    ['no question', [], /questions/],
    ['five questions', [1, 2, 3, 4, 5].map((n) => ({ ...colour, question: `${n}?` })), /questions/],
    ['a single choice', [{ ...colour, options: [{ label: 'Red' }] }], /questions\.0\.options/],
    ['one question twice', [colour, colour], /each question must be another/],
  ] as const) {
    it(`refuses ${what}`, async () => {
      core = await Core.start({ host, questions: { ask: async ({ toolCallId }) => ({ toolCallId, answers: undefined }) } });
      await core.session.send(call(...questions));
      assert.equal(core.event('tool_settled').data?.outcome, 'error');
      assert.match(core.event('tool_error').error!.message, why);
    });
  }

  it('keeps one list of tasks, as hooks left it, until all is done and the next run begins', async () => {
    core = await Core.start({
      host,
      hooks: {
        'todos.ts': `import { hook } from 'hooksmith';
export const tests = hook('preToolUse', { tools: 'TodoWrite' }, (ctx) =>
  ctx.modify({ input: { todos: [...ctx.input.todos, { content: 'Run the tests', status: 'completed' }] } }));`,
      },
    });
    const list = (status: string) =>
      `/call TodoWrite ${JSON.stringify({ todos: [{ content: 'Write it', status, activeForm: 'Writing it' }] })}`;
    await core.session.send(list('in_progress'));
    assert.match(output(), /1 of 2 completed\. In progress: Write it/);
    const shown = () => conversationOf(core.items).todos?.map(({ content, status }) => `${content}: ${status}`);
    assert.deepEqual(shown(), ['Write it: in_progress', 'Run the tests: completed']);
    assert.equal(core.event('tool_settled').decidedBy?.kind, 'default');
    await core.session.send('and now?');
    assert.equal(shown()?.length, 2, 'a list with open tasks stays');
    await core.session.send(list('completed'));
    assert.equal(shown()?.length, 2);
    await core.session.send('thanks');
    assert.equal(shown(), undefined);
  });
});

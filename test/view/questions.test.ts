import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/shared/basics/json';
import type { Question } from '../../src/shared/calls/questions';
import type { ToView } from '../../src/shared/views/viewProtocol';
import { until } from '../fixtures/limits';
import { useLab } from './lab';
import type { ViewPage } from './page';
import { approvalOf, Stream, sessionOf } from './samples';

const questions: Question[] = [
  {
    question: 'Which library should we use for dates?',
    header: 'Library',
    options: [
      { label: 'Temporal', description: 'Built in, where the platform has it' },
      { label: 'date-fns', description: 'Small functions' },
    ],
  },
  {
    question: 'Which checks shall run?',
    header: 'Checks',
    multiSelect: true,
    options: [{ label: 'Lint' }, { label: 'Types' }, { label: 'Tests' }],
  },
];

describe('questions and tasks in the chat', function () {
  this.timeout(30_000);
  const lab = useLab();
  let view: ViewPage;

  const asked = (its = questions) => {
    const stream = new Stream();
    const at = { toolCallId: 't1', toolName: 'AskUserQuestion' };
    return {
      stream,
      items: [
        ...stream.user('go'),
        ...stream.call('t1', 'AskUserQuestion', { questions: its }),
        stream.event('tool_start', at),
        stream.event('question_asked', {
          ...at,
          data: { toolCallId: 't1', agentName: 'main', branch: 'main', questions: its },
        }),
      ],
    };
  };

  it('asks with named groups of radio buttons and checkboxes, and sends what was chosen', async () => {
    view = await lab.open('chat');
    const { page, send, next } = view;
    const { items, stream } = asked();
    await send(sessionOf(items.slice(0, -1), true));
    await send({ type: 'items', items: items.slice(-1) });
    const form = page.getByRole('form', { name: 'Questions from the agent' });
    await page.getByText('The agent asks: Which library should we use for dates?').waitFor({ state: 'attached' });
    await page.locator('.status', { hasText: 'asks you' }).waitFor();
    const library = form.getByRole('group', { name: 'Which library should we use for dates?' });
    const checks = form.getByRole('group', { name: 'Which checks shall run?' });
    await library.getByRole('radio', { name: 'Temporal' }).check();
    await form.getByRole('button', { name: 'Submit' }).click();
    await checks.getByRole('alert').waitFor();
    assert.equal((await view.posted()).filter(({ type }) => type === 'answer').length, 0, 'a question is still open');
    await checks.getByRole('checkbox', { name: 'Lint' }).check();
    await checks.getByRole('checkbox', { name: 'Other' }).check();
    await checks.getByRole('textbox', { name: 'Your own answer: Checks' }).fill('a spelling check');
    await form.getByRole('button', { name: 'Submit' }).click();
    const { toolCallId, answers } = await next('answer');
    assert.deepEqual({ toolCallId, answers }, { toolCallId: 't1', answers: [['Temporal'], ['Lint', 'a spelling check']] });
    assert.ok(await form.getByRole('button', { name: 'Submit' }).isDisabled());
    await send({
      type: 'items',
      items: [
        stream.event('question_answered', {
          toolCallId: 't1',
          toolName: 'AskUserQuestion',
          data: { answers: [['Temporal'], ['Lint']] },
        }),
      ],
    });
    await form.waitFor({ state: 'detached' });
  });

  it('lets own words replace a single choice, and keeps all of it over a reload', async () => {
    view = await lab.open('chat');
    const { page, send } = view;
    const { items } = asked();
    await send(sessionOf(items, true));
    const library = page.getByRole('group', { name: 'Which library' });
    await library.getByRole('radio', { name: 'date-fns' }).check();
    await library.getByRole('radio', { name: 'Other' }).check();
    await page.keyboard.type('our own');
    assert.equal(await library.getByRole('radio', { name: 'date-fns' }).isChecked(), false);
    await page.getByRole('checkbox', { name: 'Tests' }).check();
    await page.getByRole('textbox', { name: 'Message' }).fill('a draft');
    await page.reload();
    await view.next('ready');
    await view.send(sessionOf(items, true));
    assert.equal(await page.getByRole('textbox', { name: 'Your own answer: Library' }).inputValue(), 'our own');
    assert.ok(await page.getByRole('checkbox', { name: 'Tests' }).isChecked());
    assert.equal(await page.getByRole('checkbox', { name: 'Other' }).isChecked(), false);
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'a draft');
    await page.getByRole('button', { name: 'Skip' }).click();
    assert.equal('answers' in (await view.next('answer')), false);
  });

  const temporal = () => view.page.getByRole('radio', { name: 'Temporal' });
  const settled = (stream: Stream, outcome: string) =>
    stream.event('tool_settled', { toolCallId: 't1', toolName: 'AskUserQuestion', data: { outcome } });
  const answered = (stream: Stream, data: JsonObject) =>
    stream.event('question_answered', { toolCallId: 't1', toolName: 'AskUserQuestion', data });

  it('keeps what was chosen for the session and the questions it was chosen at, whatever the ids of calls', async () => {
    view = await lab.open('chat');
    const { items } = asked();
    const show = async (sessionId: string, its = items) => {
      await view.send({ ...sessionOf(its, true), sessionId } as ToView);
      await view.page.getByRole('form', { name: 'Questions from the agent' }).waitFor();
    };
    await show('s1');
    await temporal().check();
    await show('s2', asked().items);
    await until(async () => !(await temporal().isChecked()));
    await show('s1');
    await until(async () => await temporal().isChecked());
    // A later run of the session, with a model that counts its calls anew.
    await show('s1', asked([{ ...questions[0]!, question: 'Which one for time zones?' }]).items);
    await until(async () => !(await temporal().isChecked()));
  });

  it('begins anew with the same questions in the next run, and asks on where the window was closed', async () => {
    view = await lab.open('chat');
    const { items, stream } = asked();
    await view.send(sessionOf(items, true));
    await temporal().check();
    await view.send({ type: 'items', items: [answered(stream, { cancelled: true })] });
    await view.page.reload();
    await view.next('ready');
    // Its record ends where the window was closed, and the call is asked about again.
    await view.send(sessionOf(items, true));
    await until(async () => await temporal().isChecked());
    await view.send({ type: 'items', items: [answered(stream, { cancelled: true }), settled(stream, 'cancelled')] });
    await temporal().waitFor({ state: 'detached' });
    await view.send({ type: 'items', items: asked().items });
    await temporal().waitFor();
    assert.equal(await temporal().isChecked(), false);
  });

  it('shows the list of tasks above the message box, live, and folds it away', async () => {
    view = await lab.open('chat');
    const { page, send } = view;
    const stream = new Stream();
    const settled = (statuses: string[]) =>
      stream.event('tool_settled', {
        toolCallId: 't1',
        toolName: 'TodoWrite',
        data: { outcome: 'ok' },
        input: { todos: statuses.map((status, n) => ({ content: `Task ${n}`, status, activeForm: `Doing task ${n}` })) },
      });
    await send(sessionOf([...stream.user('go'), ...stream.call('t1', 'TodoWrite', {})], true));
    assert.equal(await page.getByRole('region', { name: 'Tasks' }).count(), 0);
    await send({ type: 'items', items: [settled(['completed', 'in_progress', 'pending'])] });
    const tasks = page.getByRole('region', { name: 'Tasks' });
    const head = tasks.getByRole('button', { name: '1 of 3 tasks done: Doing task 1' });
    assert.equal(await head.getAttribute('aria-expanded'), 'true');
    await page.getByRole('status').getByText('1 of 3 tasks done: Doing task 1').waitFor({ state: 'attached' });
    assert.equal(await tasks.getByRole('listitem').count(), 3);
    await tasks.getByRole('img', { name: 'Completed' }).waitFor();
    // While the human is asked, the prompt has the room; what they opened themselves stays open.
    await send({ type: 'items', items: [...stream.call('t2', 'Bash', {}), stream.asks(approvalOf({ toolCallId: 't2' }))] });
    await tasks.getByRole('listitem').first().waitFor({ state: 'detached' });
    await head.click();
    assert.equal(await tasks.getByRole('listitem').count(), 3);
    await head.click();
    assert.equal(await tasks.getByRole('listitem').count(), 0);
    await send({ type: 'items', items: [settled(['completed', 'completed', 'completed'])] });
    await tasks.getByRole('button', { name: 'All 3 tasks done' }).waitFor();
  });

  it('folds the list of tasks away when all are done', async () => {
    view = await lab.open('chat');
    const stream = new Stream();
    const settled = (status: string) =>
      stream.event('tool_settled', {
        toolCallId: 't1',
        toolName: 'TodoWrite',
        data: { outcome: 'ok' },
        input: { todos: [{ content: 'Test', status, activeForm: 'Testing' }] },
      });
    await view.send(sessionOf([...stream.user('go'), ...stream.call('t1', 'TodoWrite', {}), settled('in_progress')]));
    const tasks = view.page.getByRole('region', { name: 'Tasks' });
    await tasks.getByRole('listitem').waitFor();
    await view.send({ type: 'items', items: [settled('completed')] });
    await tasks.getByRole('button', { name: '1 task done', expanded: false }).waitFor();
    assert.equal(await tasks.getByRole('listitem').count(), 0);
  });

  it('shows how far the tasks are whole, in a narrow side bar too', async () => {
    view = await lab.open('chat', { width: 250 });
    const { page, send } = view;
    const stream = new Stream();
    const activeForm = 'Running the tests of the command line';
    const settled = stream.event('tool_settled', {
      toolCallId: 't1',
      toolName: 'TodoWrite',
      data: { outcome: 'ok' },
      input: { todos: [{ content: 'Run the tests', status: 'in_progress', activeForm }] },
    });
    await send(sessionOf([...stream.user('go'), ...stream.call('t1', 'TodoWrite', {}), settled], true));
    const progress = page.locator('.todos-progress');
    await progress.getByText(`0 of 1 tasks done: ${activeForm}`).waitFor();
    const cut = await progress.evaluate((node) => [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight]);
    assert.ok(
      cut.every((pixels) => pixels <= 0),
      `cut by ${cut}`,
    );
    assert.match((await progress.getAttribute('title')) ?? '', /command line/);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { useWorkbench } from '../workbench';

const questions = [
  {
    question: 'Which library should we use for dates?',
    header: 'Library',
    options: [
      { label: 'Temporal', description: 'Built in, where the platform has it' },
      { label: 'date-fns', description: 'Small functions, one import each' },
    ],
  },
  {
    question: 'Which checks shall run before a commit?',
    header: 'Checks',
    multiSelect: true,
    options: [
      { label: 'Lint', description: 'Seconds' },
      { label: 'Tests', description: 'Minutes' },
    ],
  },
];
const todos = [
  { content: 'Read the code', status: 'completed', activeForm: 'Reading the code' },
  { content: 'Write the fix', status: 'in_progress', activeForm: 'Writing the fix' },
  { content: 'Run the tests', status: 'pending', activeForm: 'Running the tests' },
];

describe('Questions and tasks in the real workbench', () => {
  const workbenches = useWorkbench();

  it('keeps the tasks in sight, asks, brings the questions back after a reload of the window, and goes on with the answers', async () => {
    const workbench = await workbenches.open();
    const chat = await workbench.openChat();
    await workbench.send(
      chat,
      `/call TodoWrite ${JSON.stringify({ todos })}\n/call AskUserQuestion ${JSON.stringify({ questions })}`,
    );
    await chat.getByRole('form', { name: 'Questions from the agent' }).waitFor();
    await chat.getByRole('region', { name: 'Tasks' }).getByText('Writing the fix').first().waitFor();
    await workbench.screenshot('questions');
    await workbench.reload();
    const again = await workbench.openChat();
    const form = again.getByRole('form', { name: 'Questions from the agent' });
    // By the keyboard: a window that comes back may still scroll what a pointer is meant for away from under it.
    await form.getByRole('radio', { name: 'Other' }).press('Space');
    await form.getByRole('textbox', { name: 'Your own answer: Library' }).fill('no library');
    await form.getByRole('checkbox', { name: 'Lint' }).press('Space');
    await form.getByRole('checkbox', { name: 'Tests' }).press('Space');
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.waitFor({ state: 'detached' });
    const log = again.getByRole('log', { name: 'Conversation' });
    await log.getByText('"Which library should we use for dates?"="no library"').first().waitFor();
    await log.getByText('"Which checks shall run before a commit?"="Lint, Tests"').first().waitFor();
    assert.equal(await again.getByRole('region', { name: 'Tasks' }).getByRole('listitem').count(), 3);
    await workbench.screenshot('questions-answered');
  });
});

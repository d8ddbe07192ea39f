/**
 * The README's pictures, from the real editor: real hooks, tools and approvals; a fake Messages API says what the model would.
 * `UPDATE_PICTURES=1 npm test -- e2e --grep pictures` puts them into media/; each run proves that they can be taken.
 */
import { afterEach, beforeEach, describe, it } from 'mocha';
import { FakeMessagesApi } from '../../fixtures/messagesApi';
import { press, useWorkbench } from '../workbench';

const usage = { input_tokens: 1900, cache_read_input_tokens: 14_200, output_tokens: 240 };
const call = (id: string, name: string, input: object) => ({ type: 'tool_use' as const, id, name, input: { ...input } });
const calls = (text: string, ...blocks: ReturnType<typeof call>[]) => ({
  content: [{ type: 'text' as const, text }, ...blocks],
  stop_reason: 'tool_use',
  usage,
});

describe('README pictures', () => {
  const workbenches = useWorkbench();
  let api: FakeMessagesApi;
  beforeEach(async () => {
    api = await FakeMessagesApi.start();
    api.reply(
      calls(
        'I read the code first.',
        call('t1', 'Read', { file_path: 'src/greet.js' }),
        call('t2', 'Bash', { command: 'npm test' }),
      ),
      calls(
        'The tests pass, but none has a blank name: `greet(" ")` says **Hello,  !**. I push the branch, so that we can talk about it.',
        call('t3', 'Bash', { command: 'git push origin main' }),
      ),
      { content: [{ type: 'text', text: 'Not pushed: the branch stays here.' }], usage },
    );
  });
  afterEach(() => api.stop());

  const open = async (theme: string) => {
    const workbench = await workbenches.open({
      builtIn: 'all',
      theme,
      viewport: { width: 1280, height: 860 },
      scale: 1.5,
      settings: {
        'hooksmith.model': 'anthropic:claude-sonnet-4-5',
        'hooksmith.anthropic.baseUrl': api.url,
        'window.commandCenter': false,
        'editor.wordWrap': 'on',
        'editor.lineNumbers': 'off',
        'window.title': '${activeEditorShort}${separator}${rootName}',
      },
    });
    const chat = await workbench.openChat();
    await workbench.send(chat, 'Does greet() cope with blank names? Run the tests, then push.');
    const approval = chat.getByRole('group', { name: 'Approve Bash' });
    await approval.getByText('npm test').waitFor();
    await press(approval.getByRole('button', { name: 'Allow', exact: true }));
    await approval.getByText('git push origin main').waitFor();
    return { workbench, chat, approval };
  };

  it('shows the chat with an approval, a hook in the editor, and the timeline', async () => {
    const { workbench, chat, approval } = await open('Default Dark Modern');
    await workbench.openFile('guard.ts');
    await workbench.page.locator('.codelens-decoration', { hasText: 'Run on Last Match' }).first().waitFor();
    await workbench.page.locator('.statusbar-item', { hasText: 'Initializing' }).waitFor({ state: 'detached' });
    const timeline = await workbench.openTimeline();
    await timeline.getByRole('combobox', { name: 'Tool' }).selectOption('Bash');
    await timeline.getByText(/^\d+ of \d+$/).waitFor();
    // The pointer rests where nothing answers it.
    await workbench.page.mouse.move(700, 300);
    await chat.waitForFunction(() => !document.querySelector<HTMLButtonElement>('hooksmith-approval .primary')?.disabled);
    await approval.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await workbench.picture('overview');
  });

  it('shows what each hook did to an event, in a light theme', async () => {
    const { workbench, approval } = await open('Default Light Modern');
    await press(approval.getByRole('button', { name: 'Deny', exact: true }));
    const timeline = await workbench.openTimeline();
    await workbench.runCommand('View: Toggle Maximized Panel');
    const grid = timeline.getByRole('treegrid', { name: 'Hook events' });
    await grid.getByRole('row').filter({ hasText: 'after_run' }).first().waitFor();
    await timeline.getByRole('combobox', { name: 'Tool' }).selectOption('Bash');
    await timeline.getByText(/^\d+ of \d+$/).waitFor();
    await grid.getByRole('row').filter({ hasText: 'patientTests' }).first().click();
    await timeline.getByRole('complementary', { name: 'Event' }).getByText('does not match').first().waitFor();
    await workbench.picture('timeline', '.part.panel');
  });
});

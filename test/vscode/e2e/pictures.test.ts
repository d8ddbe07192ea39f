/** The README's pictures, from the real editor. `UPDATE_PICTURES=1 npm test -- e2e --grep pictures` puts them into media/; each run proves that they can be taken. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, it } from 'mocha';
import { press, Workbench } from '../workbench';

const media = join(process.env.HOOKSMITH_ROOT!, 'media');
const viewport = { width: 1360, height: 850 };

describe('README pictures', () => {
  let workbench: Workbench | undefined;
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench?.keepEvidence(this.currentTest.title);
    await workbench?.close();
    workbench = undefined;
  });
  const take = async (name: string) => {
    const path = await workbench!.screenshot(name);
    if (process.env.UPDATE_PICTURES) copyFileSync(path, join(media, `${name}.png`));
  };

  it('shows the chat with an approval, a hook in the editor, and the timeline', async () => {
    workbench = await Workbench.open({ viewport });
    const chat = await workbench.openChat();
    await workbench.send(chat, '/call Bash {"command": "sudo rm -rf build"}');
    const log = chat.getByRole('log', { name: 'Conversation' });
    await log.getByText('command contains blocked pattern').first().waitFor();
    await workbench.openFile('guard.ts');
    await workbench.openTimeline();
    await workbench.send(chat, '/call Bash {"command": "git push --dry-run"}');
    await chat.getByRole('group', { name: 'Approve Bash' }).getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await take('overview');
  });

  it('shows what each hook did to an event, in a light theme', async () => {
    workbench = await Workbench.open({ viewport, theme: 'Default Light Modern' });
    const chat = await workbench.openChat();
    await workbench.send(chat, '/call Bash {"command": "npm test"}');
    await press(chat.getByRole('group', { name: 'Approve Bash' }).getByRole('button', { name: 'Deny', exact: true }));
    const timeline = await workbench.openTimeline();
    const grid = timeline.getByRole('treegrid', { name: 'Hook events' });
    await grid.getByRole('row').filter({ hasText: 'pre_tool_use' }).first().click();
    await workbench.openFile('patient-tests.ts');
    await take('timeline');
  });
});

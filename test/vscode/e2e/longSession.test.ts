import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../fixtures/limits';
import { Stream } from '../../view/samples';
import { useWorkbench } from '../workbench';

/** Parts come through the window as bytes: what only the real one can show. */
describe('A long session in the real workbench', () => {
  const workbenches = useWorkbench();
  const count = 5_000;

  it('is shown at its end in the timeline, and then all of it', async () => {
    const workbench = await workbenches.open({ prepare: (folder) => writeFileSync(join(folder, 'long.jsonl'), session()) });
    const { page, folder } = workbench;
    await workbench.openChat();
    const timeline = await workbench.openTimeline();
    const grid = timeline.getByRole('treegrid', { name: 'Hook events' });
    const path = page.locator('.quick-input-widget input[type="text"]');
    await workbench.runCommand('Hooksmith: Open Session File…');
    await path.waitFor({ state: 'visible' });
    await until(async () => (await path.inputValue()).includes(folder));
    await path.fill(join(folder, 'long.jsonl'));
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await grid.getByRole('row').filter({ hasText: 'run_done' }).waitFor();
    assert.equal(await grid.getAttribute('aria-rowcount'), String(count + 1));
    await workbench.screenshot('long-session');
    await timeline.getByRole('searchbox', { name: 'Filter events' }).fill('needle');
    await timeline.getByText(`1 of ${count} events`).waitFor();
    await grid.getByRole('row').filter({ hasText: 'pre_tool_use' }).click();
    await timeline.getByRole('complementary', { name: 'Event' }).getByText('needle').first().waitFor();
    await workbench.screenshot('long-session-found');
  });

  function session(): string {
    const stream = new Stream();
    const typeOf = (n: number) => (n === 0 ? 'before_run' : n === count - 1 ? 'run_done' : n % 2 ? 'pre_tool_use' : 'message');
    const items = Array.from({ length: count }, (_, n) =>
      stream.event(typeOf(n), n === 1_001 ? { toolName: 'Bash', input: { command: 'echo "ä needle"' } } : {}),
    );
    const header = { kind: 'header', hooksmith: 1, sessionId: 's1', createdAt: '2026-01-01T12:00:00.000Z' };
    return [header, ...items].map((line) => `${JSON.stringify(line)}\n`).join('');
  }
});

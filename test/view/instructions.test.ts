import assert from 'node:assert/strict';
import { assertAccessible } from './accessible';
import { useLab } from './lab';
import { Stream, sessionOf } from './samples';

describe('instructions in the chat', function () {
  this.timeout(30_000);
  const lab = useLab();
  const file = (name: string, more = {}) => ({ path: `/ws/${name}`, name, characters: 120, ...more });

  it('are named with what was not taken, open by click and by keyboard, and stand at the call that reached them', async () => {
    const view = await lab.open('chat', { width: 250 });
    const { page, send, next } = view;
    const stream = new Stream();
    await send(
      sessionOf([
        ...stream.user('go'),
        stream.event('instructions_loaded', {
          data: {
            files: [file('AGENTS.md'), file('docs/style.md', { importedBy: 'CLAUDE.md', cut: true })],
            problems: [{ name: 'gone.md', importedBy: 'CLAUDE.md', reason: 'there is no such file' }],
          },
        }),
        ...stream.call('t1', 'Read', { file_path: '/ws/sub/x.ts' }),
        stream.event('instructions_loaded', { toolCallId: 't1', data: { files: [file('sub/AGENTS.md')], problems: [] } }),
        ...stream.result('t1', 'Read', 'x'),
      ]),
    );
    await page.getByText('Not taken: gone.md, imported by CLAUDE.md (there is no such file)').waitFor();
    await page.getByText('(cut)').waitFor();
    const link = page.getByRole('button', { name: 'AGENTS.md', exact: true });
    await link.focus();
    await page.keyboard.press('Enter');
    assert.equal((await next('openFile')).file, '/ws/AGENTS.md');
    await page.locator('[data-tool-call="t1"]').getByRole('button', { name: 'sub/AGENTS.md' }).waitFor();
    await assertAccessible(page);
  });
});

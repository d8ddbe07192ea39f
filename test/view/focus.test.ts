/** Where the focus is after what had it has vanished or is disabled: a keyboard or screen reader goes on nearby. */
import type { Locator } from 'playwright-core';
import { useLab } from './lab';
import type { ViewPage } from './page';
import { approvalOf, Stream, sessionOf } from './samples';

describe('the focus', function () {
  this.timeout(30_000);
  const lab = useLab();
  let view: ViewPage;
  let stream: Stream;

  const isAt = (place: Locator) =>
    place.evaluate(
      (node) =>
        new Promise<void>((resolve) => {
          const look = () => (document.activeElement === node ? resolve() : requestAnimationFrame(look));
          look();
        }),
    );
  const box = () => view.page.getByRole('textbox', { name: 'Message' });
  const cards = () => view.page.getByRole('group', { name: 'Approve Bash', exact: true });
  const bodyOf = (at: number) => cards().nth(at).getByRole('group', { name: 'What would run' });
  const allow = (at: number) => cards().nth(at).getByRole('button', { name: 'Allow', exact: true });
  const alive = (at: number) =>
    view.page.waitForFunction(
      (which) =>
        document.querySelectorAll<HTMLButtonElement>('hooksmith-approval .primary:not(.more)')[which]?.disabled === false,
      at,
    );
  const settled = (id: string, toolCallId: string) =>
    stream.event('approval_resolved', { toolCallId, toolName: 'Bash', data: { id, decision: 'allow' } });

  const openWith = async (waiting: number, height = 900) => {
    view = await lab.open('chat', { height });
    stream = new Stream();
    const ids = Array.from({ length: waiting }, (_, at) => at + 1);
    await view.send(
      sessionOf(
        [
          ...stream.user('go'),
          ...ids.flatMap((at) => stream.call(`t${at}`, 'Bash', { command: `echo ${at}` })),
          ...ids.map((at) =>
            stream.asks(
              approvalOf({
                id: `approval_${at}`,
                toolCallId: `t${at}`,
                input: { command: `echo ${at}` },
                branch: at === 1 ? 'main' : 'main/scout',
              }),
            ),
          ),
        ],
        true,
      ),
    );
  };

  it('is on what waits next when an approval was answered, and in the message box after the last', async () => {
    await openWith(2);
    await alive(0);
    await allow(0).press('Enter');
    // Answered and not gone yet: its button is dead, and the human is still there.
    await isAt(bodyOf(0));
    await view.send({ type: 'items', items: [settled('approval_1', 't1')] });
    await isAt(bodyOf(0));
    await cards().getByText('echo 2').waitFor();
    await alive(0);
    await cards().getByRole('textbox', { name: 'Reason for the agent' }).fill('not now');
    await view.page.keyboard.press('Enter');
    await view.next('deny');
    await view.send({ type: 'items', items: [settled('approval_2', 't2')] });
    await isAt(box());
  });

  it('stays on an approval that is asked anew, and goes back to what opened the editor of its input', async () => {
    await openWith(1);
    await alive(0);
    const edit = cards().getByRole('button', { name: 'Edit Input' });
    await edit.press('Enter');
    const json = cards().getByRole('textbox', { name: 'Input as JSON' });
    await isAt(json);
    await view.page.keyboard.press('Escape');
    await isAt(edit);
    await edit.press('Enter');
    await json.fill('{"command": "echo 2"}');
    await cards().getByRole('button', { name: 'Use This Input' }).press('Enter');
    await view.next('editInput');
    const asked = approvalOf({ input: { command: 'echo 2' }, inputHash: 'hash_2' });
    await view.send({ type: 'items', items: [stream.asks(asked)] });
    await isAt(bodyOf(0));
  });

  it('brings an approval that it comes to wholly into sight, so that its buttons live', async () => {
    await openWith(1, 500);
    await view.send({ type: 'items', items: Array.from({ length: 20 }, (_, at) => stream.assistant(`answer ${at}`)) });
    await alive(0);
    await view.page.getByRole('log').evaluate((node) => node.scrollBy(0, 120));
    await view.page.waitForFunction(() => document.querySelector<HTMLButtonElement>('hooksmith-approval .primary')!.disabled);
    await box().focus();
    await view.page.keyboard.press('Shift+Tab');
    for (let steps = 0; steps < 12; steps++) {
      if (await view.page.evaluate(() => document.activeElement?.closest('hooksmith-approval') !== null)) break;
      await view.page.keyboard.press('Shift+Tab');
    }
    await alive(0);
  });

  it('is in the message box after what was dismissed, stopped or taken back', async () => {
    await openWith(0);
    await view.send({ type: 'notice', level: 'error', text: 'something failed' });
    await view.page.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await isAt(box());
    const queue = (...ids: string[]) => ({
      kind: 'queue' as const,
      messages: ids.map((id) => ({ id, content: 'later', steers: false })),
    });
    await view.send({ type: 'items', items: [queue('q1')] });
    await view.page.getByRole('button', { name: 'Remove' }).press('Enter');
    await view.send({ type: 'items', items: [queue()] });
    await isAt(box());
    await view.page.getByRole('button', { name: 'Stop' }).press('Enter');
    await view.send({ type: 'items', items: [{ kind: 'run', runId: 'r1', running: false }] });
    await isAt(box());
  });

  it('stays with the changed files while some are left, and where the human clicked it away', async () => {
    await openWith(0);
    const after = { kind: 'file', hash: 'a'.repeat(64), size: 1, mode: 0o644 };
    const files = ['/ws/a.ts', '/ws/b.ts'].map((path) => ({ path, after }));
    const kept = (path: string) => stream.event('files_kept', { data: { paths: [path] } });
    await view.send({ type: 'items', items: [stream.event('files_changed', { data: { files } })] });
    const list = view.page.getByRole('region', { name: 'Changed files' });
    await list.getByRole('button', { name: '2 files changed' }).press('Enter');
    await list.getByRole('button', { name: 'Keep a.ts' }).press('Enter');
    await view.send({ type: 'items', items: [kept('/ws/a.ts')] });
    await isAt(list.getByRole('button', { name: '1 file changed' }));
    const keep = list.getByRole('button', { name: 'Keep b.ts' });
    await keep.focus();
    await keep.evaluate((node) => node.blur());
    await view.send({ type: 'items', items: [kept('/ws/b.ts')] });
    await list.waitFor({ state: 'detached' });
    await view.page.waitForFunction(() => document.activeElement === document.body);
  });

  it('is on the rows of the timeline when the words over an empty one are gone', async () => {
    view = await lab.open('timeline', { width: 1000 });
    stream = new Stream();
    await view.send(sessionOf([...stream.user('go')]));
    await view.page.getByRole('searchbox', { name: 'Filter events' }).fill('no such thing');
    await view.page.getByRole('button', { name: 'Show All Events' }).press('Enter');
    await isAt(view.page.getByRole('treegrid', { name: 'Hook events' }));
  });
});

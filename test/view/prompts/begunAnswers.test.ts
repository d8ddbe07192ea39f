/** What was begun at an approval and not sent: it is there again after a look at another session and after a reload, and gone once it was answered. */
import assert from 'node:assert/strict';
import type { ApprovalRequest } from '../../../src/shared/calls/approvals';
import type { StreamItem } from '../../../src/shared/stream/stream';
import type { ToView } from '../../../src/shared/views/viewProtocol';
import { until } from '../../fixtures/limits';
import { useLab } from '../lab';
import type { ViewPage } from '../page';
import { approvalOf, Stream, sessionOf } from '../samples';

describe('what was begun at an approval', function () {
  this.timeout(30_000);
  const lab = useLab();
  let view: ViewPage;
  let stream: Stream;

  const asked = (request = approvalOf()) => {
    stream = new Stream();
    return [...stream.user('push'), ...stream.call('t1', 'Bash', request.input), stream.asks(request)];
  };
  const session = (sessionId: string, request?: ApprovalRequest) => ({ ...sessionOf(asked(request), true), sessionId }) as ToView;
  const card = () => view.page.getByRole('group', { name: 'Approve Bash' });
  const reason = () => card().getByRole('textbox', { name: 'Reason for the agent' });
  const json = () => card().getByRole('textbox', { name: 'Input as JSON' });
  const edit = async () => {
    await view.page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('.edit-input')!.disabled);
    await card().getByRole('button', { name: 'Edit Input' }).click();
  };
  const shows = (what: typeof reason, text: string) =>
    until(async () => (await what().count()) === 1 && (await what().inputValue()) === text);
  const kept = () => view.page.evaluate(() => sessionStorage.getItem('state') ?? '');

  for (const [how, leave] of [
    ['after another session', () => view.send(session('other', approvalOf({ id: 'approval_2', input: { command: 'ls' } })))],
    ['after a reload', () => view.page.reload().then(() => view.next('ready'))],
  ] as const)
    it(`is there again ${how}, and nothing is decided by it`, async () => {
      view = await lab.open('chat');
      await view.send(session('s1'));
      await reason().fill('only to origin');
      await edit();
      await json().fill('{"command": "git pu');
      await leave();
      if (how === 'after another session') {
        await card().getByText('ls', { exact: true }).waitFor();
        assert.equal(await reason().inputValue(), '', 'one call of the same name in another session');
      }
      // The window's reload puts the prompt anew.
      await view.send(session('s1', approvalOf({ id: 'approval_3' })));
      await shows(json, '{"command": "git pu');
      await card().getByRole('button', { name: 'Cancel' }).click();
      await shows(reason, 'only to origin');
      assert.deepEqual(
        (await view.posted()).filter(({ type }) => ['approve', 'deny', 'editInput'].includes(type)),
        [],
      );
    });

  it('is of the input that was edited alone', async () => {
    view = await lab.open('chat');
    await view.send(session('s1'));
    await reason().fill('only to origin');
    await edit();
    await json().fill('{"command": "git pu');
    await view.page.reload();
    await view.next('ready');
    await view.send(session('s1', approvalOf({ input: { command: 'git push --force' }, inputHash: 'hash_2' })));
    await shows(reason, 'only to origin');
    assert.equal(await json().count(), 0);
  });

  it('leaves the reader where he was', async () => {
    view = await lab.open('chat', { height: 600 });
    const history = Array.from({ length: 30 }, (_, i) => new Stream().assistant(`answer ${i}`));
    const { page } = view;
    const shown = sessionOf([...history, ...asked()], true);
    await view.send(shown);
    await edit();
    await page.getByRole('log').hover();
    await page.mouse.wheel(0, -2000);
    const top = () => page.locator('.log').evaluate((log) => log.scrollTop);
    await until(async () => (await kept()).includes('"at') && (await top()) < 100);
    await page.reload();
    await view.next('ready');
    await view.send(shown);
    await json().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Jump to the waiting approval' }).waitFor();
    assert.ok((await top()) < 200, `at ${await top()}`);
  });

  const begin = async () => {
    view = await lab.open('chat');
    const items = asked();
    await view.send(sessionOf(items, true));
    await reason().fill('only to origin');
    assert.match(await kept(), /only to origin/);
    return items;
  };
  const call = { toolCallId: 't1', toolName: 'Bash' };
  const resolved = (decision: string) => stream.event('approval_resolved', { ...call, data: { id: 'approval_1', decision } });
  const settled = () => stream.event('tool_settled', { ...call, data: { outcome: 'cancelled' } });
  const isForgotten = () => until(async () => !(await kept()).includes('only to origin'));

  it('is forgotten as soon as it is answered', async () => {
    await begin();
    await view.send({ type: 'items', items: [resolved('deny')] });
    await isForgotten();
  });

  for (const [how, end] of [
    ['answered', () => [resolved('allow')]],
    ['stopped', () => [resolved('cancelled'), settled()]],
  ] as const)
    it(`is forgotten where the call was ${how} while the view was away`, async () => {
      const items = await begin();
      await view.page.reload();
      await view.next('ready');
      await view.send(sessionOf([...items, ...end()], true));
      await isForgotten();
    });

  for (const [how, recorded] of [
    ['knows of no end of it', (items: StreamItem[]) => items],
    ['does not know of it at all', () => []],
  ] as const)
    it(`is forgotten at the next message to a session whose record ${how}`, async () => {
      const items = await begin();
      await view.page.reload();
      await view.next('ready');
      await view.send(sessionOf(recorded(items)));
      assert.match(await kept(), /only to origin/, 'it may be gone on with');
      await view.send({ type: 'items', items: stream.user('something else') });
      await isForgotten();
    });

  it('outlasts the end of a session that is closed with its window, whose record knows of no end', async () => {
    const items = await begin();
    await view.send({ type: 'items', items: [resolved('cancelled'), settled()] });
    await card().waitFor({ state: 'detached' });
    await view.page.reload();
    await view.next('ready');
    await view.send(sessionOf(items));
    await view.send({ type: 'items', items: asked(approvalOf({ id: 'approval_3' })).slice(-2) });
    await shows(reason, 'only to origin');
  });
});

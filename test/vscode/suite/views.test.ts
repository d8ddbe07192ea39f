/** What the editor's window holds and finds for its views. */
import assert from 'node:assert/strict';
import { Composing } from '../../../src/editor/composing';
import { Screen } from '../../../src/editor/screen';
import { mostAtOnce } from '../../../src/editor/sessionParts';
import type { Pane } from '../../../src/editor/webviewPane';
import type { StreamItem } from '../../../src/shared/stream';
import type { ToView } from '../../../src/shared/viewProtocol';
import { madeEvent } from '../../fixtures/events';

describe('a long session for a view', () => {
  const items = Array.from({ length: mostAtOnce + 1 }, (): StreamItem => ({ kind: 'event', event: madeEvent('message') }));
  const opened = () => {
    const screen = new Screen({ current: { id: 's', items, queue: [] } as never, running: false, status: () => ({}) as never });
    const posted: ToView[] = [];
    const pane = { inParts: true, isThere: true, post: (message: ToView) => posted.push(message) };
    screen.add(pane as unknown as Pane);
    screen.postSession();
    const told = posted.at(-1);
    const of = told?.type === 'session' ? told.long?.of : undefined;
    if (of === undefined) throw new Error('it is not long');
    const asks = () => {
      const before = posted.length;
      screen.postPart({ of, from: 0 }, pane as unknown as Pane);
      return posted.slice(before).map(({ type }) => type);
    };
    return { screen, pane, asks };
  };

  it('is given in parts', () => {
    assert.deepEqual(opened().asks(), ['part']);
  });

  it('is held no longer for one that was closed, once a session is shown', () => {
    const { screen, pane, asks } = opened();
    pane.isThere = false;
    screen.postSession();
    assert.deepEqual(asks(), []);
  });
});

describe('what is offered in the message box', () => {
  it('is nothing where finding fails, and the log says why', async () => {
    const failure = new Error('the server is gone');
    const logged: unknown[] = [];
    const composing = new Composing({
      context: {} as never,
      completions: { find: () => Promise.reject(failure) } as never,
      place: { folders: [] },
      log: { error: (error) => logged.push(error) },
    });
    assert.deepEqual(await composing.find('/', 'x'), []);
    assert.deepEqual(logged, [failure]);
  });
});

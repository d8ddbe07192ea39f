import assert from 'node:assert/strict';
import type { Session } from '../../../src/agent/session/session';
import { GuestTabs } from '../../../src/editor/conversation/guestTabs';
import { Screen } from '../../../src/editor/conversation/screen';
import type { StreamItem } from '../../../src/shared/stream/stream';
import { madeEvent } from '../../fixtures/events';

const path = '/home/.hooksmith/guests/claude-s.jsonl';

describe('the tab of an agent that runs elsewhere, once its session was let go and taken up again', () => {
  let screen: Screen;
  let tabs: GuestTabs;
  const session = (hasPrompt = false) => {
    const items: StreamItem[] = [];
    return { id: 's', title: '', items, hasPrompt, onItem: () => ({ dispose: () => undefined }) } as unknown as Session;
  };
  const add = (one: Session) => tabs.add({ session: one, path, title: 'Claude' });
  const runs = () => {
    const message = screen.sessionMessage();
    return message.type === 'session' && message.items.some((item) => item.kind === 'run' && item.running);
  };

  beforeEach(() => {
    screen = new Screen({ current: session(), running: false, status: () => ({}) as never });
    tabs = new GuestTabs({ screen, isBusy: () => false, heard: () => undefined, tabsChanged: () => undefined });
  });

  it('shows the prompt of the one that is at work now', () => {
    const first = add(session());
    tabs.show(path);
    assert.equal(runs(), false);
    first.dispose();
    assert.equal(runs(), false);
    const second = add(session(true));
    assert.equal(runs(), true);
    second.dispose();
    assert.equal(runs(), false, 'nobody takes an answer');
  });

  it('shows a call of an agent at work as one that may come to its end', () => {
    const one = session();
    add(one);
    tabs.show(path);
    const tells = (type: string) => one.items.push({ kind: 'event', event: madeEvent(type, { branch: 'main' }) });
    tells('pre_tool_use');
    assert.equal(runs(), true);
    tells('stop');
    assert.equal(runs(), false);
  });

  it('stays closed where the human closed it, until the agent has ended', () => {
    const first = add(session());
    assert.equal(tabs.tabs().length, 1);
    tabs.hide(path);
    first.dispose();
    const again = session();
    const second = add(again);
    assert.deepEqual(tabs.tabs(), []);
    again.items.push({ kind: 'event', event: madeEvent('session_end', { branch: 'main' }) });
    second.dispose();
    add(session());
    assert.equal(tabs.tabs().length, 1);
  });
});

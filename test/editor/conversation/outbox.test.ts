/** What the human says, on its way to a session. */
import assert from 'node:assert/strict';
import type { Session } from '../../../src/agent/session/session';
import { Outbox } from '../../../src/editor/conversation/outbox';
import type { ContentBlock } from '../../../src/shared/messages/messages';
import { until } from '../../fixtures/limits';

type Content = string | ContentBlock[];

/** Composes as long as it is held up, and notes what it is told. */
class FakeSession {
  readonly told: unknown[] = [];
  readonly held: (() => void)[] = [];
  queue: { id: string; content: Content }[] = [];
  knows = true;
  rewinds: Promise<void> = Promise.resolve();

  async compose(text: string, given: object) {
    if (text === 'bad') throw new Error('no such command');
    await new Promise<void>((done) => this.held.push(done));
    return { content: `${text} ${JSON.stringify(given)}`, notes: text === 'noted' ? ['cut short'] : [] };
  }
  send(content: Content) {
    this.told.push(['send', content]);
    return Promise.resolve();
  }
  submit(content: Content, steers: boolean) {
    this.told.push(['submit', content, steers]);
    return Promise.resolve();
  }
  changeQueued(id: string, content: Content) {
    this.told.push(['change', id, content]);
  }
  async rewind() {
    await this.rewinds;
    return this.knows;
  }
}

describe('what the human says', () => {
  const start = () => {
    const session = new FakeSession();
    const other = new FakeSession();
    const closed = new Set<FakeSession>();
    const at = { session };
    const said: unknown[] = [];
    const conversation = {
      get current() {
        return at.session as unknown as Session;
      },
      isOpen: (one: Session) => !closed.has(one as unknown as FakeSession),
      notice: (level: string, text: string) => said.push([level, text]),
      post: ({ type, text }: { type: string; text?: string }) => said.push([type, text]),
      settle: () => undefined,
    };
    const composing = { partsOf: ({ open }: { open?: true }) => (open ? [{ kind: 'file', name: 'a.ts', text: 'x' }] : []) };
    const outbox = new Outbox({ conversation, composing } as unknown as ConstructorParameters<typeof Outbox>[0]);
    const composed = async (one: FakeSession) => {
      await until(() => one.held.length > 0);
      one.held.shift()!();
    };
    return { session, other, closed, at, said, outbox, composed };
  };

  it('is sent in the order in which it was said, with what goes with it', async () => {
    const { session, outbox, composed } = start();
    outbox.send('one');
    outbox.submit({ type: 'send', text: 'two', open: true, steers: true });
    await composed(session);
    await composed(session);
    await until(() => session.told.length === 2);
    assert.deepEqual(session.told, [
      ['send', 'one {}'],
      ['submit', 'two {"images":[],"parts":[{"kind":"file","name":"a.ts","text":"x"}]}', true],
    ]);
  });

  it('goes to the session in which it was said, whichever is on screen by then', async () => {
    const { session, other, at, outbox, composed } = start();
    let rewound = () => {};
    session.rewinds = new Promise((done) => {
      rewound = done;
    });
    outbox.send('one');
    const resent = outbox.resend('ev_1', 'two', undefined);
    at.session = other;
    rewound();
    assert.equal(await resent, true);
    await composed(session);
    await composed(session);
    await until(() => session.told.length === 2);
    assert.deepEqual([session.told.map((told) => (told as string[])[0]), other.told], [['send', 'submit'], []]);
  });

  it('is said to nobody once its tab is closed; what comes after it is', async () => {
    const { session, other, closed, at, said, outbox, composed } = start();
    outbox.send('one');
    await until(() => session.held.length > 0);
    closed.add(session);
    at.session = other;
    outbox.send('two');
    await composed(session);
    await composed(other);
    await until(() => other.told.length === 1);
    assert.deepEqual([session.told, said], [[], []]);
  });

  it('comes back where it cannot be put together, and the human is told of what was left out', async () => {
    const { session, said, outbox, composed } = start();
    outbox.send('bad');
    outbox.send('noted');
    await composed(session);
    await until(() => session.told.length === 1);
    assert.deepEqual(said, [
      ['error', 'no such command'],
      ['notSent', 'bad'],
      ['warning', 'cut short'],
    ]);
  });

  it('comes back where what it takes the place of cannot be taken back', async () => {
    const { session, said, outbox } = start();
    session.rewinds = Promise.reject(new Error('no space'));
    assert.equal(await outbox.resend('ev_1', 'better', undefined), true);
    assert.deepEqual(said, [
      ['error', 'no space'],
      ['notSent', 'better'],
    ]);
  });

  it('is changed with what was attached to it, while it waits; later that is told', async () => {
    const { session, outbox, composed } = start();
    const image = { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png', data: 'AA==' } };
    session.queue = [{ id: 'q', content: [{ type: 'text', text: 'old' }, image] }];
    assert.equal(outbox.change('q', 'new'), true);
    assert.equal(outbox.change('gone', 'new'), false);
    session.knows = false;
    assert.equal(await outbox.resend('ev_1', 'new', undefined), false);
    await composed(session);
    await until(() => session.told.length === 1);
    assert.deepEqual(session.told, [['change', 'q', `new ${JSON.stringify({ images: [image], parts: [] })}`]]);
  });
});

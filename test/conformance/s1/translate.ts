/** What plugins make of events on their way to a UI. */
import assert from 'node:assert/strict';
import { AguiFeed } from '../../../src/agui/feed';
import { behaviour } from '../behaviour';
import { type Rehearsed, say } from '../rehearse';

/** What one more run says to a UI, as text, and the failures of its translate hooks. */
async function exported(run: Rehearsed): Promise<{ text: string; failures: string[] }> {
  const { host, session } = run.core;
  const failures: string[] = [];
  const feed = new AguiFeed(
    host,
    ({ hook, error }) => failures.push(`${hook.name}: ${error.message}`),
    () => undefined,
  );
  let text = '';
  try {
    feed.follow({ id: session.id, items: session.items, onItem: (listener) => session.onItem(listener) });
    await feed.settled();
    feed.subscribe((events) => {
      for (const event of events) if (event.type === 'TEXT_MESSAGE_CONTENT') text += event.delta;
    });
    failures.length = 0;
    await run.send('again');
    await feed.settled();
  } finally {
    feed.dispose();
  }
  return { text, failures };
}

/** A hook that changes what the agent says on its way out. */
const says = (name: string, decision: string) => `
  export const ${name} = hook('afterTranslate', (ctx) => {
    const event = ctx.aguiEvent;
    if (event.type === 'TEXT_MESSAGE_CONTENT') ${decision}
  });`;
const adds = (text: string) => `return ctx.modify({ event: { ...event, delta: event.delta + ' ${text}' } });`;

export const translate = [
  behaviour(
    'S1-49',
    'T',
    'better',
    'translate hooks replace events on their way to a UI, each seeing the one before, while the record stays true; every afterRun hook runs and each failure is reported by itself',
    async (rehearse) => {
      const fails = (name: string) => `export const ${name} = hook('afterRun', () => { throw new Error('${name}'); });`;
      const run = await rehearse({
        turns: [say('first')],
        hooks:
          says('one', adds('and')) +
          says('two', adds('more')) +
          fails('first') +
          fails('second') +
          `export const last = hook('afterRun', (ctx) => ctx.log('last'));`,
      });
      const reported = run.events.filter(({ type }) => type === 'hook_error').map(({ error }) => error!.message);
      assert.deepEqual([reported, run.status, run.logs], [['first', 'second'], 'done', ['last']]);
      assert.match((await exported(run)).text, /done and more$/);
      assert.doesNotMatch(JSON.stringify([run.history, run.events]), /done and/);
    },
  ),

  behaviour(
    'S1-53',
    'T',
    'better',
    'translate hooks work one after the other; nothing returned keeps the event, and so does a failure, which is reported',
    async (rehearse) => {
      const run = await rehearse({
        turns: [say('first')],
        hooks: says('quiet', 'return;') + says('broken', `throw new Error('boom');`) + says('last', adds('still')),
      });
      const { text, failures } = await exported(run);
      assert.match(text, /done still$/);
      assert.ok(failures.length > 0 && failures.every((failure) => failure === 'broken: boom'), failures.join());
    },
  ),
];

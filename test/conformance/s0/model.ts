/** Around a model call. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call, fails, type Rehearsed, say } from '../rehearse';

const injected = `{ content: [{ type: 'tool_use', id: 'injected', name: 'Echo', input: { text: 'injected' } }] }`;

export const model = [
  behaviour('S0-25', 'T', 'same', 'the model gets the messages and tools that preModelCall made', async (rehearse) => {
    const { requests, sent } = await rehearse({
      hooks: `export const change = hook('preModelCall', (ctx) =>
        ctx.modify({ request: { messages: [{ role: 'user', content: 'other' }], tools: ctx.request.tools.filter(({ name }) => name === 'Echo') } }));`,
    });
    assert.deepEqual([sent(0), requests[0]!.tools!.map(({ name }) => name)], [['other'], ['Echo']]);
  }),

  behaviour('S0-26', 'C', 'better', 'a change merges: what it does not name stays, the tools too', async (rehearse) => {
    const { requests } = await rehearse({
      hooks: `export const change = hook('preModelCall', (ctx) => ctx.modify({ request: { max_tokens: 7 } }));`,
    });
    const { requests: unchanged } = await rehearse({});
    assert.ok(unchanged[0]!.tools!.length > 5);
    assert.notEqual(unchanged[0]!.max_tokens, 7);
    assert.deepEqual(requests[0], { ...unchanged[0]!, max_tokens: 7 });
  }),

  behaviour('S0-27', 'C', 'better', 'what preModelCall adds is for that one request and does not pile up', async (rehearse) => {
    const { requests, history } = await rehearse({
      hooks: `export const add = hook('preModelCall', (ctx) => {
        const [first, ...rest] = ctx.request.messages;
        return ctx.modify({ request: { messages: [{ role: 'user', content: first.content + ' on' }, ...rest] } });
      });`,
      turns: [call('Echo', 'a'), call('Echo', 'b')],
    });
    assert.deepEqual(
      requests.map(({ messages }) => messages[0]!.content),
      ['go on', 'go on', 'go on'],
    );
    assert.equal(history[0]!.content, 'go');
  }),

  behaviour(
    'S0-28',
    'C',
    'better',
    'a tool taken out of the request does not run either, should the model call it',
    async (rehearse) => {
      const { ran, results } = await rehearse({
        hooks: `export const hide = hook('preModelCall', (ctx) =>
        ctx.modify({ request: { tools: ctx.request.tools.filter(({ name }) => name !== 'Echo') } }));`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual([ran, results], [[], ['error: tool Echo is not offered in this step']]);
    },
  ),

  behaviour(
    'S0-29',
    'C',
    'same',
    'a preModelCall hook that throws ends the run with an error that names it',
    async (rehearse) => {
      const { status, error, requests } = await rehearse({
        hooks: `export const broken = hook('preModelCall', () => { throw new Error('boom'); });`,
      });
      assert.deepEqual([status, error, requests.length], ['error', 'hook broken failed: boom', 0]);
    },
  ),

  behaviour(
    'S0-30',
    'T/C',
    'better',
    'what postModelCall changes is what everyone gets; with redacts no part of the original is ever shown',
    async (rehearse) => {
      const redact = (options: string) =>
        `export const redact = hook('postModelCall', { ${options} }, (ctx) => ctx.modify({ response: 'the key is ***' }));`;
      const scene = { turns: [say('the key is 12345')] };
      const shown = await rehearse({ ...scene, hooks: redact('') });
      assert.deepEqual([shown.text, JSON.stringify(shown.history).includes('12345')], ['the key is ***', false]);
      const redacted = await rehearse({ ...scene, hooks: redact('redacts: true') });
      assert.equal(redacted.text, 'the key is ***');
      assert.doesNotMatch(JSON.stringify(redacted.core.items), /12345/);
    },
  ),

  behaviour(
    'S0-31',
    'T/C',
    'better',
    'of a failed call modelError hears first; postModelCall gets the error if nobody answered',
    async (rehearse) => {
      const { hooks, logs } = await rehearse({
        hooks: `export const post = hook('postModelCall', (ctx) => ctx.log(ctx.error.message, typeof ctx.response));
        export const error = hook('modelError', () => {});`,
        turns: [fails('down')],
      });
      assert.deepEqual([hooks(), logs], [['error continue', 'post continue'], ['down undefined']]);
    },
  ),

  behaviour('S0-32', 'C', 'better', 'an answer to a failed call goes through postModelCall like any other', async (rehearse) => {
    const { text, logs } = await rehearse({
      hooks: `export const answer = hook('modelError', (ctx) => ctx.respond('recovered'));
        export const post = hook('postModelCall', (ctx) => { ctx.log(ctx.origin, ctx.error); return ctx.modify({ response: 'changed' }); });`,
      turns: [fails('down')],
    });
    assert.deepEqual([text, logs], ['changed', ['hook undefined']]);
  }),

  behaviour(
    'S0-33',
    'T/C',
    'same',
    'the first answer to a failed call counts, its tool calls run; an empty answer or a failure leaves the error',
    async (rehearse) => {
      const answered = await rehearse({
        hooks: `export const hook1 = hook('modelError', (ctx) => ctx.respond(${injected}));
        export const hook2 = hook('modelError', (ctx) => ctx.respond('second'));`,
        turns: [fails('down')],
      });
      assert.deepEqual([answered.ran, answered.status], [['Echo injected'], 'done']);
      for (const broken of [`ctx.respond(undefined)`, `{ throw new Error('boom'); }`]) {
        const { status, error } = await rehearse({
          hooks: `export const broken = hook('modelError', (ctx) => ${broken});`,
          turns: [fails('down')],
        });
        assert.deepEqual([status, error], ['error', 'down']);
      }
    },
  ),

  behaviour(
    'S0-34',
    'T',
    'same',
    'a call that a hook put into the response leaves the same events as one of the model',
    async (rehearse) => {
      const own = await rehearse({ turns: [call('Echo', 'injected')] });
      /** From its gate to the end of its step. */
      const callOf = (run: Rehearsed): string[] => {
        const types = run.types();
        return types.slice(types.indexOf('pre_tool_use'), types.indexOf('after_step'));
      };
      assert.ok(callOf(own).length > 5);
      for (const event of ['postModelCall', 'modelError']) {
        const decision = event === 'postModelCall' ? `ctx.modify({ response: ${injected} })` : `ctx.respond(${injected})`;
        const run = await rehearse({
          hooks: `export const inject = hook('${event}', (ctx) => ctx.step === 0 ? ${decision} : undefined);`,
          turns: [event === 'postModelCall' ? say('x') : fails('down')],
        });
        assert.deepEqual([callOf(run), run.ran], [callOf(own), ['Echo injected']], event);
      }
    },
  ),
];

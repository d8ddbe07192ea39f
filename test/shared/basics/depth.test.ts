import assert from 'node:assert/strict';
import {
  carriesTooDeep,
  depthsLeftOut,
  isTooDeep,
  mostDepth,
  requestsTooDeep,
  withoutDepths,
} from '../../../src/shared/basics/depth';
import { nested } from '../../fixtures/nested';

describe('how deep a value is nested', () => {
  it('is told at the bound, in lists and objects, and however far beyond it', () => {
    assert.deepEqual(
      [mostDepth, mostDepth + 1, 100_000].map((depth) => isTooDeep(nested(depth))),
      [false, true, true],
    );
    assert.deepEqual([isTooDeep([nested(mostDepth - 1)]), isTooDeep([nested(mostDepth)])], [false, true]);
    for (const flat of [undefined, null, 'text', new Uint8Array(1e6), Array.from({ length: 1e5 }, () => [{}])])
      assert.equal(isTooDeep(flat), false);
  });

  it('leaves room for what events put around it', () => {
    const request = { payload: { request: { messages: [{ content: [{ input: nested(mostDepth) }] }] } } };
    assert.deepEqual([isTooDeep(request), carriesTooDeep(request), requestsTooDeep(request)], [true, false, false]);
    const more = { payload: { request: { messages: [{ content: [{ input: nested(mostDepth + 100) }] }] } } };
    assert.deepEqual([carriesTooDeep(more), requestsTooDeep(more), requestsTooDeep(more)], [true, true, true]);
  });

  it('counts each part once: what holds itself, or one thing many times, is looked through in no time', () => {
    const children: object[] = [];
    const ring = { children };
    for (let n = 0; n < 100; n++) children.push({ parent: ring, children });
    let shared: object = {};
    for (let n = 0; n < 100; n++) shared = { left: shared, right: shared };
    assert.deepEqual([isTooDeep(ring), isTooDeep(shared)], [false, false]);
  });

  it('costs a request only what is new in it', () => {
    let read = 0;
    const content = { get: undefined as unknown };
    Object.defineProperty(content, 'get', { enumerable: true, get: () => void read++ });
    const message = { content: [content] };
    for (let n = 0; n < 3; n++) requestsTooDeep({ payload: { request: { messages: [message] } } });
    assert.equal(read, 1);
  });

  it('is left out of an input field by field, with a mark that is known again', () => {
    const input = { command: 'ls', options: nested(5000) };
    const { options, ...rest } = withoutDepths(input);
    assert.deepEqual(rest, { command: 'ls' });
    assert.match(String(options), /deeper than 500 levels/);
    assert.deepEqual(depthsLeftOut(withoutDepths(input)), ['options']);
    const plain = { command: 'ls', options: nested(10) };
    assert.equal(withoutDepths(plain), plain);
    assert.deepEqual(depthsLeftOut(plain), []);
  });
});

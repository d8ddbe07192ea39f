import assert from 'node:assert/strict';
import { SparingDraw } from '../../../src/editor/window/sparingDraw';
import { until } from '../../fixtures/limits';

describe('what is drawn sparingly', () => {
  it('is drawn soon at first, as one, then seldom however often it changes, and as it is at last', async () => {
    const everyMs = 300;
    let value = 0;
    const drawn: { value: number; at: number }[] = [];
    const drawing = new SparingDraw({ draw: () => drawn.push({ value, at: performance.now() }), soonMs: 5, everyMs });
    const change = () => {
      value++;
      drawing.ask();
    };
    change();
    change();
    assert.equal(drawn.length, 0, 'not within the change itself');
    await until(() => drawn.length > 0);
    assert.equal(drawn[0]?.value, 2);
    await until(() => {
      change();
      return drawn.length >= 3;
    });
    for (const [n, { at }] of drawn.slice(1).entries()) {
      const passed = at - drawn[n]!.at;
      assert.ok(passed > everyMs - 5, `drawn again after ${passed} ms`);
    }
    await until(() => drawn.at(-1)?.value === value);
    change();
    drawing.dispose();
  });
});

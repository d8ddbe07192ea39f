import assert from 'node:assert/strict';
import { type Marker, readMarkerText, writeMarkerText } from '../../src/hooks/hostProtocol';

describe('the markers of a host', () => {
  const marker = (facts: Partial<Marker>): Marker => ({
    ...{ n: 1, startedAt: 1_700_000_000_000, timeoutMs: 5000, paused: false, step: 0, set: 'set', begun: [], isOver: false },
    ...{ isApart: false, isCarried: false, hookId: '/a.ts#it', ...facts },
  });

  it('are read as they were written, the latest first', () => {
    const markers = [
      marker({ n: 1, paused: true, begun: [0, 1, 2, 3, 7, 9, 10, 12, 13, 14] }),
      marker({ n: 2, isOver: true, set: '', step: 3, timeoutMs: 0.5, hookId: `${'a'.repeat(64)} /with space.ts` }),
      marker({ n: 0, begun: [5], isApart: true }),
      marker({ n: 3, paused: true, isOver: true, isApart: true, isCarried: true }),
      marker({ n: 4, isCarried: true }),
    ];
    assert.deepEqual(readMarkerText(writeMarkerText(markers)), [...markers].reverse());
  });

  it('hold no line of another hook, whatever a hook is called', () => {
    const forged = writeMarkerText([marker({ n: 0, hookId: '/b.ts#innocent' })]);
    const guilty = marker({ hookId: `/a.ts#bad\n${forged}` });
    assert.deepEqual(readMarkerText(writeMarkerText([guilty])), [guilty]);
  });

  it('stay short, however many hooks have begun', () => {
    const begun = Array.from({ length: 10_000 }, (_, n) => n);
    const text = writeMarkerText([marker({ begun })]);
    assert.ok(text.length < 200, text);
    assert.deepEqual(readMarkerText(text)[0]?.begun, begun);
  });
});

import assert from 'node:assert/strict';
import { type Confinement, unite } from '../../../src/shared/verdicts/confinement';

describe('the words of policies that confine', () => {
  const cases: [words: Confinement[], together: Confinement][] = [
    [[], {}],
    [[{}], {}],
    [
      [
        { denyRead: ['a', 'b'], denyPrograms: ['x'] },
        { denyRead: ['b', 'c'], denyWrite: ['d'] },
      ],
      { denyRead: ['a', 'b', 'c'], denyWrite: ['d'], denyPrograms: ['x'] },
    ],
    // What only hides does not loosen what is held, and two of its kind hold no more.
    [[{ denyRead: ['a'], hideOnly: true }, { denyPrograms: ['x'] }], { denyRead: ['a'], denyPrograms: ['x'] }],
    [
      [
        { denyRead: ['a'], hideOnly: true },
        { denyPrograms: ['x'], hideOnly: true },
      ],
      { denyRead: ['a'], denyPrograms: ['x'], hideOnly: true },
    ],
    // Who says nothing of hosts forbids none; of those that do, each must let a host through.
    [[{ hosts: ['a.com'] }, {}], { hosts: ['a.com'] }],
    [[{ hosts: ['a.com', 'b.com'] }, { hosts: ['b.com', 'c.com'] }], { hosts: ['b.com'] }],
    [
      [{ hosts: ['*.a.com', '*'] }, { hosts: ['x.A.com:443', 'a.com', 'b.com:80'] }],
      { hosts: ['x.A.com:443', 'a.com', 'b.com:80'] },
    ],
    [[{ hosts: ['*.a.com'] }, { hosts: ['a.com', 'xa.com', 'x.a.com'] }], { hosts: ['x.a.com'] }],
    [[{ hosts: ['a.com:443'] }, { hosts: ['a.com', 'a.com:443', 'a.com:80'] }], { hosts: ['a.com:443'] }],
    [[{ hosts: [] }, { hosts: ['a.com'] }], { hosts: [] }],
    [[{ onlyPaths: [['a']] }, { onlyPaths: [['b'], ['c']] }], { onlyPaths: [['a'], ['b'], ['c']] }],
  ];
  for (const [words, together] of cases)
    it(`${JSON.stringify(words)} → ${JSON.stringify(together)}`, () => assert.deepEqual(unite(words), together));
});

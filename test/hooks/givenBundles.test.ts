import assert from 'node:assert/strict';
import { GivenBundles } from '../../src/hooks/givenBundles';
import type { FileToLoad } from '../../src/hooks/hostProtocol';

const file = (name: string, ...versions: string[]): FileToLoad => ({
  ...{ file: name, layer: 0, required: true },
  bundles: versions.map((version) => ({ code: `the code of ${version}`, version, lines: [['a', 1]] })),
});
const codesOf = (files: readonly { bundles: readonly { code?: string }[] }[]) =>
  files.flatMap(({ bundles }) => bundles.map(({ code }) => code));

describe('bundles that a host was given', () => {
  it('cross once, and are whole at the other end', () => {
    const [here, there] = [new GivenBundles(), new GivenBundles()];
    const first = [file('a.ts', '1'), file('b.ts', '2')];
    assert.deepEqual(there.decode(here.encode(first)), first);
    const second = [file('a.ts', '3', '1'), file('b.ts', '2')];
    const sent = here.encode(second);
    assert.deepEqual(codesOf(sent), ['the code of 3', undefined, undefined]);
    assert.deepEqual(there.decode(sent), second);
  });

  it('are forgotten with the set that they were in', () => {
    const [here, there] = [new GivenBundles(), new GivenBundles()];
    for (const version of ['1', '2', '1']) {
      const files = [file('a.ts', version)];
      const sent = here.encode(files);
      assert.deepEqual(codesOf(sent), [`the code of ${version}`]);
      assert.deepEqual(there.decode(sent), files);
    }
  });

  it('are asked of nobody who was not given them', () => {
    const here = new GivenBundles();
    here.encode([file('a.ts', '1')]);
    assert.throws(() => new GivenBundles().decode(here.encode([file('a.ts', '1')])), /the bundle 1 of a.ts was never given/);
  });
});

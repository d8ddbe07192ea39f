/** Each constellation of what was accepted, what is there now, and how it came. */
import assert from 'node:assert/strict';
import {
  absent,
  type CurrentVersion,
  emptyHash,
  judgeVersion,
  type VersionCircumstances,
} from '../../../../src/hooks/parent/accepting/judgeVersion';

const entry = '/w/.hooksmith/hooks/a.ts';
const helper = '/w/.hooksmith/hooks/_h.ts';
const lib = '/w/src/lib.ts';

type Texts = Record<string, string>;
const textsOf = (texts: Texts) => new Map(Object.entries(texts));
const now = (version: string, texts: Texts = { [entry]: version }, builder = 'b'): CurrentVersion => ({
  ...{ version, entry, builder },
  texts: textsOf(texts),
});
const acceptedAs = (version: string, texts: Texts = { [entry]: version }, before: string[] = [version]) => ({
  accepted: { version, texts: textsOf(texts), builder: 'b', before },
});
/** What the human saved last, by path. */
const savedAs = (texts: Texts) => ({ saved: (path: string, hash: string) => texts[path] === hash });
const judged = (current: CurrentVersion, circumstances: Partial<VersionCircumstances> = {}) => {
  const verdict = judgeVersion(current, {
    ...{ first: false, running: false, saved: () => false, inForce: () => undefined },
    ...circumstances,
  });
  return verdict.live ? verdict.why : `held: ${verdict.strange.join(' ')}`.trim();
};

describe('whether a version may be in force', () => {
  it('what is in force stays so, also while a run is active', () => {
    assert.equal(judged(now('1'), { ...acceptedAs('1'), running: true }), 'same');
    assert.equal(judged(now(absent, {})), 'same');
  });

  it('what is there when a workspace is first trusted is; what comes after is not', () => {
    assert.equal(judged(now('1'), { first: true }), 'first');
    assert.equal(judged(now('1')), `held: ${entry}`);
    assert.equal(judged(now('2'), acceptedAs('1')), `held: ${entry}`);
  });

  it('a file that is deleted from outside stays in force, unless that was accepted before', () => {
    const gone = now(absent, {});
    assert.equal(judged(gone, acceptedAs('1')), 'held:');
    assert.equal(judged(gone, acceptedAs('1', undefined, [absent, '1'])), 'accepted before');
    assert.equal(judged(gone, { ...acceptedAs('1', undefined, [absent, '1']), running: true }), 'held:');
    assert.equal(judged(now('1'), acceptedAs(absent, {}, ['1', absent])), 'accepted before');
  });

  it('an empty file runs nothing, so it may be there; to empty one that guards is a change', () => {
    const empty = now('e', { [entry]: emptyHash });
    assert.equal(judged(empty), 'empty');
    assert.equal(judged(empty, acceptedAs(absent, {})), 'empty');
    assert.equal(judged(empty, acceptedAs('1')), `held: ${entry}`);
    assert.equal(judged(now('e', { [entry]: emptyHash, [helper]: 'h' })), `held: ${entry} ${helper}`);
  });

  it('a version that was accepted before is, while no run is active', () => {
    const back = acceptedAs('2', undefined, ['1', '2']);
    assert.equal(judged(now('1'), back), 'accepted before');
    assert.equal(judged(now('1'), { ...back, running: true }), `held: ${entry}`);
  });

  it('one that came back during a run goes on waiting when the run is over', () => {
    const held = { version: '1', strange: [entry] };
    assert.equal(judged(now('1'), { ...acceptedAs('2', undefined, ['1', '2']), held }), `held: ${entry}`);
    // Another one that came back since is no part of that.
    assert.equal(judged(now('0'), { ...acceptedAs('2', undefined, ['0', '1', '2']), held }), 'accepted before');
  });

  it('the human’s own save is, mid-run too', () => {
    const circumstances = { ...acceptedAs('1'), ...savedAs({ [entry]: '2' }), cause: entry };
    assert.equal(judged(now('2'), circumstances), 'saved');
    assert.equal(judged(now('2'), { ...circumstances, running: true }), 'saved');
    // Saved once, and something else is on disk now.
    assert.equal(judged(now('3'), circumstances), `held: ${entry}`);
  });

  it('a new file that the human saved is, one from outside is not whoever saved its helper', () => {
    assert.equal(judged(now('1'), { ...savedAs({ [entry]: '1' }), cause: entry }), 'saved');
    const both = now('1', { [entry]: 'e', [helper]: 'h' });
    assert.equal(judged(both, { ...savedAs({ [helper]: 'h' }), cause: helper }), `held: ${entry}`);
  });

  it('a helper’s save counts for what imports it', () => {
    const circumstances = { ...acceptedAs('1', { [entry]: 'e', [helper]: 'h' }), ...savedAs({ [helper]: 'i' }), cause: helper };
    assert.equal(judged(now('2', { [entry]: 'e', [helper]: 'i' }), circumstances), 'saved');
  });

  it('a save brings no change of another text with it', () => {
    const circumstances = { ...acceptedAs('1', { [entry]: 'e', [helper]: 'h' }), ...savedAs({ [entry]: 'f' }), cause: entry };
    assert.equal(judged(now('2', { [entry]: 'f', [helper]: 'evil' }), circumstances), `held: ${helper}`);
    assert.equal(judged(now('2', { [entry]: 'f', [helper]: 'h' }), circumstances), 'saved');
  });

  it('a save brings what it imports for the first time', () => {
    const current = now('2', { [entry]: '2', [lib]: 'l' });
    const save = { ...acceptedAs('1'), ...savedAs({ [entry]: '2' }), cause: entry };
    assert.equal(judged(current, save), 'saved');
    // Not what is in force elsewhere as another text, nor what waited before, nor what comes to lie there after the save.
    assert.equal(judged(current, { ...save, inForce: (path) => (path === lib ? new Set(['k']) : undefined) }), `held: ${lib}`);
    assert.equal(judged(current, { ...save, inForce: (path) => (path === lib ? new Set(['l']) : undefined) }), 'saved');
    assert.equal(judged(current, { ...save, held: { version: '1b', strange: [lib] } }), `held: ${lib}`);
    assert.equal(judged(current, { ...save, cause: lib }), `held: ${lib}`);
    assert.equal(judged(current, { ...save, cause: undefined }), `held: ${lib}`);
  });

  it('what is in force stays so under another version of the bundler, and no other way to the same texts', () => {
    assert.equal(judged(now('2', { [entry]: '1' }, 'c'), acceptedAs('1')), 'rebuilt');
    assert.equal(judged(now('2', { [entry]: '1' }), acceptedAs('1')), 'held:');
    assert.equal(judged(now('2', { [entry]: '2' }, 'c'), acceptedAs('1')), `held: ${entry}`);
    const two = acceptedAs('1', { [entry]: '1', [helper]: 'h' });
    assert.equal(judged(now('2', { [entry]: '1' }, 'c'), two), 'held:');
  });

  it('an import that the human took out is gone with their save', () => {
    const two = acceptedAs('1', { [entry]: '1', [helper]: 'h' });
    assert.equal(judged(now('2', { [entry]: '2' }), { ...two, ...savedAs({ [entry]: '2' }), cause: entry }), 'saved');
  });
});

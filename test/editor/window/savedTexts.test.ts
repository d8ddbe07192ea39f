import assert from 'node:assert/strict';
import { SavedTexts } from '../../../src/editor/window/savedTexts';

const path = '/w/.hooksmith/hooks/a.ts';

describe('texts that are the human’s own', () => {
  let texts: SavedTexts;
  let accepted: Set<string>;
  let grew: string[];
  beforeEach(() => {
    accepted = new Set(['accepted']);
    grew = [];
    texts = new SavedTexts({
      hashOf: (text) => text,
      wasAccepted: (at, hash) => at === path && accepted.has(hash),
      grew: (_, hash) => grew.push(hash),
    });
  });

  it('are those saved by hand that grew from an accepted one', () => {
    texts.based(path, 'accepted');
    assert.equal(texts.wasSaved(path, 'typed', true), true);
    assert.equal(texts.isSaved(path, 'typed'), true);
    assert.equal(texts.wasSaved(path, 'typed more', true), true);
    assert.deepEqual(grew, ['typed', 'typed more']);
  });

  it('are none that a timer saved; a save by hand after it counts', () => {
    texts.based(path, 'accepted');
    assert.equal(texts.wasSaved(path, 'half', false), false);
    assert.equal(texts.isSaved(path, 'half'), false);
    assert.equal(texts.wasSaved(path, 'whole', true), true);
    assert.equal(texts.isSaved(path, 'whole'), true);
    // A timer that saves again takes the last word back.
    assert.equal(texts.wasSaved(path, 'whole and', false), false);
    assert.equal(texts.isSaved(path, 'whole'), false);
  });

  it('are none that grew from what came from outside, before or while it was open', () => {
    texts.based(path, 'foreign');
    assert.equal(texts.wasSaved(path, 'foreign, typed', true), false);
    texts.based(path, 'accepted');
    texts.based(path, 'pulled');
    assert.equal(texts.wasSaved(path, 'pulled, typed', true), false);
    // Made live meanwhile, it is a text like any other that was accepted.
    accepted.add('pulled');
    texts.based(path, 'pulled');
    assert.equal(texts.wasSaved(path, 'pulled, typed', true), true);
  });

  it('grow from what they grew from where it turns out that nobody put another text there; not where the agent edits meanwhile', () => {
    texts.based(path, 'accepted');
    texts.based(path, 'typed')();
    assert.equal(texts.wasSaved(path, 'typed', true), true);
    const takeBack = texts.based(path, 'typed more');
    texts.meddled(path);
    takeBack();
    assert.equal(texts.wasSaved(path, 'typed more', true), false);
  });

  it('are none that the agent wrote into the open document, nor what is typed on top', () => {
    texts.based(path, 'accepted');
    texts.meddled(path);
    assert.equal(texts.wasSaved(path, 'by the agent', true), false);
    assert.equal(texts.wasSaved(path, 'by the agent, typed', true), false);
    // Undone to what was accepted.
    assert.equal(texts.wasSaved(path, 'accepted', true), true);
    assert.equal(texts.wasSaved(path, 'accepted, typed', true), true);
  });

  it('grow from an empty document, and from what was saved before it was closed', () => {
    texts.based(path, '');
    assert.equal(texts.wasSaved(path, 'new', false), false);
    texts.closed(path);
    texts.based(path, 'new');
    assert.equal(texts.wasSaved(path, 'new and done', true), true);
  });

  it('are none in a document that nobody saw open', () => {
    assert.equal(texts.wasSaved(path, 'from nowhere', true), false);
  });

  it('do not come back by themselves once another text lay over them', () => {
    texts.based(path, 'accepted');
    texts.wasSaved(path, 'typed', true);
    assert.equal(texts.isSaved(path, 'pulled'), false);
    assert.equal(texts.isSaved(path, 'typed'), false);
  });

  it('stay saved where what stood there before is looked at late: an empty new file, an earlier save', () => {
    texts.based(path, '');
    texts.wasSaved(path, 'typed', true);
    assert.equal(texts.isSaved(path, ''), false);
    assert.equal(texts.isSaved(path, 'typed'), true);
    texts.wasSaved(path, 'typed more', true);
    assert.equal(texts.isSaved(path, 'typed'), false);
    assert.equal(texts.isSaved(path, 'typed more'), true);
  });

  it('are those that a command wrote for the human, at once or with their own save', () => {
    texts.wrote(path, 'made');
    assert.equal(texts.isSaved(path, 'made'), true);
    const other = '/w/.hooksmith/hooks/b.ts';
    texts.wrote(other, 'made', false);
    assert.equal(texts.isSaved(other, 'made'), false);
    texts.based(other, 'made');
    assert.equal(texts.wasSaved(other, 'made', true), true);
  });
});

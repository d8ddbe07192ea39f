import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { modelChoice } from '../../src/cli/modelChoice';
import { UsageError } from '../../src/cli/usage';
import { cliFolder } from '../fixtures/cli';

describe('the model that an agent of the command line has', () => {
  const folder = cliFolder();
  const key = 'ANTHROPIC_API_KEY';
  const given = process.env[key];
  beforeEach(() => {
    delete process.env[key];
  });
  afterEach(() => {
    if (given === undefined) delete process.env[key];
    else process.env[key] = given;
  });
  const own = 'anthropic:claude-opus-5';

  it('is its own where that can be asked here, else the one that was chosen', () => {
    const choice = modelChoice({ model: 'openai:tiny', baseUrl: 'http://127.0.0.1:9/v1', stream: true });
    assert.equal(choice('helper', own).model, 'tiny');
    process.env[key] = 'key';
    assert.equal(choice('helper', own).model, 'claude-opus-5');
    assert.match(choice('helper', 'opus').model, /^claude-opus-/);
    assert.equal(choice('main', undefined).model, 'tiny');
  });

  it('is the one that was chosen where that plays all agents, from a file that is read once', () => {
    process.env[key] = 'key';
    const path = folder.file('script.json', JSON.stringify({ turns: [], agents: { helper: { turns: [] } } }));
    const choice = modelChoice({ model: `script:${path}`, stream: true });
    rmSync(path);
    const played = choice('main', undefined).model;
    assert.notEqual(played, '');
    assert.equal(choice('helper', own).model, played);
  });

  it('is asked at no empty address', () => {
    assert.throws(() => modelChoice({ model: 'openai:tiny', baseUrl: '', stream: true }), {
      name: UsageError.name,
      message: "--base-url: '' is no URL that begins with http:// or https://",
    });
  });
});

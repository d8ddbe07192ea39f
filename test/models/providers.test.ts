import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { agentModel, formsOf, modelSettings, pricedAsOf, providerOf, providers } from '../../src/models';
import type { Provider, Setup } from '../../src/models/provider';
import { modelKeys } from '../../src/shared/runs/modelKeys';
import { root } from '../fixtures/core';

const fake: Provider = {
  name: 'local',
  label: 'Local',
  form: 'local:MODEL',
  settings: { 'local.url': z.string() },
  make: () => {
    throw new Error('not asked');
  },
  named: (name) => (name === 'tiny' ? 'tiny-1' : undefined),
};
const list: readonly Provider[] = [fake, ...providers];
const setup = (files: Record<string, string> = {}, settings: Record<string, unknown> = {}): Setup => ({
  fetch: () => Promise.reject(new Error('not asked')),
  setting: (name) => settings[name],
  readFile(path) {
    if (!(path in files)) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
    return files[path]!;
  },
});

describe('providers of models', () => {
  const names: [name: string, provider: string | undefined, model?: string][] = [
    ['rehearsal', 'rehearsal', ''],
    ['script:a.json', 'script', 'a.json'],
    ['script:C:\\a.json', 'script', 'C:\\a.json'],
    ['anthropic:claude-x', 'anthropic', 'claude-x'],
    ['local:a:b', 'local', 'a:b'],
    ['anthropic', undefined],
    ['anthropic:', undefined],
    ['rehearsal:x', undefined],
    ['gpt', undefined],
    ['', undefined],
  ];
  for (const [name, provider, model] of names)
    it(`are found by the name '${name}'`, () => {
      const found = providerOf(name, list);
      assert.deepEqual([found?.provider.name, found?.model], [provider, model]);
    });

  it('are named by what they take', () => {
    assert.equal(formsOf(), 'rehearsal, script:FILE, anthropic:MODEL, openai:MODEL');
    assert.equal(formsOf(list), 'local:MODEL, rehearsal, script:FILE, anthropic:MODEL, openai:MODEL');
  });

  it('find the model that an agent’s file means', () => {
    const meant = (name: string) => {
      const { provider, model } = agentModel(name, list) ?? {};
      return `${provider?.name} ${model}`;
    };
    assert.equal(meant('tiny'), 'local tiny-1');
    assert.equal(meant('sonnet'), 'anthropic claude-sonnet-5-5');
    assert.equal(meant('claude-opus-5'), 'anthropic claude-opus-5');
    assert.equal(meant('script:x'), 'script x');
    assert.equal(meant('nobody:x'), 'undefined undefined');
  });

  it('have keys that nothing an agent starts is given', () => {
    for (const { key } of providers as readonly Provider[]) if (key) assert.ok(modelKeys.includes(key.variable), key.variable);
  });

  it('say when a model’s price was known', () => {
    assert.match(pricedAsOf('claude-sonnet-5-5') ?? '', /^\d{4}-\d\d-\d\d$/);
    assert.equal(pricedAsOf('rehearsal'), undefined);
    assert.equal(pricedAsOf('of-a-gateway'), undefined);
  });

  it('have the settings that package.json offers, the user’s alone to set', () => {
    const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const offered = contributes.configuration.properties as Record<string, { scope: string; default: unknown }>;
    const prefixes = providers.map(({ name }) => `hooksmith.${name}.`);
    const theirs = Object.keys(offered).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
    assert.deepEqual(
      theirs.sort(),
      Object.keys(modelSettings)
        .map((name) => `hooksmith.${name}`)
        .sort(),
    );
    for (const [name, schema] of Object.entries(modelSettings)) {
      const { scope, default: standard } = offered[`hooksmith.${name}`]!;
      assert.equal(scope, 'application', name);
      assert.ok(schema.safeParse(standard).success, name);
      assert.ok(
        providers.some((provider: Provider) => name.startsWith(`${provider.name}.`) && provider.settings[name] === schema),
      );
    }
  });

  it('make the model that is named, with what they are given', async () => {
    const [rehearsal, script, anthropic] = providers;
    const json = JSON.stringify({ turns: [{ content: [{ type: 'text', text: 'scripted' }] }] });
    assert.equal(rehearsal.make('', 'main', setup()).label, 'Rehearsal');
    assert.equal(rehearsal.make('', 'main', setup({ a: json }, { 'rehearsal.script': 'a' })).label, 'Rehearsal (script)');
    assert.equal(script.make('a', 'main', setup({ a: json })).label, 'Rehearsal (script)');
    assert.throws(() => script.make('b', 'main', setup()), /there is no script b/);
    assert.throws(() => script.make('a', 'main', setup({ a: '{' })), /a: not JSON/);
    const made = anthropic.make('sonnet', 'main', { ...setup({}, { 'anthropic.maxTokens': 123 }), key: 'k' });
    assert.deepEqual([made.model, made.maxTokens], ['claude-sonnet-5-5', 123]);
    assert.match(anthropic.missing(setup()) ?? '', /no key/);
    assert.equal(anthropic.missing({ ...setup(), key: 'k' }), undefined);
    assert.equal(anthropic.missing(setup({}, { 'anthropic.baseUrl': 'http://127.0.0.1' })), undefined);
    process.env.ANTHROPIC_BASE_URL = 'http://127.0.0.1';
    try {
      assert.equal(anthropic.missing(setup()), undefined);
    } finally {
      delete process.env.ANTHROPIC_BASE_URL;
    }
  });
});

/** Every file of test/fixtures/examples does, as it stands, what its comment says. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Core, root, SharedHost } from '../fixtures/core';
import { agentExamples } from './agents';
import { chainExamples } from './chains';
import type { Examples } from './example';
import { modelExamples } from './models';
import { observerExamples } from './observers';
import { policyExamples } from './policies';
import { toolExamples } from './tools';

const folder = join(root, 'test', 'fixtures', 'examples');
const textOfFile = (name: string) => readFileSync(join(folder, `${name}.ts`), 'utf8');
const examples: Examples = {
  ...agentExamples,
  ...chainExamples,
  ...modelExamples,
  ...observerExamples,
  ...policyExamples,
  ...toolExamples,
};

describe('examples', () => {
  let host: SharedHost;
  before(() => {
    host = new SharedHost();
  });
  after(() => host.dispose());

  it('are all tried', () => {
    const tried = Object.keys(examples);
    const there = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''));
    assert.deepEqual(tried.sort(), there.sort());
  });

  for (const [name, { prompts, start, edit = (text: string) => text, check, ...options }] of Object.entries(examples)) {
    it(name, async () => {
      const stop = await start?.();
      const hooks = { [`${name}.ts`]: edit(textOfFile(name)) };
      const core = await Core.start({ ...options, ...(options.environment ? {} : { host }), hooks });
      try {
        assert.deepEqual(core.loaded.problems, []);
        const results = [];
        for (const prompt of prompts) results.push(await core.session.send(prompt));
        await check(core, results);
      } finally {
        await core.stop();
        stop?.();
      }
    });
  }
});

/** What the documents take from the code is what the code has. */
import assert from 'node:assert/strict';
import { eventNames, type HookPoint, hookPoints } from '../../src/shared/hooks/points';
import { runCli } from '../fixtures/cli';
import { root } from '../fixtures/core';
import { usages } from './reference/commandLine';
import { eventTable } from './reference/events';
import { filled } from './reference/markdown';
import { sorted, sortTexts } from './reference/nls';
import { stalePages } from './reference/pages';
import { membersOf } from './reference/source';

describe('the reference', function () {
  this.timeout(60_000);

  it('is as the code has it: else run `npm run docs`', () => {
    assert.deepEqual([...sortTexts(false), ...stalePages(false)], [], 'run `npm run docs`');
  });

  it('tells of every event, when it fires, and of what a hook may do there', () => {
    const told = new Map(
      [...eventTable().matchAll(/^\| \[`(\w+)`\]\(#\w+\) \| ([\w, ]+) \|/gm)].map(([, name, may]) => [name, may]),
    );
    const whens = new Map(membersOf('shared/hooks/payloads', 'Payloads').map(({ name, doc }) => [name, doc]));
    for (const event of eventNames) {
      const { decisions }: HookPoint = hookPoints[event];
      assert.equal(told.get(event), decisions.join(', ') || 'observe', event);
      assert.notEqual(whens.get(event), '', `src/shared/hooks/payloads.ts says when ${event} fires`);
    }
    assert.equal(told.size, eventNames.length);
  });

  it('says of every decision and option what it does', () => {
    for (const [file, type] of [
      ['api/contexts', 'Methods'],
      ['api/define', 'HookOptionsInput'],
      ['api/define', 'ToolRunContext'],
    ] as const)
      for (const { name, doc } of membersOf(file, type)) assert.notEqual(doc, '', `${type}.${name}`);
  });

  it('has each command of the command line in its own words', async () => {
    const { stdout } = await runCli(root, ['help']);
    assert.equal(stdout.trim(), Object.values(usages).join('\n\n'));
  });

  it('fills in its parts, and leaves all else', () => {
    const page = 'Mine.\n<!-- generated: a, by `npm run docs` -->\nold\n<!-- end of a -->\nMine too.\n';
    const made = filled(page, { a: () => 'new' });
    assert.equal(made, 'Mine.\n<!-- generated: a, by `npm run docs` -->\n\nnew\n\n<!-- end of a -->\nMine too.\n');
    assert.equal(filled(made, { a: () => 'new' }), made);
    assert.throws(() => filled(page, { b: () => '' }), /no place for 'b'/);
  });
});

describe('texts of the manifest', () => {
  const manifest = {
    displayName: 'A',
    description: 'B',
    contributes: {
      commands: [{ command: 'hooksmith.x', title: 'X' }],
      configuration: {
        properties: { 'hooksmith.y': { enum: ['p', 'q'], enumDescriptions: ['P', '%old%'], default: { title: 'data' } } },
      },
    },
    capabilities: { untrustedWorkspaces: { description: 'C' } },
  };

  it('move to package.nls.json, those that are not used go, and a second time nothing changes', () => {
    const first = sorted(JSON.stringify(manifest), JSON.stringify({ old: 'Q', gone: 'G' }));
    assert.deepEqual(JSON.parse(first.nls), {
      displayName: 'A',
      description: 'B',
      'commands.x.title': 'X',
      'configuration.properties.y.enumDescriptions.0': 'P',
      old: 'Q',
      'capabilities.untrustedWorkspaces.description': 'C',
    });
    const { contributes } = JSON.parse(first.manifest) as typeof manifest;
    assert.equal(contributes.commands[0]!.title, '%commands.x.title%');
    assert.deepEqual(contributes.configuration.properties['hooksmith.y'].enumDescriptions, [
      '%configuration.properties.y.enumDescriptions.0%',
      '%old%',
    ]);
    assert.deepEqual(contributes.configuration.properties['hooksmith.y'].default, { title: 'data' });
    assert.deepEqual(sorted(first.manifest, first.nls), first);
  });

  it('keep their names where one is put before them', () => {
    const list = (...enumDescriptions: string[]) => ({ ...manifest, contributes: { enumDescriptions } });
    const { nls } = sorted(JSON.stringify(list('New', '%enumDescriptions.0%')), JSON.stringify({ 'enumDescriptions.0': 'Old' }));
    assert.equal((JSON.parse(nls) as Record<string, string>)['enumDescriptions.0'], 'Old');
    assert.equal((JSON.parse(nls) as Record<string, string>)['enumDescriptions.0_2'], 'New');
  });
});

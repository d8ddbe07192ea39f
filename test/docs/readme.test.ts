import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventNames, type HookPoint, hookPoints } from '../../src/shared/points';
import { root } from '../fixtures/core';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  contributes: {
    commands: { title: string; category?: string }[];
    configuration: { properties: Record<string, object> } | { properties: Record<string, object> }[];
  };
};

describe('README', () => {
  it('tells of every event, and of what a hook may do there', () => {
    const told = new Map<string, string[]>();
    for (const [, names, decisions] of readme.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| ([\w, ]+) \|$/gm))
      for (const name of names!.matchAll(/\w+/g)) told.set(name[0], decisions!.split(', ').sort());
    for (const event of eventNames) {
      const { decisions }: HookPoint = hookPoints[event];
      assert.deepEqual(told.get(event), decisions.length > 0 ? [...decisions].sort() : ['observe'], event);
    }
    assert.equal(told.size, eventNames.length);
  });

  it('names only commands, settings, scripts and pictures that there are', () => {
    const titles = manifest.contributes.commands.map(({ title }) => title);
    for (const [, title] of readme.matchAll(/`Hooksmith: ([^`]+)`/g)) assert.ok(titles.includes(title!), title);
    const settings = [manifest.contributes.configuration].flat().flatMap(({ properties }) => Object.keys(properties));
    for (const [, name] of readme.matchAll(/`(hooksmith\.[a-z]+(?:\.[a-zA-Z]+)*)`/g))
      assert.ok(settings.includes(name!) || name === 'hooksmith.TYPE', name);
    for (const [, script] of readme.matchAll(/npm run (\w+)/g)) assert.ok(manifest.scripts[script!], script);
    for (const [, path] of readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) assert.ok(existsSync(join(root, path!)), path);
  });
});

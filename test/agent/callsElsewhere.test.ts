/** What is known of a call that is made in another folder than the workspace's. */
import assert from 'node:assert/strict';
import { diskFiles } from '../../src/adapters/disk/diskFiles';
import { Toolbox } from '../../src/agent/tools/toolbox';
import { ToolRegistry } from '../../src/agent/tools/toolRegistry';
import { bash } from '../../src/tools/bash';
import { read } from '../../src/tools/read';

describe('a call in another folder', () => {
  const registry = new ToolRegistry();
  registry.registerScope('built-in', [bash, read]);
  const files = { ...diskFiles, realPath: (path: string) => path };
  const toolbox = new Toolbox(registry, { cwd: '/repo/project', folders: ['/repo/project'], home: '/home/me', files });

  it('names paths as they are there, and patterns start in the workspace all the same', () => {
    const there = toolbox.factsAt('Read', { file_path: 'a.ts' }, 'src');
    assert.deepEqual([there.cwd, there.paths], ['/repo/project', ['/repo/project/src/a.ts']]);
  });

  it('is in the folder that a line runs in: it is among its paths', () => {
    const there = toolbox.factsAt('Bash', { command: 'cat ./a.ts' }, '/repo/project/src');
    assert.deepEqual([there.cwd, there.paths], ['/repo/project', ['/repo/project/src', '/repo/project/src/a.ts']]);
    assert.deepEqual(toolbox.factsAt('Bash', { command: 'cat ./a.ts' }, '/repo/project').paths, ['/repo/project/a.ts']);
  });
});

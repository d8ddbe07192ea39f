/** Which words of a tool's input are paths, whoever brings the tool. */
import assert from 'node:assert/strict';
import { ToolRegistry } from '../../../src/agent/tools/toolRegistry';
import { type InputFields, isPathField, pathsInInput } from '../../../src/shell/paths/inputPaths';

const foreign: InputFields = { foreign: true };
const own: InputFields = { foreign: false };
const found = (input: Record<string, unknown>, fields = foreign) => {
  const { byField, nested } = pathsInInput(input as never, fields);
  return [...byField.values(), ...nested];
};

describe('paths in the input of tools', () => {
  for (const field of [
    ...['path', 'file_path', 'filePath', 'filepath', 'notebook_path', 'cwd', 'uri', 'file', 'fileName', 'file_name', 'directory'],
    ...['Source_File', 'OUTPUT_DIR', 'target-file', 'outdir', 'inFile', 'workdir', 'TargetFile'],
    ...['dir', 'workingDirectory', 'source', 'destination', 'src', 'dest', 'outputFile', 'output_dir', 'targetFolder', 'fileUri'],
  ])
    it(`are found by the name ${field}`, () => {
      assert.deepEqual(found({ [field]: 'docs/a' }), ['docs/a']);
      assert.equal(isPathField(field, foreign), true);
    });

  it('are not what other fields hold', () => {
    const input = {
      command: 'x',
      query: 'a/b',
      profile: 'p',
      content: '/etc',
      pattern: '*',
      resource: 'x',
      outsource: 'y',
      xpath: '//a',
    };
    assert.deepEqual(found({ ...input, xpath: undefined }), []);
  });

  it('are found however deep they lie, and what is not looked through is said', () => {
    const nest = (deep: number, value: unknown): unknown => {
      let nested = value;
      for (let i = 0; i < deep; i++) nested = i % 2 ? [nested] : { a: nested };
      return nested;
    };
    for (const deep of [8, 9, 40, 5000])
      assert.deepEqual(found({ x: nest(deep, { path: 'secret/key' }) }), ['secret/key'], String(deep));
    const many = Array.from({ length: 30_000 }, (_, i) => ({ path: `f${i}` }));
    assert.equal(pathsInInput({ many } as never, foreign).isComplete, false);
    assert.equal(pathsInInput({ many: many.slice(0, 9000) } as never, foreign).isComplete, true);
    const registry = new ToolRegistry();
    const safeParse = (data: unknown) => ({ success: true, data });
    registry.registerScope('mcp', [
      {
        ...{ name: 'Put', description: '', scope: 'mcp', readOnly: true, inputSchema: { type: 'object' } },
        ...{ input: { safeParse } as never, run: async () => ({ content: '' }) },
      },
    ]);
    const around = { cwd: '/ws', home: '/home', files: { realPath: (path: string) => path } };
    assert.equal(registry.facts('Put', { many }, around).pathsComplete, false);
  });
  it('are keys as well, where a field of paths holds more of each', () => {
    assert.deepEqual(found({ files: { 'secret/key': 'text', '.env': 'text' } }), ['secret/key', '.env']);
    assert.deepEqual(found({ files: { 'https://a.b/c': 'text', 'file:///secret/key': 'text' } }), ['/secret/key']);
    assert.deepEqual(found({ file: { encoding: 'utf8' }, headers: { 'x/y': 'z' } }), []);
  });
  it('are found in lists and however deep', () => {
    assert.deepEqual(found({ paths: ['a', 'b'], moves: [{ source: 'c', destination: 'd' }], options: { file: { path: 'e' } } }), [
      'a',
      'b',
      'c',
      'd',
      'e',
    ]);
  });

  it('are found by a schema that says so, nested too', () => {
    const path = { type: 'string', format: 'path' };
    const schema = { properties: { where: path, all: { items: path }, inner: { properties: { there: path } } } };
    const input = { where: 'a', all: ['b'], inner: { there: 'c', elsewhere: 'd' } };
    assert.deepEqual(found(input, { ...foreign, schema }), ['a', 'b', 'c']);
  });

  it('are file: URLs wherever they stand, and no other addresses', () => {
    assert.deepEqual(found({ uri: 'https://a.b/c', source: 'http://x/y', any: 'file:///etc/pass%20wd', list: ['file:///b'] }), [
      '/etc/pass wd',
      '/b',
    ]);
  });

  it('of our own tools are the fields that they name', () => {
    assert.deepEqual(found({ file_path: 'a', source: 'b', content: 'file:///c', edits: [{ path: 'd' }] }, own), ['a']);
    assert.deepEqual(found({ path: 'https://x' }, { ...own, declared: ['path'] }), ['https://x']);
  });

  it('are read once where no link is in the way, and as they are named beside that where one is', () => {
    const registry = new ToolRegistry();
    let reads = 0;
    registry.registerScope('mcp', [
      {
        name: 'Shell',
        description: '',
        scope: 'mcp',
        readOnly: false,
        input: { safeParse: (data: unknown) => ({ success: true, data }) } as never,
        inputSchema: { type: 'object' },
        commandLine: ({ line }: Record<string, unknown>) => {
          reads++;
          return String(line);
        },
        run: async () => ({ content: '' }),
      },
    ]);
    const facts = (realPath: (path: string) => string) =>
      registry.facts('Shell', { line: 'cat link/a ./b' }, { cwd: '/ws', home: '/home', files: { realPath } });
    const plain = facts((path) => path);
    assert.deepEqual([reads, plain.paths.sort(), plain.namedPaths], [1, ['/ws/b', '/ws/link/a'], undefined]);
    const linked = facts((path) => path.replace('/ws/link', '/elsewhere'));
    assert.deepEqual(
      [reads, linked.paths.sort(), linked.namedPaths?.slice().sort()],
      [3, ['/elsewhere/a', '/ws/b'], ['/ws/b', '/ws/link/a']],
    );
  });

  it('count among the paths of a call; those of its own fields by their names', () => {
    const registry = new ToolRegistry();
    registry.registerScope('mcp', [
      {
        name: 'Move',
        description: '',
        scope: 'mcp',
        readOnly: false,
        input: { safeParse: (data: unknown) => ({ success: true, data }) } as never,
        inputSchema: { type: 'object', properties: { source: { type: 'string' } } },
        run: async () => ({ content: '' }),
      },
    ]);
    const around = { cwd: '/ws', home: '/home', files: { realPath: (path: string) => path } };
    const facts = registry.facts('Move', { source: 'a', more: [{ filePath: '../b' }] }, around);
    assert.deepEqual([facts.fieldPaths, facts.paths], [{ source: '/ws/a' }, ['/ws/a', '/b']]);
    assert.deepEqual(registry.facts('Move', {}, around).paths, ['/ws']);
  });
});

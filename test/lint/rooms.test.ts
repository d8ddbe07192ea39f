/** What stands in which room: a name says one thing, and what is shared has more than one user. */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { root } from '../fixtures/core';

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));

/** Where two files may have one name: a program, and what it is to those who import it. */
const pairs = ['index.ts', 'extension.ts', 'testing.ts', 'corePorts.ts'];

const roomOf = (file: string): string => {
  const [room = '', below = ''] = file.split('/');
  return room === 'hooks' && !below.endsWith('.ts') ? `hooks/${below}` : room;
};

describe('the files of src', () => {
  it('have names that do not repeat', () => {
    const names = sources.map((file) => basename(file)).filter((name) => !pairs.includes(name));
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    );
    assert.ok(names.length > 500);
  });

  const known = new Set(sources);
  /** Files of ours that a file imports, in whatever way. */
  const importsOf = (file: string, form = /(?:from|import\(?)\s*'(\.[^']*)'/g): string[] =>
    [...readFileSync(join(root, 'src', file), 'utf8').matchAll(form)].flatMap(([, specifier = '']) => {
      const path = posix.join(dirname(file), specifier);
      return [`${path}.ts`, `${path}/index.ts`].find((name) => known.has(name)) ?? [];
    });

  for (const room of ['tools', 'models'])
    it(`of ${room}: what stands in its list is imported by nobody else of the room`, () => {
      const inRoom = (file: string) => file.startsWith(`${room}/`);
      const listed = importsOf(`${room}/index.ts`, /^import (?!type\b)[^;]*?from '(\.[^']*)'/gm).filter(inRoom);
      assert.ok(listed.length > 2);
      const wrong = sources
        .filter((file) => inRoom(file) && file !== `${room}/index.ts`)
        .flatMap((file) => importsOf(file).flatMap((target) => (listed.includes(target) ? [`${file}: ${target}`] : [])));
      assert.deepEqual(wrong, []);
    });

  it('export no two things by one name, but for what the module `hooksmith` calls as we do', () => {
    const exported = /^export (?:(?:async|abstract|declare) )?(?:function\*?|class|const|let|enum|type|interface) (\w+)/gm;
    const users = new Map<string, Set<string>>();
    for (const file of sources.filter((name) => !name.startsWith('api/') && name !== 'testing.ts'))
      for (const [, name = ''] of readFileSync(join(root, 'src', file), 'utf8').matchAll(exported))
        users.set(name, (users.get(name) ?? new Set()).add(file));
    assert.ok(users.size > 1500);
    assert.deepEqual(
      [...users].filter(([, files]) => files.size > 1).map(([name, files]) => `${name}: ${[...files].join(', ')}`),
      [],
    );
  });

  it('are shared where two rooms or more use them', () => {
    const users = new Map<string, string[]>();
    for (const file of sources) for (const target of importsOf(file)) users.set(target, [...(users.get(target) ?? []), file]);
    /** The rooms that a file is used in, also by way of others that are shared. */
    const roomsOf = (file: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(file)) return new Set();
      seen.add(file);
      const using = users.get(file) ?? [];
      return new Set(using.flatMap((user) => (roomOf(user) === 'shared' ? [...roomsOf(user, seen)] : [roomOf(user)])));
    };
    const shared = sources.filter((file) => roomOf(file) === 'shared');
    assert.deepEqual(
      shared.filter((file) => roomsOf(file).size < 2),
      [],
    );
    assert.ok(shared.length > 30);
  });
});

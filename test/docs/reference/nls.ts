/** Texts of the manifest that the editor shows stand in package.nls.json; in the manifest stand their names. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../fixtures/core';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
const shown = new Set([
  'title',
  'name',
  'description',
  'markdownDescription',
  'enumDescriptions',
  'contents',
  'altText',
  'displayName',
  'patternErrorMessage',
]);
/** What tells entries of a list apart. */
const identity = (entry: Json): string | undefined => {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
  const { command, id, view, when } = entry;
  if (typeof command === 'string') return command.replace(/^hooksmith\./, '');
  if (typeof id === 'string') return id.replace(/^hooksmith\./, '');
  return typeof view === 'string' ? [view, when].join(' ').match(/\w+/g)!.slice(1).join('_') : undefined;
};

interface Texts {
  byName: Map<string, string>;
  /** Names that stand in the manifest. */
  used: Set<string>;
}

/** The value with the names of its texts in their places; the texts go into `texts`. A text that is a name already stays. */
function named(value: Json, path: readonly string[], texts: Texts, isShown = false): Json {
  if (typeof value === 'string') {
    if (!isShown || value === '' || /^%.*%$/.test(value)) return value;
    let name = path.join('.');
    // Entries of a list are named by where they stand, or once stood.
    for (let n = 2; texts.used.has(name); n++) name = `${path.join('.')}_${n}`;
    texts.used.add(name);
    texts.byName.set(name, value);
    return `%${name}%`;
  }
  if (Array.isArray(value)) return value.map((one, at) => named(one, [...path, identity(one) ?? String(at)], texts, isShown));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      // A setting's default is data, whatever its fields are called.
      const mayShow = shown.has(key) && key !== 'default' && (typeof one === 'string' || Array.isArray(one));
      return [key, key === 'default' ? one : named(one, [...path, key.replace(/^hooksmith\./, '')], texts, mayShow)];
    }),
  );
}

/** Names that the manifest uses, in its order. */
const used = (text: string) => [...text.matchAll(/"%([\w.-]+)%"/g)].map(([, name]) => name!);

interface Manifest {
  displayName: Json;
  description: Json;
  contributes: Json;
  capabilities: Json;
}

/** Both files as they should be: texts that were written into the manifest have moved, those that it uses no more are gone. */
export function sorted(manifestText: string, nlsText: string): { manifest: string; nls: string } {
  const manifest = JSON.parse(manifestText) as Manifest;
  const byName = new Map(Object.entries(JSON.parse(nlsText) as Record<string, string>));
  const texts = { byName, used: new Set(used(manifestText)) };
  const { displayName, description, contributes, capabilities } = manifest;
  const own = named({ displayName, description }, [], texts) as Pick<Manifest, 'displayName' | 'description'>;
  const next = {
    ...manifest,
    ...own,
    contributes: named(contributes, [], texts),
    capabilities: named(capabilities, ['capabilities'], texts),
  };
  const made = `${JSON.stringify(next, null, 2)}\n`;
  const kept = [...new Set(used(made))].map((name) => [name, byName.get(name) ?? '']);
  return { manifest: made, nls: `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n` };
}

export const files = { manifest: join(root, 'package.json'), nls: join(root, 'package.nls.json') };
export const read = (path: string) => readFileSync(path, 'utf8');

/** Returns those of the two that were not as they should be; `write` makes them so. */
export function sortTexts(write: boolean): string[] {
  const made = sorted(read(files.manifest), read(files.nls));
  return (['manifest', 'nls'] as const).flatMap((which) => {
    if (made[which] === read(files[which])) return [];
    if (write) writeFileSync(files[which], made[which]);
    return [basename(files[which])];
  });
}

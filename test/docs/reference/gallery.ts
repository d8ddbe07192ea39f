/** The gallery of hooks: what each does, by its own first comment, and at which events. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../fixtures/core';
import { code, table } from './markdown';

export const galleryFolder = join(root, 'media', 'gallery');
/** Without endings. */
export const galleryNames = () =>
  readdirSync(galleryFolder).flatMap((name) => (/\.test\.ts$/.test(name) ? [] : [name.replace(/\.ts$/, '')]));

export const galleryTable = () =>
  table(
    ['Hook', 'What it does', 'At'],
    galleryNames().map((name) => {
      const text = readFileSync(join(galleryFolder, `${name}.ts`), 'utf8');
      const [, doc = ''] = /^\/\*\* (.+) \*\/$/m.exec(text) ?? [];
      const points = [...text.matchAll(/= (?:hook\(\s*'(\w+)'|(policy)\()/g)].map(([, event, policy]) => event ?? policy!);
      return [
        `[${name}](../gallery/${name}.ts) ([test](../gallery/${name}.test.ts))`,
        doc,
        [...new Set(points)].map(code).join(', '),
      ];
    }),
  );

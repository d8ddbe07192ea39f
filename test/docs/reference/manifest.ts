/** The manifest in words: its texts are those of package.nls.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../fixtures/core';

export interface Setting {
  type?: string;
  anyOf?: readonly Setting[];
  enum?: readonly string[];
  enumDescriptions?: readonly string[];
  default?: unknown;
  scope?: string;
  minimum?: number;
  maximum?: number;
  items?: Setting;
  description?: string;
  markdownDescription?: string;
}
export interface Manifest {
  description: string;
  displayName: string;
  scripts: Record<string, string>;
  contributes: {
    commands: { command: string; title: string; category?: string }[];
    configuration: { properties: Record<string, Setting> };
    menus: { commandPalette: { command: string; when?: string }[] };
    keybindings: { command: string; key: string; mac?: string }[];
  };
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));

/** With each placeholder in place of its text, as the editor reads it. */
export function manifest(): Manifest {
  const texts = read('package.nls.json') as Record<string, string>;
  const said = (value: unknown): unknown => {
    if (typeof value === 'string') return /^%.*%$/.test(value) ? (texts[value.slice(1, -1)] ?? value) : value;
    if (Array.isArray(value)) return value.map(said);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, said(one)]));
  };
  return said(read('package.json')) as Manifest;
}

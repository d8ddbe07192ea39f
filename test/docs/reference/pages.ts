/** Pages of media/reference with parts that the code says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../fixtures/core';
import { commandSections } from './commandLine';
import { confineFields, decisionSections } from './decisions';
import { commandTable, settingSections } from './editor';
import { commonFields, eventSections, eventTable, toolFields } from './events';
import { galleryTable } from './gallery';
import { filled } from './markdown';
import { builtIns, commandHookFields, hookOptions, toolContext, toolOptions } from './options';
import { toolSections } from './tools';

export const pages: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'events.md': { events: eventTable, 'common fields': commonFields, 'tool fields': toolFields, 'each event': eventSections },
  'decisions.md': { decisions: decisionSections, 'words of confine': confineFields },
  'api.md': {
    'hook options': hookOptions,
    'tool options': toolOptions,
    'tool context': toolContext,
    functions: builtIns,
    'command hooks': commandHookFields,
  },
  'settings.md': { settings: settingSections, commands: commandTable },
  'command-line.md': { commands: commandSections },
  'tools.md': { tools: toolSections },
  'gallery.md': { gallery: galleryTable },
};

const pathOf = (name: string) => join(root, 'media', 'reference', name);
const written = (name: string) => readFileSync(pathOf(name), 'utf8');
/** As the code would have it now. */
const current = (name: string) => filled(written(name), pages[name]!);

/** The pages that are not as the code would have them; `write` makes them so. */
export function stalePages(write: boolean): string[] {
  const stale = Object.keys(pages).filter((name) => current(name) !== written(name));
  if (write) for (const name of stale) writeFileSync(pathOf(name), current(name));
  return stale.map((name) => `media/reference/${name}`);
}

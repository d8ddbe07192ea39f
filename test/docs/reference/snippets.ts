/** `snippets/events.json`: a hook for each event, with what is done there most, in the form of VS Code's snippet files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashedName, hookTemplate, intentsOf } from '../../../src/editor/authoring/hookTemplates';
import { eventNames } from '../../../src/shared/hooks/points';
import { root } from '../../fixtures/core';

const file = 'snippets/events.json';

export interface Snippet {
  prefix: string;
  description: string;
  body: string[];
}

const snippets = (): Record<string, Snippet> =>
  Object.fromEntries(
    eventNames.map((event) => {
      const template = hookTemplate(event, intentsOf(event)[0]!);
      const code = template.code.replaceAll('$', '\\$').replaceAll('  ', '\t').split('\n');
      code[code.length - 1] += ';$0';
      code[0] = `export const \${1:${template.name}} = ${code[0]}`;
      return [
        `Hook: ${event}`,
        {
          prefix: `hook-on-${dashedName(event)}`,
          description: template.comment,
          body: ["import { hook } from 'hooksmith';", '', ...code],
        },
      ];
    }),
  );

export const writtenSnippets = (): Record<string, Snippet> => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** The file, if it is not as the code would have it; `write` makes it so. */
export function staleSnippets(write: boolean): string[] {
  const current = `${JSON.stringify(snippets(), null, 2)}\n`;
  if (readFileSync(join(root, file), 'utf8') === current) return [];
  if (write) writeFileSync(join(root, file), current);
  return [file];
}

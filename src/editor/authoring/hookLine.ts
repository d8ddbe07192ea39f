/** Where a hook stands in the text of its file, which may be newer than the version in force. */
import type { HookDescription } from '../../shared/hooks/hookDescription';

/** 0-based; undefined where its export is gone from the text. */
export function hookLine(source: readonly string[], { name, line }: Pick<HookDescription, 'name' | 'line'>): number | undefined {
  const word = (text: string) => `(?<![\\w$])${text.replace(/\W/g, '\\$&')}(?![\\w$])`;
  // Of a list it is the list that is exported.
  const exported = word(name.replace(/\[.*/, ''));
  const local = new RegExp(`([\\w$]+)\\s+as\\s+${exported}`).exec(source.join('\n'))?.[1];
  const names = new RegExp(local === undefined ? exported : word(local));
  const declares = new RegExp(`^\\s*(export\\s+)?(const|let|var)\\s+${names.source}`);
  const isCode = (text: string) => !/^\s*(\/\/|\/?\*)/.test(text);
  const own = source[line - 1] ?? '';
  if (isCode(own) && names.test(own)) return line - 1;
  for (const is of [declares, names]) {
    const found = source.findIndex((text) => isCode(text) && is.test(text));
    if (found >= 0) return found;
  }
  // What no text names has the first line: a gate closed for a file that does not load, or what comes from elsewhere.
  const isNamed = /^[\w$]/.test(name) && !source.some((text) => /\bexport\s*\*|\bmodule\.exports\b/.test(text));
  return line === 1 && !isNamed ? 0 : undefined;
}

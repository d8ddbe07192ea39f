/** Tables and marks of the generated parts of pages. */

/** Signs that would end a cell, or be read as a tag. */
export const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, '<br>');
export const code = (text: string) => (text === '' ? '' : `\`${text}\``);

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A comment as a sentence, of what stands in a table. */
export const sentence = (text: string) => text.replace(/([^.])$/, '$1.');

const begin = (name: string) => `<!-- generated: ${name}, by \`npm run docs\` -->`;
const end = (name: string) => `<!-- end of ${name} -->`;

/** The page with its generated parts as they are made now; all else stays. Throws where a part has no place. */
export function filled(page: string, parts: Readonly<Record<string, () => string>>): string {
  return Object.entries(parts).reduce((text, [name, made]) => {
    const from = text.indexOf(begin(name));
    const to = text.indexOf(end(name), from);
    if (from < 0 || to < 0) throw new Error(`no place for '${name}': it wants the lines ${begin(name)} and ${end(name)}`);
    return `${text.slice(0, from)}${begin(name)}\n\n${made().trim()}\n\n${text.slice(to)}`;
  }, page);
}

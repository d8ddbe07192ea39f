/** Where each export of a hook file stands: what the tree, a diagnostic and a row of the timeline link to. */

/** Comments, strings, templates and regular expressions: what may look like code and is none. */
const notCode =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[(=,:[!&|?{};]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;
const exported =
  /^[ \t]*export\s+(?:(default)\b|\{([^}]*)\}|(?:(?:async|abstract)\s+)?(?:const\s+enum|const|let|var|function\s*\*?|class|enum)\s+([\w$]+))/gm;

/** 1-based lines by export name, in the order of the source; `default` for the default export. What is exported under another name counts where it is declared. */
export function exportLines(source: string): [name: string, line: number][] {
  const code = source.replace(notCode, (text) => text.replace(/[^\n]/g, ' '));
  const lineAt = (index: number) => code.slice(0, index).split('\n').length;
  const lines: [string, number][] = [];
  for (const found of code.matchAll(exported)) {
    const [whole, isDefault, list, name] = found;
    const line = lineAt(found.index + whole.search(/\S/));
    if (isDefault) lines.push(['default', line]);
    else if (name !== undefined) lines.push([name, line]);
    else {
      const listAt = found.index + whole.indexOf('{') + 1;
      for (const one of list!.matchAll(/([\w$]+)(?:\s+as\s+([\w$]+))?/g)) {
        const local = one[1]!.replaceAll('$', '\\$');
        const declared = new RegExp(
          `^[ \\t]*(?:export\\s+)?(?:async\\s+)?(?:const|let|var|function\\s*\\*?|class)\\s+${local}(?![\\w$])`,
          'm',
        );
        const at = declared.exec(code)?.index;
        lines.push([one[2] ?? one[1]!, at === undefined ? lineAt(listAt + one.index) : lineAt(at)]);
      }
    }
  }
  return lines;
}

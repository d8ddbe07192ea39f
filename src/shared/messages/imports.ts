/** What a file of instructions imports: `@path`, as Claude Code reads it: outside of code, at the start of a word. */

/** The paths as they are written, in order, each once. */
export function importsIn(text: string): string[] {
  const words = withoutCode(text).matchAll(/(?:^|[\s([{"'])@((?:\\ |[^\s\\])+)/g);
  return [...new Set([...words].map(([, word]) => word!.replaceAll('\\ ', ' ')))];
}

/** A path may stand at the end of a sentence: what it could be, likeliest first. */
export function spellingsOf(path: string): string[] {
  const bare = path.replace(/[.,;:!?)\]}"'*_]+$/, '');
  return bare === path || bare === '' ? [path] : [path, bare];
}

/** A word with an @ before it is an import that failed only where it can hardly be anything else: a scoped package, a name and a decorator look alike. */
export const looksLikePath = (path: string): boolean => /^(\.{1,2}|~)?\//.test(path) || /\.(md|mdx|txt)$/i.test(path);

function withoutCode(text: string): string {
  let fence: string | undefined;
  const lines = text.split('\n').map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      if (mark === undefined) return line;
      fence = mark;
    } else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    return '';
  });
  return lines
    .join('\n')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
}

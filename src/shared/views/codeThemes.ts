/** The colour themes that code blocks of the chat can have: those of monaco-themes, and which of them goes with the editor's own theme. */

export type Shade = 'dark' | 'light';

/** Name, as its file is called, and what it is made for. */
export const codeThemes: ReadonlyMap<string, Shade> = new Map<string, Shade>([
  ['Active4D', 'light'],
  ['All Hallows Eve', 'dark'],
  ['Amy', 'dark'],
  ['Birds of Paradise', 'dark'],
  ['Blackboard', 'dark'],
  ['Brilliance Black', 'dark'],
  ['Brilliance Dull', 'dark'],
  ['Chrome DevTools', 'light'],
  ['Clouds Midnight', 'dark'],
  ['Clouds', 'light'],
  ['Cobalt', 'dark'],
  ['Cobalt2', 'dark'],
  ['Dawn', 'light'],
  ['Dracula', 'dark'],
  ['Dreamweaver', 'light'],
  ['Eiffel', 'light'],
  ['Espresso Libre', 'dark'],
  ['GitHub Dark', 'dark'],
  ['GitHub Light', 'light'],
  ['GitHub', 'light'],
  ['IDLE', 'light'],
  ['Katzenmilch', 'light'],
  ['Kuroir Theme', 'light'],
  ['LAZY', 'light'],
  ['MagicWB (Amiga)', 'light'],
  ['Merbivore Soft', 'dark'],
  ['Merbivore', 'dark'],
  ['Monokai Bright', 'dark'],
  ['Monokai', 'dark'],
  ['Night Owl', 'dark'],
  ['Nord', 'dark'],
  ['Oceanic Next', 'dark'],
  ['Pastels on Dark', 'dark'],
  ['Slush and Poppies', 'light'],
  ['Solarized-dark', 'dark'],
  ['Solarized-light', 'light'],
  ['SpaceCadet', 'dark'],
  ['Sunburst', 'dark'],
  ['Textmate (Mac Classic)', 'light'],
  ['Tomorrow-Night-Blue', 'dark'],
  ['Tomorrow-Night-Bright', 'dark'],
  ['Tomorrow-Night-Eighties', 'dark'],
  ['Tomorrow-Night', 'dark'],
  ['Tomorrow', 'light'],
  ['Twilight', 'dark'],
  ['Upstream Sunburst', 'dark'],
  ['Vibrant Ink', 'dark'],
  ['Xcode_default', 'light'],
  ['Zenburnesque', 'dark'],
  ['iPlastic', 'light'],
  ['idleFingers', 'dark'],
  ['krTheme', 'dark'],
  ['monoindustrial', 'dark'],
]);

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? [];

/** For editor themes that have no namesake here. */
const neutral: Readonly<Record<Shade, string>> = { dark: 'GitHub Dark', light: 'GitHub Light' };

/** The namesake of the editor's theme: the one of its shade whose whole name stands in the editor's theme name, the longest if several do. */
export function codeThemeFor(editorTheme: string, shade: Shade): string {
  const words = new Set(wordsOf(editorTheme));
  const namesakes = [...codeThemes].flatMap(([name, of]) => {
    const own = wordsOf(name).filter((word) => word !== 'theme' && word !== 'default');
    return of === shade && own.every((word) => words.has(word)) ? [{ name, length: own.length }] : [];
  });
  return namesakes.sort((a, b) => b.length - a.length)[0]?.name ?? neutral[shade];
}

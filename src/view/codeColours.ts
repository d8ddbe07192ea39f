/** Which colours code has now: the theme that the setting names, or the namesake of the editor's own theme, and a sheet with a class for each colour. */
import { codeThemeFor, codeThemes, type Shade } from '../shared/codeThemes';
import { hexOf, legible, parseColour } from './colour';
import type { LoadedTheme, ThemedToken } from './shiki';

const sheet = new CSSStyleSheet();
let classes = new Map<string, string>();
let setting = 'auto';
let inForce: { name: string; theme: Promise<LoadedTheme> } | undefined;
const listeners = new Set<() => void>();

/** What the page is drawn in; the editor keeps it on the body, previews of a theme included. */
function editorTheme(): { name: string; shade: Shade; highContrast: boolean } {
  const { classList, dataset } = document.body;
  const light = classList.contains('vscode-light') || classList.contains('vscode-high-contrast-light');
  return {
    name: dataset.vscodeThemeId ?? '',
    shade: light ? 'light' : 'dark',
    highContrast: classList.contains('vscode-high-contrast') || classList.contains('vscode-high-contrast-light'),
  };
}

export function setCodeTheme(name: string): void {
  if (setting === name) return;
  setting = name;
  changed();
}

/** Calls back when code is to be coloured anew. */
export function onColours(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed(): void {
  if (!inForce) return;
  inForce = undefined;
  for (const listener of listeners) listener();
}

/** The theme in force, loaded and with its sheet in place. */
export function codeColours(): Promise<LoadedTheme> {
  const editor = editorTheme();
  const follows = !codeThemes.has(setting);
  const name = follows ? codeThemeFor(editor.name, editor.shade) : setting;
  inForce ??= { name, theme: use(name, follows, editor.highContrast ? 7 : 4.5) };
  return inForce.theme;
}

/** True while `theme` is still the one to draw with. */
export const isInForce = (theme: LoadedTheme): boolean => inForce?.name === theme.name;

let classOf = (_: string): string => '';

async function use(name: string, follows: boolean, ratio: number): Promise<LoadedTheme> {
  const { loadTheme } = await import('./shiki');
  const theme = await loadTheme(name);
  if (inForce && inForce.name !== name) return theme;
  if (!document.adoptedStyleSheets.includes(sheet)) {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    new MutationObserver(changed).observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
  }
  // Followed, code stands on the editor's own background; a theme that was chosen brings its own.
  const own = getComputedStyle(document.body).getPropertyValue('--vscode-editor-background');
  const background = (follows ? parseColour(own) : undefined) ?? parseColour(theme.background)!;
  const readable = (colour: string) => hexOf(legible(parseColour(colour) ?? [128, 128, 128], background, ratio));
  classes = new Map();
  sheet.replaceSync(`hooksmith-code figure.code pre { background: ${hexOf(background)}; color: ${readable(theme.foreground)}; }`);
  classOf = (colour) => {
    const known = classes.get(colour);
    if (known !== undefined) return known;
    const name = `ink-${classes.size}`;
    sheet.insertRule(`.${name} { color: ${readable(colour)}; }`);
    classes.set(colour, name);
    return name;
  };
  return theme;
}

const styles: [bit: number, className: string][] = [
  [1, 'italic'],
  [2, 'bold'],
  [4, 'underlined'],
];

/** The classes of one token, or empty where it is plain text of its theme. */
export function classesOf({ color, fontStyle = 0 }: ThemedToken, { foreground }: LoadedTheme): string {
  const plain = !color || color.toLowerCase() === foreground.toLowerCase();
  return [plain ? '' : classOf(color), ...styles.flatMap(([bit, name]) => (fontStyle > 0 && fontStyle & bit ? [name] : []))]
    .filter(Boolean)
    .join(' ');
}

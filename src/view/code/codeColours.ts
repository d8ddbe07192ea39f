/** Which colours code has now: the theme that the setting names, or the namesake of the editor's own theme, and a sheet with a class for each colour. */
import { codeThemeFor, codeThemes, type Shade } from '../../shared/views/codeThemes';
import { hexOf, legible, parseColour } from './colour';
import type { LoadedTheme, ThemedToken } from './shiki';

const styles: readonly [bit: number, className: string][] = [
  [1, 'italic'],
  [2, 'bold'],
  [4, 'underlined'],
];

class CodeColours {
  private readonly sheet = new CSSStyleSheet();
  private classes = new Map<string, string>();
  private setting = 'auto';
  private inForce: { name: string; theme: Promise<LoadedTheme> } | undefined;
  private classOf = (_: string): string => '';
  private readonly listeners = new Set<() => void>();

  /** As the setting names it. */
  choose(name: string): void {
    if (this.setting === name) return;
    this.setting = name;
    this.changed();
  }

  /** Calls back when code is to be coloured anew. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The theme in force, loaded and with its sheet in place. */
  theme(): Promise<LoadedTheme> {
    const editor = editorTheme();
    const follows = !codeThemes.has(this.setting);
    const name = follows ? codeThemeFor(editor.name, editor.shade) : this.setting;
    this.inForce ??= { name, theme: this.use(name, follows, editor.highContrast ? 7 : 4.5) };
    return this.inForce.theme;
  }

  /** True while `theme` is still the one to draw with. */
  isInForce(theme: LoadedTheme): boolean {
    return this.inForce?.name === theme.name;
  }

  /** The classes of one token, or empty where it is plain text of its theme. */
  classesOf({ color, fontStyle = 0 }: ThemedToken, { foreground }: LoadedTheme): string {
    const plain = !color || color.toLowerCase() === foreground.toLowerCase();
    const styled = styles.flatMap(([bit, name]) => (fontStyle > 0 && fontStyle & bit ? [name] : []));
    return [plain ? '' : this.classOf(color), ...styled].filter(Boolean).join(' ');
  }

  private changed(): void {
    if (!this.inForce) return;
    this.inForce = undefined;
    for (const listener of this.listeners) listener();
  }

  private async use(name: string, follows: boolean, ratio: number): Promise<LoadedTheme> {
    const { sheet } = this;
    const { loadTheme } = await import('./shiki');
    const theme = await loadTheme(name);
    if (this.inForce && this.inForce.name !== name) return theme;
    if (!document.adoptedStyleSheets.includes(sheet)) {
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      const watched = { attributeFilter: ['class', 'data-vscode-theme-id'] };
      new MutationObserver(() => this.changed()).observe(document.body, watched);
    }
    // Followed, code stands on the editor's own background; a theme that was chosen brings its own.
    const own = getComputedStyle(document.body).getPropertyValue('--vscode-editor-background');
    const background = (follows ? parseColour(own) : undefined) ?? parseColour(theme.background)!;
    const readable = (colour: string) => hexOf(legible(parseColour(colour) ?? [128, 128, 128], background, ratio));
    this.classes = new Map();
    sheet.replaceSync(
      `hooksmith-code figure.code pre { background: ${hexOf(background)}; color: ${readable(theme.foreground)}; }`,
    );
    this.classOf = (colour) => {
      const known = this.classes.get(colour);
      if (known !== undefined) return known;
      const name = `ink-${this.classes.size}`;
      sheet.insertRule(`.${name} { color: ${readable(colour)}; }`);
      this.classes.set(colour, name);
      return name;
    };
    return theme;
  }
}

/** Of the page. */
// biome-ignore lint/plugin: elements of a page have no maker to be given it by, and a page has one set of colours
export const codeColours = new CodeColours();

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

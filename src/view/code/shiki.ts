/** The highlighter: a bundle of its own, loaded at the first code block in sight. Grammars and themes come one by one, as they are used. */
import { createHighlighterCore, type GrammarState, type ThemedToken, type ThemeRegistrationRaw } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { grammarOf } from './codeLanguages';

/** As monaco-themes has them: a rule's `token` is a TextMate scope, its colours lack the `#`. */
interface MonacoTheme {
  base: 'vs' | 'vs-dark';
  rules: { token: string; foreground?: string; fontStyle?: string }[];
  colors: Record<string, string>;
}

export interface LoadedTheme {
  name: string;
  background: string;
  foreground: string;
}

// No WASM and no `eval`, so the page's content policy stays strict. A pattern that JavaScript lacks leaves its words plain.
const highlighter = createHighlighterCore({ engine: createJavaScriptRegexEngine({ forgiving: true }) });
// biome-ignore lint/plugin: what it remembers follows from the key alone
const themes = new Map<string, Promise<LoadedTheme>>();

/** Rejects for a name that is no theme of monaco-themes. */
export function loadTheme(name: string): Promise<LoadedTheme> {
  const known = themes.get(name) ?? readTheme(name);
  themes.set(name, known);
  return known;
}

async function readTheme(name: string): Promise<LoadedTheme> {
  // biome-ignore lint/plugin: the bundler takes the whole folder of themes
  const { default: monaco } = (await import(`../../../node_modules/monaco-themes/themes/${name}.json`)) as {
    default: MonacoTheme;
  };
  const { base, rules, colors } = monaco;
  const shade = base === 'vs' ? 'light' : 'dark';
  const background = colors['editor.background'] ?? (shade === 'light' ? '#ffffff' : '#1e1e1e');
  const foreground = colors['editor.foreground'] ?? (shade === 'light' ? '#000000' : '#d4d4d4');
  const theme: ThemeRegistrationRaw = {
    name,
    type: shade,
    colors,
    settings: [
      { settings: { background, foreground } },
      ...rules
        .filter(({ token }) => token !== '')
        .map(({ token, foreground: colour, fontStyle }) => ({
          scope: token,
          settings: { ...(colour ? { foreground: `#${colour}` } : {}), ...(fontStyle ? { fontStyle } : {}) },
        })),
    ],
  };
  await (await highlighter).loadTheme(theme);
  return { name, background, foreground };
}

/** Whole lines to the tokens of each; `after` is where the next lines go on. */
export type Tokenize = (code: string, from?: GrammarState) => { lines: ThemedToken[][]; after: GrammarState | undefined };

/** Undefined where the language has no colours here. */
export async function tokenizer(language: string, theme: string): Promise<Tokenize | undefined> {
  const load = grammarOf(language);
  if (!load) return undefined;
  const shiki = await highlighter;
  const { default: grammars } = await load();
  await shiki.loadLanguage(...grammars);
  // The last of a file is the language itself, those before are what it embeds.
  const lang = grammars.at(-1)!.name;
  return (code, from) => {
    const lines = shiki.codeToTokensBase(code, {
      lang,
      theme,
      tokenizeMaxLineLength: 2000,
      // The first line of a language takes long, since its patterns are made for it: cut off on a busy machine it would stay plain. Lines are short.
      tokenizeTimeLimit: 0,
      ...(from ? { grammarState: from } : {}),
    });
    return { lines, after: shiki.getLastGrammarState(lines) };
  };
}

export type { GrammarState, ThemedToken };

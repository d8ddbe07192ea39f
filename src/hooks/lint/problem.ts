/** What the linter says: a problem at a place, and what would mend it. */

export const codes = [
  'syntax',
  'type',
  'unknown-tool',
  'unknown-event',
  'foreign-event',
  'never-runs',
  'same-field',
  'unreturned-decision',
  'missing-await',
  'gate-continues',
  'regex-on-command',
  'never-matches',
  'any-tool',
  'not-fired',
  'other-agent',
] as const;
export type Code = (typeof codes)[number];

/** Offsets in the file's text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}
export interface Fix {
  title: string;
  edits: Edit[];
}

export interface Problem {
  code: Code;
  severity: 'error' | 'warning';
  message: string;
  file: string;
  /** 1-based. */
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  /** In its own words: an editor that has the language says the same. */
  byCompiler?: true;
  /** The package that has no types, where that is what is said. */
  untyped?: string;
  /** The best first. */
  fixes?: Fix[];
}

/** By file, line and column. */
export const inOrder = (a: Problem, b: Problem): number =>
  a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1;

/** What a rule is given: one hook file, all others, and what is known of the workspace. */
import type ts from 'typescript';
import type { AgentName } from '../../protocols/protocol';
import type { HookSource } from './definitions';
import type { Code, Fix, Problem } from './problem';

export interface KnownToLint {
  /** Names of the tools there are, aliases too; of MCP servers, those that are known. */
  tools: readonly string[];
  /** Those of them that we bring: no tool of a file may have one. */
  builtIn?: readonly string[];
  /** Other agents that these hooks guard. */
  guarded?: readonly AgentName[];
}

/** Reports nothing twice at one place. */
export type Report = (code: Code, severity: Problem['severity'], node: ts.Node, message: string, fixes?: Fix[]) => void;

export type LintRule = (file: HookSource, report: Report, known: KnownToLint) => void;

/** Puts a text in the place of a node. */
export const replace = (node: ts.Node, text: string, title: string): Fix => ({
  title,
  edits: [{ start: node.getStart(), end: node.getEnd(), text }],
});
/** Another text in a literal, in the quotes that are there. */
export function respell(node: ts.Node, text: string): Fix {
  const quote = node.getText()[0] ?? "'";
  return replace(node, `${quote}${text}${quote}`, `Change to '${text}'`);
}
export const insert = (at: number, text: string, title: string): Fix => ({ title, edits: [{ start: at, end: at, text }] });

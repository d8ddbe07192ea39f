/** Numbers that options are given. */
import type ts from 'typescript';
import type { HookSource } from './definitions';

/** 0 where there is none, which is a priority's default; undefined where it cannot be read. */
export function numberIn(file: HookSource, node: ts.Expression | undefined): number | undefined {
  if (!node) return 0;
  const value = file.resolved(node);
  const { compiler } = file;
  if (compiler.isNumericLiteral(value)) return Number(value.text);
  const isMinus = compiler.isPrefixUnaryExpression(value) && value.operator === compiler.SyntaxKind.MinusToken;
  return isMinus && compiler.isNumericLiteral(value.operand) ? -Number(value.operand.text) : undefined;
}

/** What there is to reach of each hook in a file: its lines, and the decisions that its code can come to. */
import type ts from 'typescript';
import type { HookSource } from './definitions';
import { decisionIn } from './lostDecisions';

export interface HandlerOutcome {
  decision: string;
  /** 1-based, as its column. */
  line: number;
  column: number;
}

export interface HookPart {
  file: string;
  /** The name it is exported by, or that of what makes it. */
  name: string;
  /** Of its definition, 1-based. */
  line: number;
  lastLine: number;
  /** In the order of the source; none where what hooksmith brings decides. */
  outcomes: HandlerOutcome[];
}

const makers: ReadonlySet<string> = new Set([
  ...['hook', 'policy', 'observe', 'commandHook', 'denyCommands', 'requireCommand', 'denyPaths', 'allowPaths', 'redirectPath'],
  ...['guards', 'rateLimit', 'stepLimit', 'timeLimit', 'tokenLimit', 'contextConfig', 'finishReasons'],
]);

export function hookParts(file: HookSource): HookPart[] {
  const { source } = file;
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  return file.definitions
    .filter(({ maker }) => makers.has(maker))
    .map(({ maker, call, handler }) => ({
      file: source.fileName,
      name: nameOf(file, call) ?? maker,
      line: lineAt(call.getStart()),
      lastLine: lineAt(call.getEnd()),
      outcomes: handler ? outcomesIn(file, handler) : [],
    }));
}

function outcomesIn(file: HookSource, handler: ts.FunctionLikeDeclaration): HandlerOutcome[] {
  const outcomes: HandlerOutcome[] = [];
  file.each(handler, (node) => {
    const decision = decisionIn(file, node as ts.Expression);
    if (!decision) return;
    const { line, character } = file.source.getLineAndCharacterOfPosition(node.getStart());
    outcomes.push({ decision, line: line + 1, column: character + 1 });
  });
  return outcomes;
}

function nameOf({ compiler }: HookSource, call: ts.CallExpression): string | undefined {
  for (let node: ts.Node = call; node.parent; node = node.parent)
    if (compiler.isVariableDeclaration(node.parent) && compiler.isIdentifier(node.parent.name)) return node.parent.name.text;
  return undefined;
}

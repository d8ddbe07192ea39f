/** Everything that is wrong with a set of hook files: what the compiler says, and what it cannot know. */
import { normalize, sep } from 'node:path';
import type ts from 'typescript';
import { eventAliases, eventNames } from '../../shared/hooks/points';
import { neverReached } from './afterEnd';
import { anyTool } from './anyTool';
import { loadCompiler, type Overlay, programOf, type TypeScript } from './compiler';
import { HookSource } from './definitions';
import { type HookPart, hookParts } from './hookParts';
import { gateContinues, missingAwait, notAccepted, unreturned } from './lostDecisions';
import { unknownEvents, unknownTools } from './names';
import { imported, neverRuns, notLoaded, withoutEnding } from './neverRuns';
import { noHooks } from './noHooks';
import { otherAgents } from './otherAgents';
import { neverMatches } from './patterns';
import { type Code, type Fix, inOrder, type Problem } from './problem';
import { refusedAtLoad } from './refusedAtLoad';
import { refusedTools, takenNames } from './refusedTools';
import { regexOnCommand } from './regexOnCommand';
import type { KnownToLint, LintRule, Report } from './rule';
import { sameField } from './sameField';
import { wrongCalls } from './wrongCalls';
import { wrongDecisions } from './wrongDecisions';

const rules: readonly LintRule[] = [
  unknownEvents,
  unknownTools,
  neverRuns,
  noHooks,
  neverReached,
  neverMatches,
  anyTool,
  notAccepted,
  wrongDecisions,
  unreturned,
  missingAwait,
  gateContinues,
  regexOnCommand,
  otherAgents,
  refusedTools,
];

export interface LintedFiles {
  /** In the order in which they run; tools too. */
  hooks: readonly string[];
  /** Checked for types and no more: tests. So is what these files import from below `folder`. */
  others?: readonly string[];
  /** Types that hold in all of them. */
  declarations?: readonly string[];
  /** Not loaded, for their name or their place: what they hold runs only if a file that is loaded takes it. */
  strays?: readonly string[];
  folder: string;
}

const slashed = (path: string): string => path.split(sep).join('/');

export class Linter {
  private program: ts.Program | undefined;
  private read: HookSource[] = [];

  /** `dist` holds the built product. */
  constructor(private readonly dist: string) {}

  /** By file, line and column. */
  async lint(
    { hooks, others = [], declarations = [], strays = [], folder }: LintedFiles,
    known: KnownToLint,
    overlay: Overlay = new Map(),
  ): Promise<Problem[]> {
    const compiler = await loadCompiler();
    // The compiler names files with slashes, whatever the system does.
    const given = new Map([...hooks, ...others, ...strays].map((path) => [slashed(path), path]));
    const texts = new Map([...overlay].map(([path, text]) => [slashed(path), text]));
    this.program = programOf(compiler, [...given.keys(), ...declarations.map(slashed)], slashed(this.dist), texts, this.program);
    const isHook = new Set(hooks.map(slashed));
    const isTest = new Set(others.map(slashed));
    const isStray = new Set(strays.map(slashed));
    const { program } = this;
    const checker = program.getTypeChecker();
    const problems: Problem[] = [];
    const read: HookSource[] = [];
    this.read = read;
    const isOurs = ({ fileName, isDeclarationFile }: ts.SourceFile) =>
      fileName.startsWith(`${slashed(folder)}/`) && !isDeclarationFile && !fileName.includes('node_modules');
    const sources = program.getSourceFiles().filter(isOurs);
    const defined = sources.flatMap((source) => toolsIn(new HookSource(compiler, source, checker)));
    const tools = [...known.tools, ...defined];
    const taken = new Set(
      sources.filter(({ fileName }) => !isTest.has(fileName)).flatMap((source) => imported(compiler, source)),
    );
    for (const source of sources) {
      const path = source.fileName;
      const syntax = program.getSyntacticDiagnostics(source).map((one) => problemOf(compiler, source, 'syntax', one));
      problems.push(...syntax);
      const file = new HookSource(compiler, source, checker);
      const own: Problem[] = [];
      if (isHook.has(path)) {
        read.push(file);
        for (const rule of rules) rule(file, reporter(own, file), { ...known, tools });
        if (syntax.length === 0) {
          wrongCalls(file, reporter(own, file), known);
          refusedAtLoad(file, reporter(own, file), (call) => own.filter((one) => isOn(file, one, call)));
        }
      }
      if (isStray.has(path) && !taken.has(withoutEnding(path))) notLoaded(file, reporter(own, file));
      const isToldOtherwise = toldByRules(file, own);
      // A text that cannot be read has no types worth telling of.
      const types = syntax.length > 0 ? [] : program.getSemanticDiagnostics(source).filter((one) => !isToldOtherwise(one));
      problems.push(...own, ...types.map((one) => problemOf(compiler, source, isAwait(one) ? 'missing-await' : 'type', one)));
    }
    for (const path of [...hooks, ...others].map(slashed)) if (!program.getSourceFile(path)) problems.push(unreadable(path));
    sameField(read, (file) => reporter(problems, file));
    takenNames(read, (file) => reporter(problems, file));
    for (const problem of problems) problem.file = given.get(problem.file) ?? normalize(problem.file);
    return problems.sort(inOrder);
  }

  /** Of the hook files that were read last. */
  get parts(): HookPart[] {
    return this.read.flatMap(hookParts).map((part) => ({ ...part, file: normalize(part.file) }));
  }
}

/** Whether it is said of a call itself, not of what its handler does. */
function isOn(file: HookSource, { file: at, line, column }: Problem, call: ts.CallExpression): boolean {
  if (at !== file.source.fileName) return false;
  const start = file.compiler.getPositionOfLineAndCharacter(file.source, line - 1, column - 1);
  const within = (node: ts.Node | undefined) => node !== undefined && start >= node.getStart() && start < node.getEnd();
  return within(call) && !within(file.definitions.find((one) => one.call === call)?.handler);
}

/** Of a file, or of a folder that stands for those in it. */
const unreadable = (file: string): Problem => ({
  ...{ code: 'syntax', severity: 'error', message: 'cannot be read, so that nothing in it guards', file },
  ...{ line: 1, column: 1, endLine: 1, endColumn: 1 },
});

/** Names of the tools that a file of the workspace defines. */
const toolsIn = (file: HookSource): string[] =>
  file.definitions.flatMap(({ maker, call }) =>
    maker === 'defineTool'
      ? (file.words(file.property(file.object(call.arguments[0]), 'name')) ?? []).map(({ text }) => text)
      : [],
  );

/** Where the name of an event is wrong, all of the call's types are; where a promise is not awaited, a rule says so better. */
function toldByRules(file: HookSource, own: readonly Problem[]): (one: ts.Diagnostic) => boolean {
  const { definitions, compiler, source } = file;
  const isKnown = (event: string) => eventAliases.has(event) || (eventNames as readonly string[]).includes(event);
  const misnamed = definitions.filter(({ events = [] }) => events.some(({ text }) => !isKnown(text)));
  const within = (at: number, node: ts.Node) => at >= node.getStart() && at < node.getEnd();
  const startsOf = (...codes: Problem['code'][]) =>
    own
      .filter((one) => one.file === source.fileName && (codes.length === 0 || codes.includes(one.code)))
      .map(({ line, column }) => compiler.getPositionOfLineAndCharacter(source, line - 1, column - 1));
  const starts = new Set(startsOf());
  // Of a list or pattern that is empty the compiler speaks where the pattern's field begins.
  const matching = definitions.flatMap(({ options }) => file.object(file.property(options, 'match'))?.properties ?? []);
  const empty = startsOf('never-runs', 'never-matches').flatMap((at) => [
    at,
    ...matching.filter((field) => at >= field.getStart() && at < field.getEnd()).map((field) => field.getStart()),
  ]);
  // Of a decision that its event does not take the compiler speaks at length, from the handler on.
  const places = startsOf('type');
  const barred = definitions.filter(({ handler }) => handler && places.some((at) => within(at, handler)));
  // Of a call that is made wrongly it speaks of overloads, and of what it takes the handler's types to be then.
  const wrong = definitions.filter(({ call, handler }) =>
    places.some((at) => within(at, call) && !(handler && within(at, handler))),
  );
  return ({ start = 0, length = 0, code }) =>
    wrong.some(({ call }) => within(start, call)) ||
    barred.some(({ handler }) => start === handler!.getStart()) ||
    places.some((at) => at >= start && at < start + length) ||
    misnamed.some(({ call }) => within(start, call)) ||
    empty.includes(start) ||
    (code === unusedPromise && starts.has(start));
}

const unusedPromise = 2801;
/** A package without types runs as well as others, and nobody but its author can give it some. */
const untyped = 7016;
const forgotten = 2773;
/** The compiler itself asks whether an `await` was forgotten. */
const isAwait = ({ code, relatedInformation = [] }: ts.Diagnostic): boolean =>
  code === unusedPromise || relatedInformation.some((one) => one.code === forgotten);

function reporter(problems: Problem[], { source }: HookSource): Report {
  return (code, severity, node, message, fixes = []) => {
    // What a name stands for may be written in another file.
    const its = node.getSourceFile() ?? source;
    const [start, end] = [node.getStart(its), node.getEnd()];
    const made = placed(its, start, end, { code, severity, message, ...(fixes.length > 0 ? { fixes } : {}) });
    if (
      !problems.some((one) => one.code === code && one.file === made.file && one.line === made.line && one.column === made.column)
    )
      problems.push(made);
  };
}

function problemOf(compiler: TypeScript, source: ts.SourceFile, code: Code, one: ts.Diagnostic): Problem {
  const { start = 0, length = 0 } = one;
  const message = compiler.flattenDiagnosticMessageText(one.messageText, '\n').replace(/\s*\n\s*/g, ' ');
  if (one.code !== untyped)
    return { ...placed(source, start, start + length, { code, severity: 'error', message }), byCompiler: true };
  // The compiler points at the name as it is quoted.
  const name = source.text.slice(start + 1, start + length - 1);
  return { ...placed(source, start, start + length, { code, severity: 'warning', message }), byCompiler: true, untyped: name };
}

interface Said {
  code: Code;
  severity: Problem['severity'];
  message: string;
  fixes?: Fix[];
}
function placed(source: ts.SourceFile, start: number, end: number, said: Said): Problem {
  const from = source.getLineAndCharacterOfPosition(start);
  const to = source.getLineAndCharacterOfPosition(end);
  return {
    ...said,
    file: source.fileName,
    line: from.line + 1,
    column: from.character + 1,
    endLine: to.line + 1,
    endColumn: to.character + 1,
  };
}

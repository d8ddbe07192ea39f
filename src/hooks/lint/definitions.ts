/** What a hook file defines, read from its tree: calls of what it imports from `hooksmith`, with their events, options and handlers as far as these stand there. */
import type ts from 'typescript';
import type { TypeScript } from './compiler';

/** A text of the source, and where it stands. */
export interface SourceText {
  text: string;
  node: ts.Node;
}

export interface FoundDefinition {
  /** As it is exported by `hooksmith`: `hook`, `policy`, `denyCommands`, … */
  maker: string;
  call: ts.CallExpression;
  /** Of `hook`; undefined where they cannot be read. */
  events?: SourceText[];
  /** Undefined where there are none, or none that can be read. */
  options?: ts.ObjectLiteralExpression;
  handler?: ts.FunctionLikeDeclaration;
}

export class HookSource {
  readonly definitions: FoundDefinition[] = [];
  /** Local names of what is imported from `hooksmith`. */
  private readonly imported = new Map<string, string>();
  /** Local names of the module as a whole. */
  private readonly namespaces = new Set<string>();
  /** It takes `hooksmith` by `require`, and so exports in that way, too. */
  isScript = false;

  constructor(
    readonly compiler: TypeScript,
    readonly source: ts.SourceFile,
    readonly checker: ts.TypeChecker,
  ) {
    for (const statement of source.statements) this.readImport(statement);
    this.each(source, (node) => {
      const maker = compiler.isCallExpression(node) ? this.makerOf(node.expression) : undefined;
      if (maker) this.definitions.push(this.read(maker, node as ts.CallExpression));
    });
  }

  /** Every node below, outermost first. */
  each(node: ts.Node, visit: (node: ts.Node) => void): void {
    const walk = (one: ts.Node) => {
      visit(one);
      this.compiler.forEachChild(one, walk);
    };
    walk(node);
  }

  /** The initializer behind a name, or the expression itself, without what only types it. */
  resolved(node: ts.Expression, depth = 4): ts.Expression {
    const { compiler } = this;
    if (
      compiler.isAsExpression(node) ||
      compiler.isSatisfiesExpression(node) ||
      compiler.isParenthesizedExpression(node) ||
      compiler.isNonNullExpression(node)
    )
      return this.resolved(node.expression, depth);
    if (!compiler.isIdentifier(node) || depth === 0) return node;
    const declared = this.declarationOf(node);
    if (declared && compiler.isVariableDeclaration(declared) && declared.initializer && this.isConst(declared))
      return this.resolved(declared.initializer, depth - 1);
    return node;
  }

  declarationOf(node: ts.Identifier): ts.Declaration | undefined {
    const { parent } = node;
    // `{ match }` names a field and a variable: the variable is meant.
    const symbol =
      parent && this.compiler.isShorthandPropertyAssignment(parent)
        ? this.checker.getShorthandAssignmentValueSymbol(parent)
        : this.checker.getSymbolAtLocation(node);
    if (!symbol) return undefined;
    const target = symbol.flags & this.compiler.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    return target.valueDeclaration;
  }

  /** Whether it is what a handler is given: another name further in may be spelt the same. */
  isContext(node: ts.Expression, handler: ts.FunctionLikeDeclaration | undefined): boolean {
    const first = handler?.parameters[0];
    return first !== undefined && this.compiler.isIdentifier(node) && this.declarationOf(node) === first;
  }

  private isConst(declared: ts.VariableDeclaration): boolean {
    return (this.compiler.getCombinedNodeFlags(declared) & this.compiler.NodeFlags.Const) !== 0;
  }

  /** Texts of a literal, or of an array of them; undefined where one of them is none. */
  words(node: ts.Expression | undefined): SourceText[] | undefined {
    if (!node) return undefined;
    const { compiler } = this;
    const value = this.resolved(node);
    if (compiler.isStringLiteralLike(value)) return [{ text: value.text, node: value }];
    if (!compiler.isArrayLiteralExpression(value)) return undefined;
    const words = value.elements.map((element) => this.words(element));
    return words.every((list) => list?.length === 1) ? words.map((list) => list![0]!) : undefined;
  }

  property(object: ts.ObjectLiteralExpression | undefined, name: string): ts.Expression | undefined {
    for (const property of object?.properties ?? []) {
      if (this.nameOf(property) !== name) continue;
      if (this.compiler.isPropertyAssignment(property)) return property.initializer;
      if (this.compiler.isShorthandPropertyAssignment(property)) return property.name;
    }
    return undefined;
  }

  nameOf(property: ts.ObjectLiteralElementLike): string | undefined {
    const { name } = property;
    return name && (this.compiler.isIdentifier(name) || this.compiler.isStringLiteralLike(name)) ? name.text : undefined;
  }

  object(node: ts.Expression | undefined): ts.ObjectLiteralExpression | undefined {
    const value = node && this.resolved(node);
    return value && this.compiler.isObjectLiteralExpression(value) ? value : undefined;
  }

  /** A function that stands there, or that a name stands for. */
  function(node: ts.Expression | undefined): ts.FunctionLikeDeclaration | undefined {
    if (!node) return undefined;
    const { compiler } = this;
    const value = this.resolved(node);
    if (compiler.isArrowFunction(value) || compiler.isFunctionExpression(value)) return value;
    const declared = compiler.isIdentifier(value) ? this.declarationOf(value) : undefined;
    return declared && compiler.isFunctionDeclaration(declared) && declared.getSourceFile() === this.source
      ? declared
      : undefined;
  }

  /** The name that `hooksmith` exports it by. */
  makerOf(node: ts.Expression): string | undefined {
    const { compiler } = this;
    if (compiler.isIdentifier(node)) return this.imported.get(node.text);
    return compiler.isPropertyAccessExpression(node) &&
      compiler.isIdentifier(node.expression) &&
      this.namespaces.has(node.expression.text)
      ? node.name.text
      : undefined;
  }

  private readImport(statement: ts.Statement): void {
    const { compiler } = this;
    if (compiler.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (initializer && this.isRequired(initializer)) {
          this.isScript = true;
          if (compiler.isIdentifier(name)) this.namespaces.add(name.text);
          else
            for (const one of name.elements)
              if (compiler.isBindingElement(one) && compiler.isIdentifier(one.name))
                this.imported.set(one.name.text, (one.propertyName ?? one.name).getText());
        }
    if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) return;
    if (statement.moduleSpecifier.text !== 'hooksmith') return;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings) return;
    if (compiler.isNamespaceImport(bindings)) this.namespaces.add(bindings.name.text);
    else for (const one of bindings.elements) this.imported.set(one.name.text, (one.propertyName ?? one.name).text);
  }

  /** `require('hooksmith')`, by which a script imports. */
  private isRequired(node: ts.Expression): boolean {
    const { compiler } = this;
    const [from] = compiler.isCallExpression(node) && node.expression.getText() === 'require' ? node.arguments : [];
    return from !== undefined && compiler.isStringLiteralLike(from) && from.text === 'hooksmith';
  }

  private read(maker: string, call: ts.CallExpression): FoundDefinition {
    if (maker !== 'hook' && maker !== 'policy') return { maker, call };
    const args = maker === 'hook' ? call.arguments.slice(1) : [...call.arguments];
    return {
      maker,
      call,
      events: maker === 'hook' ? this.words(call.arguments[0]) : undefined,
      options: args.length > 1 ? this.object(args[0]) : undefined,
      handler: this.function(args.at(-1)),
    };
  }
}

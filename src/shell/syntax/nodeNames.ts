/** What a node of the syntax tree does with variables beyond reading them: sets them, or has bash evaluate what they hold. */
import type { SyntaxNode, Word } from 'unbash';
import type { Numbers } from './arithmetic';

export interface NameSink {
  readonly numbers: Numbers;
  /** A variable is set; the value is undefined where nobody knows it. `isOwn` where programs do not see it. */
  assigned(name: string, value: string | undefined, isOwn: boolean): void;
  unknowable(reason: string): void;
  /** What a loop gives it, among others. */
  mayHold(name: string, raw: string): void;
}

const comparesNumbers = /^-(eq|ne|lt|le|gt|ge)$/;
const setsInArithmetic =
  /([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|(?:\+\+|--)\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)\s*(?:\+\+|--)/g;

/** The variables that an expression sets. */
export const setInArithmetic = (text: string): string[] =>
  [...text.matchAll(setsInArithmetic)].flatMap((found) => found.slice(1).find((one) => one) ?? []);

/** A name with a subscript, in a word that bash takes for a name: `unset 'a[…]'`. */
export function noteName(
  text: string,
  isKnown: boolean,
  { numbers, unknowable }: Pick<NameSink, 'numbers' | 'unknowable'>,
): void {
  if (!isKnown) return unknowable('which variable is meant is only known when it runs');
  const subscript = /^[^[=]*\[(.*)\]/s.exec(text)?.[1];
  if (subscript !== undefined && subscript !== '@' && subscript !== '*') numbers.text(subscript);
}

export function noteNames(node: SyntaxNode, sink: NameSink): void {
  const { numbers } = sink;
  const loop = (name: Word, words: readonly Word[] | undefined) => {
    sink.assigned(name.value, undefined, true);
    if (!words) numbers.assign(name.value, undefined);
    for (const word of words ?? []) {
      numbers.assign(name.value, word);
      sink.mayHold(name.value, word.text);
    }
  };
  const counts = (text: string) => {
    for (const set of setInArithmetic(text)) sink.assigned(set, undefined, true);
  };
  switch (node.type) {
    case 'Assignment':
      if (node.index) numbers.text(node.index.text);
      if (node.value.type === 'Word') numbers.assign(node.name, node.value);
      else {
        numbers.assign(node.name, undefined);
        for (const { text } of node.value.elements) if (text.startsWith('[')) noteName(text, true, sink);
      }
      return;
    case 'ArithmeticExpansion':
    case 'ArithmeticCommand':
      numbers.evaluate(node.expression);
      return counts(node.type === 'ArithmeticCommand' ? node.body : node.text);
    case 'ArithmeticFor':
      for (const part of [node.initialize, node.test, node.update]) if (part) numbers.evaluate(part);
      return;
    case 'SimpleExpansion':
      return;
    case 'ParameterExpansion': {
      const { prefix, index, operation, parameter } = node;
      const isList = index?.text === '@' || index?.text === '*';
      if (index && !isList) numbers.text(index.text);
      if (prefix === '!' && operation?.type !== 'Names' && !isList)
        sink.unknowable(`what \`${node.text}\` stands for is only known when it runs`);
      if (operation?.type === 'Transform' && /P/.test(operation.operand.text))
        sink.unknowable(`\`${node.text}\` runs the commands that its value holds`);
      if (operation?.type === 'Unknown') sink.unknowable(`\`${node.text}\` cannot be read`);
      if (operation?.type === 'Slice') for (const word of [operation.offset, operation.length]) if (word) numbers.word(word);
      if (operation?.type === 'Default' && operation.operator.endsWith('=')) {
        numbers.assign(parameter, operation.operand);
        sink.assigned(parameter, operation.operand.text, true);
      }
      return;
    }
    case 'TestUnary':
      if (/^-[vR]$/.test(node.operator)) noteName(node.operand.value, isLiteral(node.operand), sink);
      return;
    case 'TestBinary':
      if (comparesNumbers.test(node.operator)) for (const word of [node.left, node.right]) numbers.word(word);
      return;
    case 'For':
    case 'Select':
      return loop(node.name, node.wordlist);
    case 'Coproc':
      if (node.name) sink.assigned(node.name.value, undefined, true);
      return;
    case 'Redirect':
      if (node.descriptor?.type === 'FileDescriptorVariable') {
        const name = node.descriptor.name.replace(/^\{|\}$/g, '');
        noteName(name, !/[$`]/.test(name), sink);
        sink.assigned(name.replace(/\[.*/s, ''), undefined, true);
      }
  }
}

/** The files that `[[ … ]]` asks about, and those that `select` shows. */
export function testedFiles(node: SyntaxNode): Word[] {
  // It prints the names that it finds.
  if (node.type === 'Select') return (node.wordlist ?? []).filter(({ text }) => /[*?[]/.test(text));
  if (node.type === 'TestUnary') return /^-[a-hkprsuwxLNOSG]$/.test(node.operator) ? [node.operand] : [];
  return node.type === 'TestBinary' && /^-(nt|ot|ef)$/.test(node.operator) ? [node.left, node.right] : [];
}

export const isLiteral = ({ parts = [] }: Pick<Word, 'parts'>): boolean =>
  parts.every((part): boolean =>
    part.type === 'DoubleQuoted'
      ? part.parts.every(({ type }) => type === 'Literal')
      : /^(Literal|SingleQuoted|AnsiCQuoted)$/.test(part.type),
  );

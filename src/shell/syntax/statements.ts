/** What is told of a statement of a line by its syntax alone: what it is called by, what it sets, and whether the shell may read it in another way. Pure. */
import { type Assignment, type Command as CommandNode, forEachChild, type SyntaxNode } from 'unbash';

/**
 * Bash 5.2 loses the first `;` behind a here-document in `$(…)` and `<(…)`, so that two commands become one.
 */
export function joinsCommands(node: SyntaxNode, text: string): boolean {
  if (!text.includes('<<')) return false;
  let [rest, found] = [text, false];
  const look = (one: SyntaxNode): void => {
    if (one.type === 'HereDoc') {
      found = true;
      // Its text and its end are no commands.
      rest = rest.replace(one.body.text, () => '');
    }
    forEachChild(one, look);
  };
  look(node);
  return found && rest.includes(';');
}

/** Variables that a statement sets before it does anything else: with no program behind them, they stay. */
export function namesSetBy(node: SyntaxNode): string[] {
  if (node.type === 'Statement') return node.background ? [] : namesSetBy(node.command as unknown as SyntaxNode);
  if (node.type === 'AndOr') return namesSetBy(node.commands[0] as unknown as SyntaxNode);
  if (node.type !== 'Command') return [];
  const command = node as CommandNode;
  return command.name ? [] : assignmentsIn(command).map(({ name }) => name);
}

/** What is set in a part of these is not set where another part of them ran. */
export const branching: ReadonlySet<string> = new Set('If Elif Case CaseItem While For Select ArithmeticFor Function'.split(' '));

/** Empty where it has none. */
export const nameOf = ({ name }: CommandNode): string => name?.value ?? '';

export const assignmentsIn = ({ prefix }: CommandNode): Assignment[] => prefix.filter((one) => one.type === 'Assignment');

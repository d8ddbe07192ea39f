/**
 * The commands that may stand in the words of another. Nothing says that it runs them, so what matches there only might. Apart from what finds those places: who
 * only matches, as the host does, needs none of the tables of programs. Pure.
 */
import type { Command } from '../../shared/calls/toolFacts';
import { type AnyWord, readWords } from './commandReadings';

/** Each pattern of each rule, hook and policy asks for them. */
const known = new WeakMap<Command, readonly Command[]>();

/** The commands that may begin there, each in its own words. */
export function innerCommands(command: Command): readonly Command[] {
  const inner = known.get(command) ?? takenApart(command);
  known.set(command, inner);
  return inner;
}

function takenApart(command: Command): Command[] {
  const words = readWords(command);
  return (command.mayRun === 'any' ? [] : (command.mayRun ?? [])).flatMap((at): Command[] => {
    const word = words[at];
    if (typeof word !== 'string') return [];
    const whole = word.replace(/^--?[\w-]+=/, '');
    // `-o sftp.command=COMMAND`: a setting, of which the value may be the command.
    const value = whole.replace(/^[A-Za-z][\w.:-]*=/, '');
    // `yt-dlp --exec WHEN:COMMAND`
    const behindMoment = whole.replace(/^[a-z_]+:(?!\/\/)/, '');
    return [...new Set([whole, value, behindMoment])].flatMap((text) =>
      /[\s(){}!;|&]/.test(text) ? scriptCommands(text) : text === '' ? [] : [commandOf([text, ...words.slice(at + 1)])],
    );
  });
}

/** A text that may be a script, taken apart roughly: whoever writes it in full is read in full where it is known to be one. */
const scriptCommands = (text: string): Command[] =>
  text.split(/[;&|!\n(){}`'"]+/).flatMap((part) => {
    const words = part.trim().split(/\s+/);
    const start = words.findIndex((word) => !/^\w+=/.test(word));
    // `shell COMMAND`, as debuggers and file managers have it
    return start < 0 || words[start] === ''
      ? []
      : [start, start + 1].flatMap((at) => (at < words.length ? [commandOf(words.slice(at))] : []));
  });

function commandOf(words: readonly AnyWord[]): Command {
  const texts = words.map((word) => (typeof word === 'string' ? word : word.pieces.map((piece) => piece ?? '').join('')));
  const isPartial = words.some((word) => typeof word !== 'string');
  return {
    program: texts[0]!,
    args: texts.slice(1),
    text: texts.join(' '),
    ...(isPartial ? { words: [...words] } : {}),
  };
}

/**
 * The one predicate on command lines: does a line run what a pattern says? `match` of hooks and policies, rules, allows and the built-in policies all ask here.
 * Pure.
 */

import { brief } from '../../shared/basics/brief';
import type { Command, ToolFacts } from '../../shared/calls/toolFacts';
import { type CommandPattern, commandFits } from '../commands/commandPattern';
import { readingsOf, readWords } from '../commands/commandReadings';
import { innerCommands } from '../commands/innerCommands';
import { mayBeOther } from '../commands/otherNames';
import { matchPartial, type PartialAnswer } from '../commands/partialText';

type Facts = Pick<ToolFacts, 'commandLine' | 'commands' | 'seenCommands' | 'uncertainties' | 'allowBars'>;
export type MatchedLine = {
  readonly [K in keyof Facts]: Facts[K] extends (infer One)[] | undefined ? readonly One[] | undefined : Facts[K];
};

export interface Judged {
  answer: PartialAnswer;
  /** The pattern that matches, or might. */
  pattern?: string;
  /** At `maybe`: what is not known, in words. */
  reason?: string;
}

/** A text with wildcards, or a pattern of leading words and flags. */
export type Pattern = string | CommandPattern;

export const isCommandLine = ({ commandLine, commands, seenCommands }: MatchedLine): boolean =>
  commandLine !== undefined || commands !== undefined || seenCommands !== undefined;

const textOf = (pattern: Pattern): string => (typeof pattern === 'string' ? pattern : pattern.text);

/** Whether one command of the line matches one of the patterns. `ignore` leaves out what is not known for that cause, `except` the commands that match it. */
export function judgeLine(line: MatchedLine, patterns: readonly Pattern[], ignore?: 'code', except?: Pattern): Judged {
  let maybe: Judged | undefined;
  for (const command of line.commands ?? line.seenCommands ?? []) {
    if (except !== undefined && judgeCommand(command, except) === 'yes') continue;
    for (const pattern of patterns) {
      const answer = judgeCommand(command, pattern);
      if (answer === 'yes') return { answer, pattern: textOf(pattern) };
      if (answer === 'maybe') maybe ??= { answer, pattern: textOf(pattern), reason: unknownWords(command) };
    }
  }
  if (maybe) return maybe;
  const reason = unknownOf(line, ignore);
  return reason === undefined ? { answer: 'no' } : { answer: 'maybe', reason };
}

/** What of the line could run anything, in words; undefined where all of it is known. */
function unknownOf({ commands, uncertainties = [] }: MatchedLine, ignore?: 'code'): string | undefined {
  const reasons = uncertainties.filter(({ kind }) => kind !== ignore).map(({ reason }) => reason);
  if (reasons.length > 0) return joined(reasons);
  return commands || uncertainties.length > 0 ? undefined : 'the command line could not be read to the end';
}

const mostReasons = 4;
function joined(reasons: readonly string[]): string {
  const all = [...new Set(reasons)];
  return all.length > mostReasons
    ? `${all.slice(0, mostReasons).join('; ')}; and ${all.length - mostReasons} more`
    : all.join('; ');
}

/** All that is not known of a line, arguments of its commands included; undefined where all of it is. */
export function uncertaintyOf(line: MatchedLine): string | undefined {
  if (!isCommandLine(line)) return undefined;
  const reasons = (line.commands ?? line.seenCommands ?? []).filter(({ words }) => words).map(unknownWords);
  const whole = unknownOf(line);
  return whole === undefined && reasons.length === 0 ? undefined : joined([...(whole === undefined ? [] : [whole]), ...reasons]);
}

const mostShown = 8;
const shortened = (text: string) => brief(text, 80);

function unknownWords(command: Command): string {
  if (!command.words && !command.mayBe && command.mayRun) return `\`${shortened(command.text)}\` may run what its words name`;
  if (command.mayBe && !command.words) return `what \`${shortened(command.text)}\` stands for is known to its settings`;
  const known = [command.program, ...command.args];
  const texts = readWords(command).flatMap((word, i) => (typeof word === 'string' ? [] : [known[i] ?? '']));
  const shown = [...new Set(texts.filter((text) => text !== ''))].slice(0, mostShown).map((text) => `\`${shortened(text)}\``);
  return shown.length > 0
    ? `${shown.join(', ')} in \`${shortened(command.text)}\` is only known when it runs`
    : `\`${shortened(command.text)}\` is given more words when it runs`;
}

function judgeCommand(command: Command, pattern: Pattern): PartialAnswer {
  const answer = judgeWords(command, pattern);
  if (answer !== 'no' || !command.mayRun) return answer;
  if (command.mayRun === 'any') return 'maybe';
  return innerCommands(command).some((inner) => judgeWords(inner, pattern) !== 'no') ? 'maybe' : 'no';
}

function judgeWords(command: Command, pattern: Pattern): PartialAnswer {
  if (typeof pattern !== 'string') return commandFits(command, pattern);
  if (!mayBeOther(command.program) && !mayName(command.program, pattern, command.words !== undefined)) return 'no';
  let answer: PartialAnswer = 'no';
  for (const { text, sure } of readingsOf(command)) {
    const one = matchPartial(text, pattern);
    if (one === 'yes' && sure) return 'yes';
    if (one !== 'no') answer = 'maybe';
  }
  return answer;
}

/** Most patterns name another program: seen without reading the command. */
function mayName(program: string, pattern: string, isPartial: boolean): boolean {
  const [, name, next] = /^([^\s*?]*)(.?)/s.exec(pattern)!;
  if (isPartial || /[A-Z]/.test(name! + program)) return true;
  return next === '*' || next === '?' ? true : program === name || program.endsWith(`/${name}`) || /[\\.\s]/.test(program + name);
}

/** Whether an allow can count for a line at all: nothing in it is unknown, and nothing that it assigns or writes stands against it. */
export const mayBeAllowed = (line: MatchedLine): boolean =>
  line.commands !== undefined && !line.uncertainties?.length && !line.allowBars?.length;

/** What an allow is to cover: the commands of the line, and what they are told to run. */
export const commandsToAllow = (commands: readonly Command[]): Command[] =>
  commands.flatMap((command) => {
    const { told = [] } = command;
    return told === 'any' ? [{ ...command, dynamic: true }] : [command, ...commandsToAllow(told)];
  });

/** Whether an `allow` covers the line: it may be allowed, and every command matches where there are patterns. */
export const allowCovers = (line: MatchedLine, patterns?: readonly string[]): boolean =>
  mayBeAllowed(line) &&
  (!patterns || commandsToAllow(line.commands!).every((command) => allowingPattern(command, patterns) !== undefined));

/** The pattern that covers the command for an allow. */
export function allowingPattern(command: Command, patterns: readonly string[]): string | undefined {
  if (command.dynamic || command.words?.some((word) => typeof word !== 'string' && !word.operand)) return undefined;
  const readings = readingsOf(command).filter(({ sure, moved }) => sure && !moved);
  return patterns.find((pattern) => readings.some(({ text }) => matchPartial(text, pattern) === 'yes'));
}

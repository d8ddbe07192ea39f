/** Patterns on commands that can never match. */
import { patternProblem, textPatternDoubt, textPatternProblem } from '../../shell/patternProblem';
import type { Word } from './definitions';
import type { Report, Rule } from './rule';

export const neverMatches: Rule = (file, report) => {
  for (const { maker, call, options } of file.definitions) {
    if (maker === 'hook' || maker === 'policy') {
      const match = file.object(file.property(options, 'match'));
      const texts = file.words(file.property(match, 'command'));
      refused(texts, textPatternProblem, report);
      for (const { text, node } of texts ?? []) {
        const doubt = textPatternProblem(text) === undefined ? textPatternDoubt(text) : undefined;
        if (doubt) report('never-matches', 'warning', node, doubt);
      }
    }
    if (maker === 'denyCommands' || maker === 'requireCommand') {
      const [first, ...rest] = call.arguments;
      const listed = maker === 'denyCommands' && first ? file.property(file.object(first), 'patterns') : undefined;
      const given = maker === 'requireCommand' ? rest : listed ? [listed] : [...call.arguments];
      for (const argument of given) refused(file.words(argument), patternProblem, report);
    }
  }
};

function refused(words: readonly Word[] | undefined, problemOf: (text: string) => string | undefined, report: Report): void {
  for (const { text, node } of words ?? []) {
    const problem = problemOf(text);
    if (problem) report('never-matches', 'error', node, problem);
    else if (looksLikeRegex(text))
      report(
        'never-matches',
        'warning',
        node,
        `the pattern ${JSON.stringify(text)} is compared as text: only * and ? stand for other characters, ^, $, \\s, .* and the like for themselves`,
      );
  }
}

/** Anchors at the ends, classes and repeats: what no command has as text. */
const looksLikeRegex = (text: string): boolean =>
  /^\^\w/.test(text) ||
  /\w\$$/.test(text) ||
  /\\[sbwd]([+*]|\b|$)/.test(text) ||
  /\.\*|\.\+(\s|$)|\[\^?[\w-]+\][+*]|\(\?[:=!]/.test(text);

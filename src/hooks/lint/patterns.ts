/** Patterns on commands and on branches that can never match. */
import { patternProblem, textPatternDoubt, textPatternProblem } from '../../shell/rules/patternProblem';
import { globMatches } from '../chain/choosing/matching';
import type { SourceText } from './definitions';
import { type LintRule, type Report, respell } from './rule';

export const neverMatches: LintRule = (file, report) => {
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
    if (maker === 'hook' || maker === 'policy') strayGlobs(file.words(file.property(options, 'agents')), report);
    if (maker === 'denyCommands' || maker === 'requireCommand') {
      const [first, ...rest] = call.arguments;
      const listed = maker === 'denyCommands' && first ? file.property(file.object(first), 'patterns') : undefined;
      const given = maker === 'requireCommand' ? rest : listed ? [listed] : [...call.arguments];
      for (const argument of given) refused(file.words(argument), patternProblem, report);
    }
  }
};

function refused(
  words: readonly SourceText[] | undefined,
  problemOf: (text: string) => string | undefined,
  report: Report,
): void {
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

/** What has neither signs nor segments is an agent's name; all else is compared with branches, and each of those begins at the main agent. */
function strayGlobs(words: readonly SourceText[] | undefined, report: Report): void {
  for (const { text, node } of words ?? []) {
    const [first = '', ...below] = text.split('/');
    const isName = below.length === 0 && !/[*?[\]{}()!]/.test(first);
    // Braces may hold whole branches, and a negation matches what it does not name.
    const isOpen = /^!|\*\*|[{(][^)}]*\//.test(text);
    if (isName || isOpen || (first && globMatches(first, 'main'))) continue;
    const meant = below.length === 0 ? `**/${text}` : `main/${text}`;
    const why = `no branch matches '${text}': each begins with main, as main/researcher`;
    report('never-matches', 'warning', node, why, [respell(node, meant)]);
  }
}

/** Anchors at the ends, classes and repeats: what no command has as text. */
const looksLikeRegex = (text: string): boolean =>
  /^\^\w/.test(text) ||
  /\w\$$/.test(text) ||
  /\\[sbwd]([+*]|\b|$)/.test(text) ||
  /\.\+(\s|$)|\[\^?[\w-]+\][+*]|\(\?[:=!]/.test(text) ||
  isRegexStar(text);

/** `.*` stands for anything in a regular expression, unless it is where names of files have it: `.env.*`, `*.*`, `cat notes.*`. */
const isRegexStar = (text: string): boolean =>
  /\\.*\.\*|\.\*.*\\|^\.\*|^[a-z-]+\.\*|\w\.\*[\w-]/i.test(text) ||
  (!takesFiles.test(text) && /(^|\s)([\w-]*[a-z_-])?\.\*(?![./])/i.test(text));
/** Programs whose words are names of files, as a rule. */
const takesFiles =
  /^(cat|less|more|head|tail|ls|rm|cp|mv|ln|chmod|chown|touch|shred|source|open|code|vim?|nano|find|[ef]?grep|rg|tar|zip|unzip|scp|rsync|git (add|rm|mv|checkout|restore)) /;

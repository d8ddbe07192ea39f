/** Names of events and of tools that there are not. */
import { eventsMeant, foreignEvent } from '../../shared/foreignEvents';
import { nearest } from '../../shared/nearest';
import { eventAliases, eventNames } from '../../shared/points';
import { matchesWildcard } from '../../shared/wildcards';
import { toolPatternProblem } from '../chain/toolPatternProblem';
import type { SourceText } from './definitions';
import { type KnownToLint, type LintRule, type Report, respell } from './rule';

export const unknownEvents: LintRule = (file, report) => {
  for (const { events = [] } of file.definitions) {
    for (const { text, node } of events) {
      if (eventAliases.has(text) || (eventNames as readonly string[]).includes(text)) continue;
      const ours = foreignEvent(text);
      const offered = eventsMeant(text, 1);
      const fixes = offered.map((name) => respell(node, name));
      if (ours) report('foreign-event', 'error', node, `'${text}' is another system's name: here it is '${ours}'`, fixes);
      else report('unknown-event', 'error', node, `there is no event '${text}'${didYouMean(offered)}`, fixes);
    }
  }
};

export const unknownTools: LintRule = (file, report, known) => {
  for (const { maker, call, options } of file.definitions) {
    if (maker === 'hook' || maker === 'policy') check(file.words(file.property(options, 'tools')), report, known);
    if (maker === 'rateLimit') check(file.words(file.property(file.object(call.arguments[0]), 'tool')), report, known);
  }
};

function check(words: readonly SourceText[] | undefined, report: Report, { tools, guarded = [] }: KnownToLint): void {
  for (const { text, node } of words ?? []) {
    const never = toolPatternProblem(text);
    if (never) {
      report('never-matches', 'error', node, never);
      continue;
    }
    // Servers of other tools come and go.
    if (/^mcp_/i.test(text) || tools.some((name) => matchesWildcard(name, text, true))) continue;
    if (/[*?]/.test(text) && matchesWildcard('mcp__server__tool', text, true)) continue;
    const offered = /[*?]/.test(text) ? [] : nearest(text, tools, 1);
    // A guarded agent has tools of its own: what looks like none of ours may be one of those.
    if (offered.length === 0 && guarded.length > 0) continue;
    const fixes = offered.map((name) => respell(node, name));
    report('unknown-tool', 'warning', node, `no tool is named '${text}'${didYouMean(offered)}`, fixes);
  }
}

const didYouMean = (names: readonly string[]): string =>
  names.length > 0 ? `: did you mean ${names.map((name) => `'${name}'`).join(' or ')}?` : '';

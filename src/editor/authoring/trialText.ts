/** What came of a trial, as Markdown that is shown below the hook. Values are whatever a model or a tool said: they stand in fences longer than any in them. */
import { createTwoFilesPatch } from 'diff';
import type { Trial } from '../../hooks/parent/runs/trial';
import { fenced } from '../../shared/basics/fenced';
import type { HookRecord } from '../../shared/verdicts/hookRecord';

export type Skipped = Extract<Trial, { kind: 'skipped' }>;

export interface TrialWords {
  continued: string;
  skipped(why: Skipped['why']): string;
  failed(message: string): string;
  logs: string;
  mightMatch(uncertain: string): string;
}

const mostShown = 4000;

function trialHeadline(trial: Trial, words: TrialWords): string {
  switch (trial.kind) {
    case 'skipped':
      return words.skipped(trial.why);
    case 'failed':
      return words.failed(trial.message);
    case 'ran': {
      const { record } = trial;
      const what = record.error ? words.failed(record.error.message) : decided(record, words);
      return `${what} · ${milliseconds(record.duration)}`;
    }
  }
}

export function trialText(trial: Trial, words: TrialWords): string {
  if (trial.kind !== 'ran') return plain(trialHeadline(trial, words));
  const { changed = [], logs = [], uncertain, mightMatch } = trial.record;
  return [
    plain(trialHeadline(trial, words)),
    ...(uncertain === undefined || mightMatch ? [] : [plain(words.mightMatch(uncertain))]),
    ...changed.map(({ field, before, after }) => fenced('diff', patchOf(field, before, after))),
    ...(logs.length > 0 ? [plain(words.logs), fenced('', logs.join('\n'))] : []),
  ].join('\n\n');
}

const decided = ({ decision, reason }: HookRecord, { continued }: TrialWords): string =>
  decision === 'continue' ? continued : reason ? `${decision}: ${reason}` : decision;

/** Lines that went and came, without the heading of a patch. */
function patchOf(field: string, before: unknown, after: unknown): string {
  const [from, to] = [printed(before), printed(after)];
  const patch = createTwoFilesPatch('', '', `${from}\n`, `${to}\n`, undefined, undefined, { context: 2 });
  const lines = patch.split('\n').filter((line) => /^[-+ ]/.test(line) && !/^(---|\+\+\+)( |\t|$)/.test(line));
  return [`@@ ${field} @@`, ...lines].join('\n');
}

const printed = (value: unknown): string =>
  value === undefined ? '' : (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).slice(0, mostShown);

const plain = (text: string) =>
  text
    .slice(0, 1000)
    .replace(/[\\`*_{}[\]()#+\-.!|<>~]/g, '\\$&')
    .replace(/\s*\n\s*/g, ' ');

const milliseconds = (ms: number) => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;

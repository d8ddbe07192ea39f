/** What a literal names is known where it goes to. */
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { root } from '../fixtures/core';
import { looseRecordsIn } from './looseRecords';
import { type OddFields, oddFieldsIn } from './oddFields';
import { oddMembersIn } from './oddMembers';
import { sources } from './sources';

const planted = join(root, 'src', 'planted.ts');
const plantedText = `
import type { Said } from './shared/events/events';
interface Row { id: string; more?: { note?: string; by?: string }; left?: number }
type Item = { kind: 'row'; row: Row; at?: number } | { kind: 'end'; reason?: string; at?: number };
declare const take: (row: Row) => void;
declare const later: (make: (n: number) => Row | undefined) => void;
declare const soon: (make: { row(): Promise<Row> }) => void;
declare const offer: (said: Said<'compacted'>) => void;
function odd(): void {
  take({ id: 'a', ...(Math.PI > 3 ? { mor: {} } : {}) }); // mor
  take({ id: 'a', ...(Math.PI > 3 && { lft: 1 }) }); // lft
  take({ id: 'a', ...(Math.PI > 3 ? { more: { nte: 'x' } } : {}) }); // nte
  take({ id: 'a', more: { ...(Math.PI > 3 ? { bye: 'x' } : undefined) } }); // bye
  later((n) => (n > 3 ? { id: 'g', lefft: 1 } : undefined)); // lefft
  soon({ row: async () => ({ id: 'i', lleft: 1 }) }); // lleft
  take({ id: 'j', lefet: 1 } as unknown as Row); // lefet
  take({ ...({ id: 'b', lef: 1 } as Row) }); // lef
  Object.assign(row(), { lfet: 1 }); // lfet
  const given: Row = Object.assign({ id: 'd' }, { moer: {} }); // moer
  const kept = { id: 'c', lett: 1 }; // lett
  const within = { id: 'k', ...(Math.PI > 3 ? { lefft: 1 } : {}) }; // lefft
  take(within);
  const items: Item[] = [{ kind: 'end', ...(Math.PI > 3 ? { row: undefined } : {}) }]; // row
  offer({ data: { trigger: 'auto', messages: 1, tokens: 1, ...(Math.PI > 3 ? { keptt: 1 } : {}) } }); // keptt
  const beside = Math.PI > 3 ? { mroe: {} } : {}; // mroe
  take({ ...kept, ...rest('x'), ...beside });
  take(given);
  if (items[0]!.kind === 'end' && 'reson' in items[0]!) take(row()); // reson
}
const rest = (id: string) => (id === '' ? {} : { lft: 1 }); // lft
function row(): Row {
  const more = { note: 'x', bu: 'y' }; // bu
  return { id: 'e', more };
}
type Word = 'allow' | 'ask' | 'deny';
const strict: ReadonlySet<string> = new Set(['ask', 'denny']); // denny
const weights: ReadonlyMap<string, number> = new Map([
  ['allow', 0],
  ['asq', 1], // asq
]);
const open: readonly string[] = ['ask', 'other'];
export const weigh = (word: Word, text: string) => strict.has(word) || weights.get(word) === 1 || open.includes(text) || ['deny', 'alow'].includes(word); // alow
interface Words { read?: string; write?: string }
declare const heed: (words: Words | undefined, text?: string) => void;
declare const perhapsGiven: Record<string, string> | undefined;
heed(perhapsGiven); // Words
const wordsFor: Record<string, number> = { allow: 1, deney: 2 };
export const tabled = (word: Word, text: string) => wordsFor[word] ?? // wordsFor
  wordsFor[text];
export function loose(given: Record<string, unknown>, lists: Record<string, string>): Words {
  heed(Math.PI > 3 ? lists : undefined); // Words
  const words: Words = Object.fromEntries(Object.entries(given)); // Words
  heed(lists as Words);
  return { ...lists, read: words.read }; // Words
}
function even(): Item[] {
  const beside = Math.PI > 3 ? { left: 1 } : {};
  const shared = { id: 'f', left: 1 };
  const read = { id: 'g', count: 1 };
  if (read.count > 1) take(read);
  const shown = { id: 'h', name: 'x' };
  const text = JSON.stringify(shown);
  const many = { id: text, other: 1 };
  const { other } = many;
  take(many);
  take({ ...shared, ...beside, ...(Math.PI > 3 ? { more: { note: 'x' } } : {}), left: other });
  if (Math.PI > 3 && 'id' in shared && 'row' in even()[0]!) take(row());
  const open: Record<string, unknown> = { ...(Math.PI > 3 ? { any: 1 } : {}) };
  Object.assign(open, { any: 1 });
  const failure = Object.assign(new Error('x'), { code: 'y' });
  return [{ kind: 'row', row: row(), ...(failure.code ? { at: 1 } : {}) }];
}
`;

describe('fields of literals', function () {
  this.timeout(180_000);
  let found: OddFields[];
  let seen = 0;

  before(() => {
    const program = sources(new Map([[planted, plantedText]]));
    const count = () => seen++;
    found = [...oddFieldsIn(program, count), ...oddMembersIn(program, count), ...looseRecordsIn(program, count)];
  });

  it('are known where they go to, in what is planted', () => {
    const words = found.filter(({ file }) => file === 'planted.ts').map(({ line, names }) => `${line}: ${names.join(', ')}`);
    const expected = plantedText.split('\n').flatMap((line, at) => {
      const odd = /\/\/ (.*)/.exec(line)?.[1];
      return odd === undefined ? [] : [`${at + 1}: ${odd}`];
    });
    assert.deepEqual(words.sort(), expected.sort());
  });

  it('are known where they go to', () => {
    assert.ok(seen > 500, `${seen} of them`);
    assert.deepEqual(
      found.filter(({ file }) => file !== 'planted.ts').map(({ file, line, names }) => `${file}:${line} ${names.join(', ')}`),
      [],
    );
  });
});

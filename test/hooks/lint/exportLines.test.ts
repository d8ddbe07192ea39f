import assert from 'node:assert/strict';
import { exportLines } from '../../../src/hooks/lint/exportLines';

describe('export lines', () => {
  it('knows the line of each export', async () => {
    const source = [
      "import { hook } from 'hooksmith';",
      '/* export const inComment = 1; */',
      '// export const alsoComment = 1;',
      'export const one = 1, two = hook(',
      '  "x"',
      ');',
      'export async function three() {}',
      'const four = `',
      'export const inTemplate = 1;',
      '`;',
      'export {',
      '  four,',
      '  one as five,',
      '};',
      'export default four;',
      'export type Six = string;',
      'export let seven: number;',
      'export abstract class Eight {}',
    ].join('\n');
    assert.deepEqual(
      new Map(await exportLines(source)),
      new Map([
        ['one', 4],
        ['two', 4],
        ['three', 7],
        ['four', 8],
        ['five', 4],
        ['default', 15],
        ['seven', 17],
        ['Eight', 18],
      ]),
    );
  });

  it('knows what a script assigns to its exports', async () => {
    const source = [
      "const { hook } = require('hooksmith');",
      'const early = hook();',
      'exports.one = hook();',
      "module.exports.two = exports['three'] =",
      '  hook();',
      'exports.four = early;',
      'other.five = hook();',
      'exports[six] = hook();',
    ].join('\n');
    assert.deepEqual(await exportLines(source, 'hook.js'), [
      ['one', 3],
      ['two', 4],
      ['three', 4],
      ['four', 2],
    ]);
    const whole = 'const early = hook();\nmodule.exports = {\n  early,\n  "late": hook(),\n  [odd]: hook(),\n  named() {},\n};';
    assert.deepEqual(await exportLines(whole, 'hook.js'), [
      ['early', 1],
      ['late', 4],
      ['named', 6],
    ]);
    assert.deepEqual(await exportLines('const a = 1;\nexports = module.exports = hook();', 'hook.js'), [['default', 2]]);
  });

  it('reads what no pattern on text could', async () => {
    const source = [
      'const regex = /export const inRegex = `/, half = 1 / 2;',
      'export const { a, b: [c = 1] } = thing,',
      '  ...rest = 2;'.replace('...', ''),
      "export { d as e } from './d.js';",
      "export * as all from './all.js';",
      "export * from './more.js';",
      'export default async function named() {}',
      'export enum Kind { One }',
      'export declare const absent: number;',
      'export interface None {}',
      'export type { Other } from "./x.js";',
      '@decorated class Late {}',
      'export { Late, type Kind as K, half };',
      'const text = `${`export const no = 1`}`;',
    ].join('\n');
    assert.deepEqual(await exportLines(source), [
      ['a', 2],
      ['c', 2],
      ['rest', 3],
      ['e', 4],
      ['all', 5],
      ['default', 7],
      ['Kind', 8],
      ['Late', 12],
      ['half', 1],
    ]);
    assert.deepEqual(await exportLines('export const js = <div/>;', 'a.js'), [['js', 1]]);
    assert.deepEqual(await exportLines('export const cast = <number>one;', 'a.mts'), [['cast', 1]]);
  });

  it('has a function at its body, and nothing of a text that cannot be read', async () => {
    const source = ['export function one(a: string): void;', 'export function one(a: number): void;', 'export function one() {}'];
    assert.deepEqual(await exportLines(source.join('\n')), [['one', 3]]);
    assert.deepEqual(await exportLines('export const ok = 1;\nexport const broken = (', 'a.mts'), []);
  });
});

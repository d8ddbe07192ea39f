import assert from 'node:assert/strict';
import { isOfProcess, processPlace } from '../../../src/shell/paths/processPlaces';

describe('a path through the folder of a process', () => {
  const told = (text: string, folder = '/work') => {
    const place = processPlace(text, folder);
    const { kind, isOwn, isOpened, rest } = place ?? {};
    return place && [kind, isOwn ? 'own' : 'another', isOpened ? 'opened' : 'given', rest].join(' ');
  };

  it('is told from any other', () => {
    for (const [text, expected] of [
      ['/proc/self/cwd', 'cwd own given '],
      ['/proc/self/cwd/a', 'cwd own given /a'],
      ['/proc/thread-self/root', 'root own given '],
      ['/proc/12/cwd/a', 'cwd another given /a'],
      ['/proc/self/task/77/root', 'root own given '],
      ['/proc/selfish/cwd', 'cwd another given '],
      ['/proc/oneself/cwd', 'cwd another given '],
      ['/proc/self/fd/12', 'descriptor own opened '],
      ['//proc/./self//cwd', 'cwd own given '],
      ['/proc/x/../self/cwd', 'cwd own given '],
      ['/proc/self/fd/3', 'descriptor own opened '],
      ['/proc/self/fd/30', 'descriptor own opened '],
      ['/proc/self/fd/1', 'descriptor own given '],
      ['/proc/self/fd/0/a', 'descriptor own opened /a'],
      ['/proc/self/fd/*', 'descriptor own opened '],
      ['/proc/self/fd/?[0-9]', 'descriptor own opened '],
      ['/dev/fd/3', 'descriptor own opened '],
      ['/dev/fd/../fd/2', 'descriptor own given '],
      ['/dev/stdin', 'descriptor own given '],
      ['/dev/stderr', 'descriptor own given '],
      ['/dev/stdout/a', 'descriptor own opened /a'],
      ['../proc/self/cwd/a', 'cwd own given /a'],
      ['/proc/self/cwd/a\nb', 'cwd own given /a\nb'],
    ] as const)
      assert.equal(told(text), expected, text);
    for (const text of [
      'a',
      'proc/self/cwd',
      '/dev/null',
      '/dev/fd',
      '/dev/x/fd/3',
      '/proc/self',
      '/proc/self/status',
      '/proc/self/fd/x',
      '/proc/self/cwdx',
      '/a/proc/self/cwd',
      '/a/stdin',
      '/dev/fd/3x',
    ])
      assert.equal(told(text), undefined, text);
  });

  it('may begin in that folder', () => {
    assert.equal(told('cwd/a', '/proc/self'), 'cwd own given /a');
    assert.equal(told('3', '/dev/fd'), 'descriptor own opened ');
    assert.equal(told('self/cwd', '/proc'), 'cwd own given ');
    assert.equal(told('cwd', '/process'), undefined);
  });

  it('means another place to each who asks, by these names', () => {
    for (const path of [
      '/dev/fd',
      '/dev/fd/3',
      '/dev/stdin',
      '/dev/stdout',
      '/dev/stderr',
      '/proc/self',
      '/proc/thread-self/cwd',
    ])
      assert.ok(isOfProcess(path), path);
    for (const path of ['/dev', '/dev/fdx', '/dev/null', '/proc/12/cwd', '/a/proc/self', '/proc/selfish'])
      assert.ok(!isOfProcess(path), path);
  });
});

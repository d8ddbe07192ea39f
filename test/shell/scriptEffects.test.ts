/** What scripts of sed and awk do beyond editing and printing. */
import assert from 'node:assert/strict';
import { readAwk } from '../../src/shell/code/awkScript';
import { readSed, type ScriptEffects } from '../../src/shell/code/sedScript';

/** Where nothing is said of a kind there is none of it. */
type Row = [script: string, effects: Partial<ScriptEffects>, settings?: string];
const nothing: ScriptEffects = { runs: false, scripts: [], reads: [], writes: [] };

function rows(title: string, read: (script: string, settings?: string) => ScriptEffects, cases: readonly Row[]): void {
  describe(title, () => {
    for (const [script, effects, settings] of cases)
      it(`${settings ?? ''}${script.replace(/ {9,}/, ' … ')} → ${JSON.stringify(effects)}`, () =>
        assert.deepEqual(read(script, settings), { ...nothing, ...effects }));
  });
}

const unread = { runs: true };
rows('a script of sed', readSed, [
  ['', {}],
  ['s/a/b/', {}],
  ['s/a/b/g;s,x,y,3p', {}],
  ['s/a/b/e', unread],
  ['s/a/b/ge', unread],
  ['s/a/b/e;p', unread],
  ['s/a\\/b/c/e', unread],
  ['s/a/b/we', { writes: ['e'] }],
  ['s/a/b/w out', { writes: ['out'] }],
  ['s/a/b/gw out ;p', { writes: ['out ;p'] }],
  ['s/a/b/w out\ns/c/d/w more', { writes: ['out', 'more'] }],
  // A delimiter in brackets, or behind a backslash, is a letter.
  ['s/[/]e/x/', {}],
  ['s/[^]/]/x/', {}],
  ['s/[]/]/x/', {}],
  ['s/[[:alpha:]/]/x/', {}],
  ['s/[[.x.]/]/x/', {}],
  ['s/a\\/e/b\\/w x/', {}],
  ['s/[/b/w out', { writes: ['out'] }],
  ['s/a', unread],
  ['s/a/b', unread],
  ['s', unread],
  ['y/abc/xyz/', {}],
  ['y/[/]/', {}],
  ['y/a/b/e ls', { scripts: ['ls'] }],
  ['w out', { writes: ['out'] }],
  ['W out', { writes: ['out'] }],
  ['r in', { reads: ['in'] }],
  ['R in\nr more', { reads: ['in', 'more'] }],
  ['/x/{r in\n}', { reads: ['in'] }],
  ['e ls -l; p', { scripts: ['ls -l; p'] }],
  ['1e ls\n$!e date', { scripts: ['ls', 'date'] }],
  ['e', unread],
  ['e\np', unread],
  ['e ls\ns/a/b/e', { ...unread, scripts: ['ls'] }],
  // Addresses
  ['1,5d', {}],
  ['/a/,/b/ !p', {}],
  ['\\,a,d', {}],
  ['\\,a[,]e,Id', {}],
  ['/a/I,+3w out', { writes: ['out'] }],
  ['2~3 , $ p', {}],
  ['0,~4p', {}],
  ['/a', unread],
  ['\\', unread],
  // Text that it puts in
  ['a\\\nw no', {}],
  ['i e ls', {}],
  ['c\\\nw no \\\nw no\nw out', { writes: ['out'] }],
  ['a x\\', {}],
  // Labels
  [':a;N;$!ba;s/\\n/ /g', {}],
  [': a\nb a\nw out', { writes: ['out'] }],
  ['t a\ne ls', { scripts: ['ls'] }],
  ['Ta;w out', { writes: ['out'] }],
  // Whatever they are called, they are no commands.
  [':end\nb end\nt end\nT end', {}],
  ['bend;w out', { writes: ['out'] }],
  ['b end;w out', { writes: ['out'] }],
  ['t;w out', { writes: ['out'] }],
  ['/x/b end\nr in', { reads: ['in'] }],
  ['q5;w out', { writes: ['out'] }],
  ['l 40\nQ', {}],
  ['# w no\np', {}],
  ['{p;{d}}', {}],
  ['n;N;g;G;h;H;x;D;P;=;z;F', {}],
  ['k', unread],
  ['v 4.2', unread],
]);

rows('a script of awk', readAwk, [
  ['{ print $1 }', {}],
  ['$1 > 5 { print }', {}],
  ['BEGIN { print (1 > 2) }', {}],
  ['{ print > "out" }', { writes: ['out'] }],
  ['{ print $1, $2 >> "out"; print >"more" }', { writes: ['out', 'more'] }],
  ['{ printf "%s", $1 > "out" }', { writes: ['out'] }],
  // To some it is the first text alone.
  ['{ print > "a" "b" }', { writes: ['ab', 'a'] }],
  ['BEGIN { f = "out" } { print > f }', { writes: ['out'] }],
  ['{ print > f }', { writes: ['out'] }, 'f="out"\n'],
  ['{ print > ("o" NR) }', { writes: ['o0'] }],
  ['{ print > $1 }', { writes: ['$'], mentions: [], open: [[null, null]] }],
  ['{ print > "x/" $1 }', { writes: ['$', 'x/'], mentions: ['x/'], open: [['x/', null, null]] }],
  ['{ print > ENVIRON["HOME"] "/x" }', { mentions: ['~/x'] }],
  ['BEGIN { while ((getline l < "in") > 0) print l }', { reads: ['in'] }],
  ['{ getline l < $1 }', { reads: ['$'] }],
  ['{ if ($1 < 3) print }', {}],
  // What it runs
  ['BEGIN { system("ls -l") }', { scripts: ['ls -l'] }],
  ['BEGIN { system ( "ls" ) ; system("date") }', { scripts: ['ls', 'date'] }],
  ['BEGIN { system("echo \\"a\\" \\\\ b") }', { scripts: ['echo "a" \\ b'] }],
  ['BEGIN { system("\\x6cs") }', unread],
  ['BEGIN { system("ls " $1) }', unread],
  ['BEGIN { system("ls") ; system(c) }', { ...unread, scripts: ['ls'] }],
  ['BEGIN { system(c) }', unread],
  ['{ @f() }', unread],
  ['@include "x"', unread],
  ['{ print | "sort -u" }', { scripts: ['sort -u'] }],
  ['{ print $1 | "sort"; print > "out" }', { scripts: ['sort'], writes: ['out'] }],
  ['{ print |& "tee x" }', { scripts: ['tee x'] }],
  ['{ print | "sort " $1 }', unread],
  ['{ print | c }', unread],
  // However far behind it goes on.
  [`{ print | "sort"${' '.repeat(5000)}"; ls" }`, unread],
  [`{ print > "a"${' '.repeat(5000)}"b" }`, { writes: ['$', 'a'], mentions: ['a'], open: [['a', null]] }],
  ['{ print | "s\\x6frt" }', unread],
  ['BEGIN { "date" | getline d }', { scripts: ['date'] }],
  ['BEGIN { while (("ls" | getline f) > 0) print f }', { scripts: ['ls'] }],
  ['BEGIN { "ls " "x" | getline f }', unread],
  ['BEGIN { "ls " x | getline f }', unread],
  ['BEGIN { x "ls" | getline f }', unread],
  ['BEGIN { "l\\x73" | getline f }', unread],
  ['BEGIN { c | getline f }', unread],
  ['BEGIN { ARGV[1] = "in" }', unread],
  ['BEGIN { if (ARGV[1] == "in") print }', {}],
  // Signs that begin a text, a pattern or a remark
  ['/system("ls")/ { print }', {}],
  ['{ print "system(" }', {}],
  ['{ x = 4 / 2; y = 3 / 1 } # system("ls")', {}],
  ['$1 ~ /a|b/ || !/c/ { print }', {}],
  ['{ gsub(/[|]/, "") }', {}],
  ['{ gsub(/[/]/, "") }', unread],
  ['{ gsub(/[]|]/, ""); print > "out" }', { writes: ['out'] }],
  ['{ gsub(/\\//, "|") }', {}],
  ['/a', unread],
  ['{ print "a }', unread],
  // Only while it prints, and outside of brackets, a sign leads into a file.
  ['{ print $1; x = $2 > "no" }', {}],
  ['{ print $1\n x = $2 > "no" }', {}],
  ['{ print $1 } $2 > "no" { next }', {}],
  ['{ print (1 > 2) > "out" }', { writes: ['out'] }],
  ['# it\'s "one\n{ print > "out" }', { writes: ['out'] }],
  ['{ print "a\\"b" > "out" }', { writes: ['out'] }],
  ['{ print "a\nb" }', unread],
  ['/a\\/b/ { print > "out" }', { writes: ['out'] }],
  ['/a\nb/ { print }', unread],
  ['/[^/]/ { print }', unread],
  ['/[^|]/ { print > "out" }', { writes: ['out'] }],
  ['BEGIN { "date" |getline d }', { scripts: ['date'] }],
  ['{ print |"sort" }', { scripts: ['sort'] }],
  ['BEGIN { ARGV [10]="in" }', unread],
  ['{ x[1] = 2; y = ARGC }', {}],
  ['a || b { print }', {}],
]);

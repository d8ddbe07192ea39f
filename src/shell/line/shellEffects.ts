/** What commands of the shell itself do to the rest of a line: variables that they set, names that they evaluate, options that change how it is read. */

import { listed, unread } from '../files/found';
import { foundBy } from '../files/foundFiles';
import { isTameOption } from '../paths/globs';
import { shown } from '../syntax/lineReport';
import { noteName, setInArithmetic } from '../syntax/nodeNames';
import { flagValues, namedBy } from '../syntax/shellBuiltins';
import { widensGlobs } from '../syntax/shellScript';
import { isOpen, type Value } from '../syntax/words';
import { Assignments } from './assignments';
import { opened } from './openWords';

/** What they run cannot be read here, or they change what later words mean; some of them only with one of these letters. */
const opaquePrograms: ReadonlySet<string> = new Set(
  'alias at batch fc run-parts pwsh powershell cmd newgrp login capsh'.split(' '),
);
const opaqueLetters: ReadonlyMap<string, string> = new Map([
  ['hash', 'p'],
  ['enable', 'fn'],
  ['mapfile', 'C'],
  ['readarray', 'C'],
  ['declare', 'n'],
  ['typeset', 'n'],
  ['local', 'n'],
]);
/** They change what globs find. */
const globbing: ReadonlySet<string> = new Set(['setopt', 'unsetopt', 'emulate']);
const declaring: ReadonlySet<string> = new Set(['export', 'readonly', 'local', 'declare', 'typeset']);
/** What they set where they are told no name. */
const unnamed: ReadonlyMap<string, string> = new Map([
  ['read', 'REPLY'],
  ['mapfile', 'MAPFILE'],
  ['readarray', 'MAPFILE'],
]);

export abstract class ShellEffects extends Assignments {
  private isShifted = false;

  /** What the shell itself does by the command: variables that it sets, names that it evaluates, options that change how it reads. */
  protected builtin(name: string, args: readonly Value[]): void {
    const letters = args.map(({ text }) => /^-\w*/.exec(text)?.[0]).join('');
    const isOn = (letter: string, word?: string) => letters.includes(letter) || args.some(({ text }) => text === word);
    if (
      opaquePrograms.has(name) ||
      (name === 'crontab' && !args.some(({ text }) => text === '-l')) ||
      (name === 'set' && (isOn('k', 'keyword') || isOn('H', 'histexpand'))) ||
      [...(opaqueLetters.get(name) ?? '')].some((letter) => isOn(letter))
    )
      this.hidden(`what ${shown(name)} runs is not in the line, or it changes what later words mean`);
    const isFilled = args.some(({ dynamic }) => dynamic);
    if (globbing.has(name) || (name === 'shopt' && (isFilled || args.some(({ text }) => !isTameOption(text))))) this.widens();
    if (name === 'alias')
      for (const { text } of args) {
        const [, own = '', script = ''] = /^([^=]*)=?(.*)$/s.exec(text)!;
        const unquoted = script.replace(/^(['"])(.*)\1$/s, '$2');
        if (unquoted) this.runsText(unquoted);
        if (own) this.aliases.set(own, unquoted);
      }
    // Called with a number and a line behind it.
    if (/^(mapfile|readarray)$/.test(name)) for (const { text } of flagValues(args, 'C')) this.runsText(text);
    if (name === 'set') {
      if (widensGlobs(name, args) || (isFilled && /^[-+][^-]/.test(args[0]!.text))) this.widens();
      const from = args.findIndex(({ text }) => text === '--' || !/^[-+]/.test(text));
      const words = from < 0 ? [] : args.slice(from + Number(args[from]!.text === '--'));
      // Without quotes it may be several words.
      for (const [i, word] of words.entries())
        for (let at = i; at <= (word.many ? Math.max(i, 8) : i); at++) this.holdParameter(at, [word]);
    }
    if (name === 'set' ? isOn('a', 'allexport') : name === 'shopt' && args.some(({ text }) => text === 'allexport')) {
      this.bar('it exports what it sets');
      this.exportsAll = true;
    }
    if (name === 'shift') {
      this.held.shifted();
      // Whatever they are in the end, they are once.
      if (!this.isShifted) for (let i = 1; i <= 9; i++) this.origins.hold(String(i), listed([opened('$@')]));
      this.isShifted = true;
    }
    if (name === 'unset')
      for (const word of args)
        for (const one of word.dynamic ? this.held.readings(this.filled(word)) : [word.text]) {
          const [lost] = /^\w*/.exec(one)!;
          this.held.lost(lost);
          // Without one, programs are looked for where the line is.
          if (lost === 'PATH') this.assigned(lost, '', true);
        }
    if (name !== 'export' && declaring.has(name) && isOn('n')) for (const { text } of args) this.held.refers(text.split('=')[0]!);
    const named = namedBy(name, args);
    if (!named) return;
    const sink = { numbers: this.numbers, unknowable: (reason: string) => this.unknowable(reason) };
    for (const word of named.names) noteName(word.text, !isOpen(word), sink);
    for (const { text } of named.evaluates) {
      this.numbers.text(text);
      for (const set of setInArithmetic(text)) this.assigned(set, undefined, true);
    }
    const given = () => this.given() ?? (isOn('u') ? unread : undefined);
    const origin = name === 'printf' ? foundBy('printf', args.slice(args[0]?.text === '-v' ? 2 : 1)) : given();
    for (const set of named.sets) {
      this.assigned(set, undefined, true);
      if (/^(mapfile|readarray)$/.test(name) || (name === 'read' && isOn('a'))) this.lists.add(set);
      this.numbers.assignText(set, undefined);
      this.origins.hold(set, origin);
      for (const { text } of origin?.isList && !origin.change ? origin.roots : []) this.held.add(set, text);
    }
    const own = unnamed.get(name);
    if (own !== undefined && named.sets.length === 0) this.origins.hold(own, origin);
    if (declaring.has(name)) this.declares(name, args, name === 'export' || isOn('x'), isOn('i'), isOn('a') || isOn('A'));
  }
}

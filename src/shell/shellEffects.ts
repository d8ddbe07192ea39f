/** What commands of the shell itself do to the rest of a line: variables that they set, names that they evaluate, options that change how it is read. */
import { Numbers } from './arithmetic';
import { foundBy, listed, unread } from './foundFiles';
import { HandedOn } from './handedOn';
import { isTameOption } from './linePlaces';
import { shown } from './lineReport';
import { noteName } from './nodeNames';
import { namedBy } from './shellBuiltins';
import type { Value } from './words';

/** What they run cannot be read here, or they change what later words mean. */
const opaquePrograms: ReadonlySet<string> = new Set(
  'alias at batch fc run-parts pwsh powershell cmd newgrp login capsh'.split(' '),
);

export abstract class ShellEffects extends HandedOn {
  protected readonly numbers = new Numbers();
  private isShifted = false;

  /** A variable is given a value; undefined where nobody knows it. `isOwn` where programs do not see it. */
  protected abstract assigned(name: string, value: string | undefined, isOwn: boolean): void;

  /** What the shell itself does by the command: variables that it sets, names that it evaluates, options that change how it reads. */
  protected builtin(name: string, args: readonly Value[]): void {
    const flagged = (flag: RegExp) => args.some(({ text }) => flag.test(text));
    if (
      opaquePrograms.has(name) ||
      (name === 'crontab' && !flagged(/^-l$/)) ||
      (name === 'hash' && flagged(/^-\w*p/)) ||
      (name === 'enable' && flagged(/^-\w*[fn]/)) ||
      (name === 'set' && flagged(/^(-\w*k\w*|keyword)$/)) ||
      (/^(mapfile|readarray)$/.test(name) && flagged(/^-\w*C/)) ||
      (/^(declare|typeset|local)$/.test(name) && flagged(/^-\w*n/))
    )
      this.hidden(`what ${shown(name)} runs is not in the line, or it changes what later words mean`);
    // What the shell held for itself it hands on from here.
    if (name === 'export' || (/^(declare|typeset)$/.test(name) && flagged(/^-\w*x/)))
      for (const { text, dynamic } of args)
        if (!dynamic && /^\w+$/.test(text)) for (const value of this.held.readings(`$${text}`)) this.assigned(text, value, false);
    // They change what globs find.
    const isOpen = args.some(({ dynamic }) => dynamic);
    if (
      /^(setopt|unsetopt|emulate)$/.test(name) ||
      (name === 'shopt' && (isOpen || args.some(({ text }) => !isTameOption(text))))
    )
      this.widens();
    if (name === 'set' && isOpen && /^[-+]([^-]|$)/.test(args[0]!.text)) this.widens();
    if (name === 'alias') for (const { text } of args) this.aliases.add(text.split('=')[0]!);
    if (name === 'set') {
      if (flagged(/^(-\w*a\w*|allexport)$/)) this.bar('it exports what it sets');
      const from = args.findIndex(({ text }) => text === '--' || !/^[-+]/.test(text));
      const words = from < 0 ? [] : args.slice(from + Number(args[from]!.text === '--'));
      // Without quotes it may be several words.
      for (const [i, word] of words.entries())
        for (let at = i; at <= (word.many ? Math.max(i, 8) : i); at++) this.holdParameter(at, [word]);
    }
    if (name === 'shift') {
      this.held.shifted();
      const all: Value = { text: '$@', dynamic: true, tilde: false, pieces: [null] };
      // Whatever they are in the end, they are once.
      if (!this.isShifted) for (let i = 1; i <= 9; i++) this.origins.hold(String(i), listed([all]));
      this.isShifted = true;
    }
    if (name === 'unset')
      for (const { text, template, dynamic } of args)
        for (const one of dynamic ? this.held.readings(template ?? text) : [text]) {
          const variable = /^\w+/.exec(one)?.[0];
          if (variable !== undefined) this.held.lost(variable);
        }
    if (/^(declare|typeset|local)$/.test(name) && flagged(/^-\w*n/))
      for (const { text } of args) if (!text.startsWith('-')) this.held.refers(text.split('=')[0]!);
    const named = namedBy(name, args);
    if (!named) return;
    const sink = {
      numbers: this.numbers,
      assigned: this.assigned.bind(this),
      unknowable: (reason: string) => this.unknowable(reason),
      mayHold: (name: string, raw: string) => this.held.assigned(name, raw),
    };
    for (const { text, dynamic, glob } of named.names) noteName(text, !dynamic && glob === undefined, sink);
    for (const { text, dynamic, pieces } of named.evaluates) {
      if (dynamic && pieces?.[0] === null) this.numbers.text('`');
      else this.numbers.text(text);
      const set = /^([A-Za-z_]\w*)\s*\W*=/.exec(text)?.[1];
      if (set) this.assigned(set, undefined, true);
    }
    for (const set of named.sets) {
      if (set === undefined) continue;
      this.assigned(set, undefined, true);
      this.numbers.assignText(set, undefined);
      const isFed = args.some(({ text }) => /^-\w*u/.test(text));
      const origin =
        name === 'printf'
          ? foundBy('printf', args.slice(args[0]!.text === '-v' ? 2 : 1))
          : (this.given() ?? (isFed ? unread : undefined));
      this.origins.hold(set, origin);
      for (const { text, dynamic } of origin?.isList && !origin.change ? origin.roots : [])
        if (!dynamic) this.held.add(set, text);
    }
    if (name === 'read' && named.sets.length === 0) this.origins.hold('REPLY', this.given());
    if (/^(export|readonly|local|declare|typeset)$/.test(name)) {
      for (const { text, pieces, dynamic } of args) {
        if (dynamic && pieces?.[0] === null) this.unknowable(`which variable ${shown(name)} sets is only known when it runs`);
        // Bare, these become what the shell looks programs up in.
        if (/^BASH_(CMDS|ALIASES)$/.test(text)) this.assigned(text, undefined, true);
        const [, variable, value] = /^(\w+)\+?=(.*)$/s.exec(text) ?? [];
        if (variable === undefined) continue;
        this.assigned(variable, dynamic ? undefined : value, name !== 'export');
        if (flagged(/^-\w*i/)) this.numbers.text(value!);
      }
      // From then on each value is evaluated.
      if (flagged(/^-\w*i/)) for (const { text } of args) if (/^[A-Za-z_]/.test(text)) this.numbers.use(text.split('=')[0]!);
    }
  }

  /** Called where all of the line has been read. */
  override conclude(): void {
    super.conclude();
    if (this.numbers.problem) this.unknowable(this.numbers.problem);
  }
}

/** What a simple command does beyond being run: commands and scripts in its words, code for an interpreter, a change of folder. */

import { Numbers } from './arithmetic';
import { takesPaths } from './commandPaths';
import type { AnyWord } from './commandReadings';
import { type Found, foundBy, listed, unread, writesFiles, writtenWords } from './foundFiles';
import { codeIn, wordsFed } from './hiddenCode';
import { innerPlaces, isKnown, subcommandOf } from './innerWords';
import type { After } from './linePlaces';
import { shown } from './lineReport';
import { LineWrites } from './lineWrites';
import { noteName } from './nodeNames';
import { outputsOf } from './outputs';
import { interpreterOf } from './programs/interpreters';
import { anyProject, ownScripts } from './programs/ownScripts';
import type { Wrapper } from './programs/wrapper';
import { wrapperOf } from './programs/wrappers';
import { namedBy } from './shellBuiltins';
import { isInput, shellScript, shells } from './shellScript';
import { type Findings, specialPrograms } from './specialPrograms';
import { literal, type Value } from './words';
import { innerStarts, placeholder, scriptsIn, subWrapper } from './wrapperWords';
import { writesOf } from './writing';

/** What is put into the words of a command when it runs. */
export interface Holes {
  /** The text that stands for it; empty where words are added at the end. */
  text: string;
  /** It never begins with a dash. */
  operand?: true;
  /** The files of which it is one. */
  found?: Found | undefined;
}

const otherLanguage = /^#!.*\b(python|node|perl|ruby|php|lua|awk|deno|bun|tsx|osascript|expect)/;
/** Options of project tools behind which code is named. */
const loads = /^(-cp|-classpath|--class-path|-jar|-I|--init-script|-f|--?file|-b|--build-file|--preload|-r|-buildfile)$/;
const maxDepth = 8;
const tooDeep = 'it is nested too deep to be read';

/** Programs that hand the value of `-c` to a shell, or else start one. */
const userSwitchers: ReadonlySet<string> = new Set(['su', 'runuser', 'script']);
/** The texts that they are given read and write files. */
const databases: ReadonlySet<string> = new Set(['sqlite3', 'psql', 'mysql', 'mariadb', 'duckdb', 'socat', 'ed']);
/** What they run cannot be read here, or they change what later words mean. */
const opaquePrograms: ReadonlySet<string> = new Set(
  'alias at batch fc run-parts pwsh powershell cmd newgrp login capsh'.split(' '),
);

const fills = (holes: Holes | undefined, text: string): boolean =>
  holes !== undefined && holes.text !== '' && text.includes(holes.text);

/** `/usr/bin/rm` and `rm.exe` are `rm`. */
const nameOf = (program: string): string =>
  program
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.exe$/i, '');

export abstract class CommandMeaning extends LineWrites {
  protected readonly numbers = new Numbers();
  /** The line changes what programs its words mean. */
  protected tainted = false;
  protected readonly functions = new Set<string>();

  /** Reads a script as a part of the line. */
  abstract read(script: string, depth: number): void;
  /** A variable is given a value; undefined where nobody knows it. `isOwn` where programs do not see it. */
  protected abstract assigned(name: string, value: string | undefined, isOwn: boolean): void;

  /** `holes` is given where words are added at run time. */
  protected simple(words: Value[], depth: number, holes?: Holes): After {
    const [program, ...args] = words;
    const unchanged = this.here();
    if (!program) return unchanged;
    this.spend(1 + words.length);
    if (depth > maxDepth) {
      this.giveUp(tooDeep);
      return unchanged;
    }
    if (program.dynamic || program.glob !== undefined || /^$|\s/.test(program.text) || fills(holes, program.text)) {
      this.hidden(`the program ${shown(program.text)} is only known when it runs`);
      return unchanged;
    }
    const partial = this.partial(words, holes);
    const name = nameOf(program.text);
    const inner = innerPlaces(name, words);
    const isDynamic = partial?.some((word) => typeof word !== 'string' && !word.operand) ?? false;
    this.commands.push({
      program: program.text,
      args: args.map((arg) => arg.text),
      text: words.map((word) => word.text).join(' '),
      ...(isDynamic || this.tainted ? { dynamic: true } : {}),
      ...(partial ? { words: partial } : {}),
      ...(inner && inner.length === 0 ? {} : { mayRun: inner ?? 'any' }),
    });
    for (const at of inner ?? []) this.inner(name, words, at);
    if (holes && takesPaths(name)) this.complete = false;
    if (holes?.found) this.writesHanded(name, args, holes, holes.found);
    if (this.functions.has(name)) for (const [i, arg] of args.entries()) this.holdParameter(i, [arg]);
    if (program.text.includes('/')) this.runsFile(program.text, program, 'line');
    const last = words.at(-1)!;
    if (last.dynamic) this.origins.hold('_', listed([last]));
    else this.held.add('_', last.text);
    const given = holes ? args.map((arg) => (fills(holes, arg.text) ? { ...arg, isHole: true as const } : arg)) : args;
    return this.meaning(name, given, depth, holes) ?? unchanged;
  }

  /** A program may write what it is handed. What was found is named by that; of what nobody has read, the words count that it becomes a part of. */
  private writesHanded(name: string, args: readonly Value[], { text }: Holes, found: Found): void {
    const all = text === '' ? [...args, literal('\0')] : args;
    const hole = text || '\0';
    const isWriter = writesFiles(name, args);
    const written = [...outputsOf(name, all), ...(isWriter ? writtenWords(name, all) : [])].filter((word) =>
      word.text.includes(hole),
    );
    for (const word of written) {
      // What is a part of an option's word has parts of its own.
      const { text, pieces = [text] } = all.includes(word) || !word.pieces ? word : { ...word, pieces: [null] };
      const around = pieces.flatMap((piece) => (piece === null ? [null] : split(piece, hole)));
      if (found.isData) this.writesUnreadAt(name, around);
      else if (found.isList) this.mayBeListed(name, around, found.roots, this.folders);
    }
    if (!found.isData && (isWriter || written.length > 0)) this.writesFound(name, found, this.folders);
  }

  /** Parameters of functions and of the line itself. */
  protected holdParameter(i: number, values: Value[]): void {
    for (const name of i < 0 ? ['0'] : [String(i + 1), '@', '*']) {
      for (const { text, dynamic, glob } of values) if (!dynamic && glob === undefined) this.held.add(name, text);
      if (values.some(({ dynamic, glob }) => dynamic || glob !== undefined)) this.origins.hold(name, listed(values));
    }
  }

  /** What may begin at a word of a program that nobody knows: code for an interpreter or a shell, and copies, are looked for. */
  private inner(name: string, words: readonly Value[], at: number): void {
    const [program, ...args] = words.slice(at);
    const own = nameOf(program!.text);
    if (args.length === 0) return;
    const isScript = shells.has(own) && args.some(({ text }) => /^-\w*c/.test(text));
    if (isScript || (args[0]!.text.startsWith('-') && codeIn(own, args, this.feed)?.includes('is given code')))
      this.unknowable(`${shown(name)} may run ${shown(own)} with code`, 'code');
    if (words[at - 1]!.text === '--') for (const effect of writesOf(own, args)) this.write(own, effect, this.folders);
  }

  /** The words as far as they are known; undefined where all of them are. */
  private partial(words: readonly Value[], holes: Holes | undefined): AnyWord[] | undefined {
    let isPartial = false;
    const known = words.map((word): AnyWord => {
      let { pieces } = word;
      if (holes?.text && fills(holes, word.text)) pieces = word.dynamic ? [null] : split(word.text, holes.text);
      if (!pieces) return word.text;
      isPartial = true;
      const isFound = !word.dynamic && word.glob !== undefined;
      const operand = isFound
        ? pieces[0] === null
          ? !this.findsFlag()
          : !pieces[0]!.startsWith('-')
        : pieces[0] === null && !word.dynamic && holes?.operand;
      return { pieces, ...(word.many ? { many: true } : {}), ...(operand ? { operand: true } : {}) };
    });
    if (holes?.text === '') known.push({ pieces: [null], many: true });
    return isPartial || holes?.text === '' ? known : undefined;
  }

  private findsFlag(): boolean {
    return this.makesFlags || [...this.folders].some((folder) => this.findsOptions(folder));
  }
  /** A name in the line begins with a dash, so that a glob could find it once it is there. */
  protected makesFlags = false;

  /** What a command does beyond being run. */
  protected meaning(name: string, args: Value[], depth: number, holes?: Holes): After | undefined {
    this.builtin(name, args);
    if (name === 'cd' || name === 'pushd' || name === 'popd') return this.changeFolder(name, args);
    if (name === 'eval') {
      this.nested(args[0]?.text === '--' ? args.slice(1) : args, depth, holes);
      return this.here();
    }
    if (name === 'trap') {
      this.later();
      const script = args[args[0]?.text === '--' ? 1 : 0];
      if (script && !/^-[lpP]?$/.test(script.text)) this.aside(() => this.nested([script], depth, holes));
      return undefined;
    }
    if (shells.has(name)) {
      this.shell(name, args, depth, holes);
      return undefined;
    }
    if (userSwitchers.has(name) && this.switchUser(name, args, depth, holes)) return undefined;
    const wrapper = wrapperOf(name);
    const sub = wrapper && subWrapper(name, args, wrapper);
    if (sub === 'unknown') this.hidden(`what ${shown(name)} runs is only known when it runs`);
    else if (sub) return this.wrapped(name, sub.wrapper, sub.args, depth, holes, sub.before);
    if (name === 'source' || name === '.') {
      const [file] = args;
      if (!file || file.dynamic || isInput(file.text)) this.hidden(`what ${shown(name)} reads is only known when it runs`);
      else this.runsFile(name, file, 'line');
    }
    this.operands(name, args);
    const code = codeIn(name, args, this.feed, {
      runs: (file) => this.runsFile(name, file),
      loads: (word) => this.loads(name, word),
    });
    if (code) this.unknowable(code, 'code');
    // Code may write whatever text.
    if (code && interpreterOf(name)) this.found = unread;
    if (/^[gmn]?awk$/.test(name) && !this.found && this.feed.kind === 'nothing') this.found = unread;
    this.ownScript(name, args);
    const module = /^(python|pypy)/.test(name) ? args.findIndex(({ text }) => text === '-m') : -1;
    if (module >= 0 && args[module + 1]) this.ownScript(args[module + 1]!.text, args.slice(module + 2));
    const before = this.uncertainties.length;
    specialPrograms.get(name)?.(args, this.findings(depth, holes), name);
    if (code || this.uncertainties.length > before || databases.has(name))
      this.namedInCode([...args.map(({ text, template }) => template ?? text), ...wordsFed(this.feed)]);
    return undefined;
  }

  /** What it runs stands in files of the project. */
  private ownScript(name: string, args: readonly Value[]): void {
    const known = ownScripts.get(name);
    if (!known && isKnown(name)) return;
    const { files, sources, sub, calm, instead, named } = known ?? anyProject;
    if (sub || calm) {
      const own = subcommandOf(name, args);
      if (own !== undefined && (calm?.test(own) || (sub && !sub.test(own)))) return;
    }
    if (named)
      for (const arg of args)
        if (named === 'all' || /^-|[./]/.test(arg.text) || /^-/.test(args[args.indexOf(arg) - 1]?.text ?? ''))
          this.loads(name, arg);
    if (
      named &&
      args.some(
        ({ dynamic, text }, i) => dynamic && loads.test(/^-.*=/.test(text) ? text.split('=')[0]! : (args[i - 1]?.text ?? '')),
      )
    )
      this.unknowable(`what ${shown(name)} runs is only known when it runs`, 'code');
    const options = instead?.split(' ') ?? [];
    if (args.some(({ text }) => options.includes(text.split('=')[0]!))) return;
    this.own.run(
      name,
      '',
      known && !named && !sub ? 'line' : 'code',
      ({ path, isEdited }) => files.test(path) || (!isEdited && sources?.test(path) === true),
    );
  }

  private findings(depth: number, outer?: Holes): Findings {
    return {
      code: (reason) => this.unknowable(reason, 'code'),
      runsFile: (name, file) => this.runsFile(name, file),
      feed: this.feed,
      command: (words, adds) => this.aside(() => this.simple(words, depth + 1, adds ?? outer)),
      mentions: (text) => this.namedInCode([text]),
      writesOpen: (name, pieces) => this.writesUnreadAt(name, pieces),
      script: (word) => this.aside(() => this.nested([word], depth, outer)),
      reads: (path) => this.operands('cat', [path]),
      writes: (path) => this.operands('tee', [path]),
      alias: () => this.alias(),
      deletes: (name, files) => this.writesFound(name, files, this.folders),
    };
  }

  /** What the shell itself does by the command: variables that it sets, names that it evaluates, options that change how it reads. */
  private builtin(name: string, args: readonly Value[]): void {
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
      for (let i = 1; i <= 9; i++) this.origins.hold(String(i), listed([all]));
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
      for (const { text, dynamic } of origin?.isList ? origin.roots : []) if (!dynamic) this.held.add(set, text);
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

  /** The command may be another one of its program. */
  private alias(): void {
    const command = this.commands.at(-1)!;
    command.mayBe = [command.program, { pieces: [null], many: true }];
  }

  private wrapped(
    name: string,
    wrapper: Wrapper,
    args: Value[],
    depth: number,
    outer?: Holes,
    before: Value[] = [],
  ): After | undefined {
    const starts = wrapper.each ? [] : innerStarts(args, wrapper);
    const own = args.slice(0, Math.min(...starts, args.length));
    const code = codeIn(name, [...before, ...own], { kind: 'nothing' });
    if (code) this.unknowable(code, 'code');
    const isFed = this.feed.kind !== 'nothing';
    if (wrapper.ownShell && isFed && starts.length === 0 && scriptsIn(own, wrapper).length === 0)
      this.hidden(`the shell that ${shown(name)} opens reads commands from its input`);
    if (/^(ssh|autossh)$/.test(name) && isFed && starts.length === 0)
      this.unknowable(`the shell that ${shown(name)} opens reads commands from its input`, 'code');
    if (name === 'command' && own.some(({ text }) => /^-\w*[vV]/.test(text))) return undefined;
    const opensShell =
      /^(sudo|doas)$/.test(name) && starts.length === 0 && own.some(({ text }) => /^(-\w*[si]\w*|--shell|--login)$/.test(text));
    if (opensShell) this.hidden(`${shown(name)} opens a shell`);
    if ([...before, ...own].some(({ dynamic }) => dynamic)) this.hidden(`what ${shown(name)} runs is only known when it runs`);
    if (name === 'env' && own.some(({ text }) => /^-\w*S|^--split-string/.test(text)))
      this.hidden(`${shown('env')} splits a text into a command`);
    // Without a command of its own, what is fed to it is the command.
    if (starts.length === 0 && (outer !== undefined || /parallel$|^rush$/.test(name)))
      this.hidden(`what ${shown(name)} runs is only known when it runs`);
    if (/^(parallel|env_parallel|rush)$/.test(name) && starts.some((start) => args[start]!.text.includes('{')))
      this.hidden(`what ${shown(name)} runs is only known when it runs`);
    if (wrapper.opensShell && starts.length === 0) this.hidden(`what ${shown(name)} runs is not in the line`);
    const holes = wrapper.dynamic ? { text: placeholder(own), found: this.handedTo(name, args, own) } : outer;
    for (const { text } of own) {
      const assigned = /^(\w+)=(.*)$/s.exec(text);
      if (wrapper.assignments && assigned) this.assigned(assigned[1]!, assigned[2], false);
    }
    const scripts = [...scriptsIn(own, wrapper), ...(wrapper.each ? args.filter(({ text }) => !text.startsWith('-')) : [])];
    // A number is no path, but a lock file, a new root or a file of arguments is one.
    this.plainOperands(
      [...before, ...own].filter(
        (word) =>
          !scripts.includes(word) &&
          /[./~]/.test(word.text) &&
          !/^[\d.]+[smhd]?$/.test(word.text) &&
          !(wrapper.assignments && /^\w+=/.test(word.text)),
      ),
    );
    const chdir = own.findIndex(({ text }) => /^(-\w*[CD]|--chdir)(=|$)/.test(text) && /^(sudo|env)$/.test(name));
    let after: After | undefined;
    const inside = () => {
      if (chdir >= 0)
        this.changeFolder('cd', [
          own[chdir]!.text.includes('=')
            ? { ...own[chdir]!, text: own[chdir]!.text.replace(/^[^=]*=/, '') }
            : (own[chdir + 1] ?? own[chdir]!),
        ]);
      for (const script of scripts) this.nested([script], depth, holes);
      for (const start of starts) {
        let inner = args.slice(start);
        if (/parallel$|^rush$/.test(name)) inner = inner.slice(0, inner.findIndex(({ text }) => /^:::/.test(text)) >>> 0);
        if (scriptsIn(inner.slice(0, 2), wrapper).length > 0)
          for (const script of scriptsIn(inner, wrapper)) this.nested([script], depth, outer);
        else if (wrapper.joined) this.nested(inner, depth, holes, wrapper.dynamic);
        else after = this.simple(inner, depth + 1, holes);
      }
    };
    if (wrapper.sameShell) inside();
    else this.aside(inside);
    return wrapper.sameShell ? after : undefined;
  }

  /** What `xargs` and its kind hand on: from their input, from a file, or from the words behind `:::`. */
  private handedTo(name: string, args: readonly Value[], own: readonly Value[]): Found | undefined {
    const at = args.findIndex(({ text }) => /^:::/.test(text));
    if (at >= 0)
      return args[at]!.text.startsWith('::::') ? unread : listed(args.slice(at + 1).filter(({ text }) => !/^:::/.test(text)));
    const isFile = own.some(({ text }) => (name === 'xargs' ? /^(-\w*a|--arg-file)/ : /^(-\w*[ai]|--arg-file)/).test(text));
    return isFile ? unread : this.given();
  }

  /** A script in an argument: read if it is literal, else nobody knows. */
  protected nested(words: Value[], depth: number, holes?: Holes, addsNames = false): void {
    if (holes !== undefined) this.complete = false;
    if (holes?.found) this.handed(words.map(({ text }) => text).join(' '), holes, holes.found, addsNames);
    if (words.length === 0 || words.some((word) => word.dynamic || word.glob !== undefined || fills(holes, word.text)))
      this.unreadScript(words, depth);
    else this.read(words.map((word) => word.text).join(' '), depth + 1);
  }

  /** A script that is put together of what the line's variables hold is read as that, though nobody relies upon it. */
  private unreadScript(words: readonly Value[], depth: number): void {
    this.hidden(`the script ${shown(words.map(({ text }) => text).join(' '))} is only known when it runs`);
    const raw = words.map((word) => word.template ?? word.text).join(' ');
    const text = this.filled(literal(raw));
    if (this.held.isCut(text)) this.writesUnreadAt('eval', [null]);
    // As it stands, too: what is put into it is told there by where it comes from.
    const all = words.some(({ text, glob }) => glob === undefined && /\s/.test(text)) || words.length > 1 ? [raw] : [];
    for (const reading of new Set([...all, ...this.held.readings(text)])) {
      if (depth >= maxDepth) return this.giveUp(tooDeep);
      this.spend(reading.length / 4);
      this.aside(() => this.read(reading, depth + 1));
    }
  }

  private scriptDepth = 0;
  protected override runsText(script: string): void {
    const known = this.commands.length;
    if (++this.scriptDepth > maxDepth) this.giveUp(tooDeep);
    else if (otherLanguage.test(script)) this.namedInCode([script]);
    else {
      // Quotes of the script stand around what the line has put into it.
      const open = /[$`]/.test(script) ? [script.replaceAll("'", '"'), ...this.held.readings(this.filled(literal(script)))] : [];
      for (const one of new Set([script, ...open])) {
        this.spend(one.length / 4);
        this.aside(() => this.nested([literal(one)], this.scriptDepth));
      }
    }
    this.scriptDepth--;
    // What it runs is not relied upon, but what it writes is written.
    this.commands.length = known;
  }

  /** A script is handed what was found, in its words or as its parameters. */
  private handed(script: string, holes: Holes, found: Found, addsNames: boolean): void {
    for (const part of script.split(/[;&|\n]+/)) {
      if (!addsNames && !fills(holes, part) && !/\$[{@*\w]/.test(part)) continue;
      if (
        />[>|&]?\s*\S*\$[{@*\w]/.test(part) ||
        (holes.text !== '' &&
          part
            .split('>')
            .slice(1)
            .some((target) => fills(holes, target)))
      )
        this.writesFound('>', found, this.folders);
      const words = part.split(/[\s(){}]+/).map(literal);
      const at = words.findIndex(({ text }, i) => writesFiles(nameOf(text), words.slice(i + 1)));
      if (at >= 0) this.writesFound(nameOf(words[at]!.text), found, this.folders);
    }
  }

  private shell(name: string, args: Value[], depth: number, holes?: Holes): void {
    const script = shellScript(args);
    if (name === 'fish' && args.some(({ text }) => /^-\w*C/.test(text))) this.hidden(`${shown('fish')} is given commands`);
    const settings = args.findIndex(({ text }) => /^--(rcfile|init-file)$/.test(text));
    if (settings >= 0 && args[settings + 1]) this.runsFile(name, args[settings + 1]!, 'line');
    if (script.kind === 'unknown') {
      this.hidden(`the script that ${shown(name)} runs is only known when it runs`);
      if (!args.some(({ text }) => /^-\w*c$/.test(text))) for (const text of wordsFed(this.feed)) this.runsText(text);
      const at = args.findIndex(({ text }) => /^-\w*c$/.test(text));
      if (at >= 0 && args[at + 1]?.dynamic) this.aside(() => this.nested(args.slice(at + 1, at + 2), depth, holes));
    }
    if (script.kind === 'text') {
      for (const [i, word] of script.rest.entries()) this.holdParameter(i - 1, [word]);
      this.aside(() => this.nested([script.word], depth, holes));
    }
    if (script.kind === 'text' || script.kind === 'file') this.operands('sh', script.rest);
    if (script.kind === 'file') this.runsFile(name, script.rest[0]!, 'line');
  }

  /** `su -c TEXT`, `script -c TEXT`; without it they start a shell. Returns false where `runuser -u NAME COMMAND` is a plain wrapper. */
  private switchUser(name: string, args: Value[], depth: number, holes?: Holes): boolean {
    const at = args.findIndex(({ text }) => /^(-[a-z]*c|--command|--session-command)(=|$)/.test(text));
    const attached = at < 0 ? undefined : /^--[\w-]+=(.*)$/s.exec(args[at]!.text)?.[1];
    if (at >= 0)
      this.aside(() => this.nested(attached === undefined ? args.slice(at + 1, at + 2) : [literal(attached)], depth, holes));
    else if (name === 'runuser' && /^-u$|^--user/.test(args[0]?.text ?? '')) {
      const inner = args.slice(args[0]!.text.includes('=') ? 1 : 2);
      this.aside(() => this.simple(inner[0]?.text === '--' ? inner.slice(1) : inner, depth + 1, holes));
    } else this.hidden(`${shown(name)} opens a shell`);
    if (name === 'script')
      this.operands(
        name,
        args.filter((_, i) => i !== at + 1 || at < 0),
      );
    return true;
  }
}

const split = (text: string, gap: string): (string | null)[] =>
  text.split(gap).flatMap((piece, i) => [...(i > 0 ? [null] : []), ...(piece ? [piece] : [])]);

/** What a line puts into variables: what they hold from there on, who is handed it, and whether it changes what programs do. */
import type { Assignment, Command as CommandNode, SyntaxNode, Word } from 'unbash';
import { listed } from '../files/found';
import { isInside } from '../paths/paths';
import { changesMeaning, isHarmlessAssignment, makeMayRun, makes } from '../programs/variables';
import { Numbers } from '../syntax/arithmetic';
import { shown } from '../syntax/lineReport';
import { type NameSink, noteNames } from '../syntax/nodeNames';
import { quotedSubstitutions } from '../syntax/quotedTexts';
import { isOpen, literal, type Value } from '../syntax/words';
import { HandedOn } from './handedOn';
import { opened } from './openWords';

const mentionsMake = new RegExp(`\\b(${makes.join('|')})\\b`);

/** What the shell fills in, as far as it can be cut out without being read. */
const substitution = /\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`|\$\{[^{}]*\}|\$\w+/g;

/** What stands behind `NAME=`, `NAME+=` or `NAME[…]=`. */
const textBehind = (text: string): string => text.slice(text.indexOf('=') + 1);
/** A list of folders that is filled with the one the line is in, and with what the variable held before; undefined where more is filled in. */
function ownPlaces(name: string, value: string): string | undefined {
  if (!/PATH$/.test(name)) return undefined;
  const said = value
    .replace(/\$(PWD|\{PWD\}|\(pwd\))(?=[/:]|$)/g, '.')
    .replace(new RegExp(`\\$(${name}|\\{${name}\\})(?=:|$)`, 'g'), '');
  return /[$`]/.test(said) ? undefined : said;
}
/** Variables that hold the name of a file. */
const namesFile = /(FILE|CONFIG|CONF|CERT|STARTUP|BASH_ENV)$|^ENV$/;
/** Where programs lie. */
const isSystem = /^\/(usr|bin|sbin|opt|nix|snap|lib\d*)(\/|$)/;
const isAssignment = (node: { type: string }): node is Assignment => node.type === 'Assignment';
/** `+=` goes on from what was there. */
const kept = ({ name, append }: Assignment): string => (append ? `\${${name}}` : '');

export abstract class Assignments extends HandedOn {
  /** The line changes what programs its words mean. */
  protected tainted = false;
  protected readonly numbers = new Numbers();
  protected exportsAll = false;
  /** What programs are handed from there on: these, or all that is set. */
  private readonly exported = new Set<string>();
  /** What the shell has kept for itself, with a value that nobody knows. */
  private readonly keptUnknown = new Set<string>();
  /** `make` is among its words: it puts what variables hold into the lines that it runs. */
  private mayMake = false;
  private readonly sink: NameSink = {
    numbers: this.numbers,
    assigned: (name, value, isOwn) => this.assigned(name, value, isOwn),
    unknowable: (reason) => this.unknowable(reason),
    mayHold: (name, raw) => this.held.assigned(name, raw),
  };

  protected noteMake(line: string): void {
    this.mayMake ||= mentionsMake.test(line);
  }

  /** A variable is given a value; undefined where nobody knows it. `isKept` where programs do not see it, unless the line has what it sets exported. */
  protected assigned(name: string, value: string | undefined, isKept: boolean): void {
    const isOwn = isKept && this.stays(name, value);
    if (value !== undefined) this.held.assigned(name, value);
    if (name === 'IFS') this.splitsAt(value ?? '');
    if (name === 'CDPATH') this.isSearched = true;
    this.noteRepository(name);
    if (!isOwn || name === 'HISTFILE') this.mayName(value ?? '');
    const isFilled = value !== undefined && /[$`]/.test(value) && !/^'[^']*'$/.test(value);
    const unquoted = (raw: string | undefined) => raw?.replace(/^(['"])(.*)\1$/s, '$2');
    if (!isOwn && value !== undefined) this.handsFilled(name, unquoted(value)!, isFilled);
    const text = isFilled ? ownPlaces(name, unquoted(value)!) : unquoted(value);
    const said = () => (isFilled ? unquoted(value.length > 1000 ? value : value.replace(substitution, '')) : undefined);
    if (changesMeaning(name, text, isOwn) || (this.mayMake && !isOwn && makeMayRun(name, text, said()))) {
      this.tainted = true;
      if (!/^(CDPATH|IFS)$/.test(name)) this.runsNamed(name, value ?? '');
      // A command, where it is more than a word: `PROMPT_COMMAND`, `GIT_EDITOR`.
      if (value !== undefined && /\s/.test(value)) {
        this.namedInCode([value]);
        this.perhaps(true, () => this.aside(() => this.runsText(unquoted(value)!)));
      }
      this.unknowable(`${shown(name)} is set, which changes what programs do`);
    } else if (!isHarmlessAssignment(name, isOwn)) this.bar(`it sets ${name}`);
    if (/^(BASHOPTS|GLOBIGNORE)$/.test(name)) this.widens();
    if (/^(CDPATH|IFS|HOME|(OLD)?PWD)$/.test(name)) this.complete = false;
  }

  /** As far as it is known what is filled in; of a list of folders, or a text, nobody asks. */
  private handsFilled(name: string, text: string, isFilled: boolean): void {
    const readings = isFilled ? this.held.readings(text) : [text];
    for (const one of readings) if (!/[$`]/.test(one)) this.hands(name, one);
    const isOpen = isFilled && (readings.length === 0 || readings.some((one) => /[$`]/.test(one)));
    if (isOpen && namesFile.test(name)) this.complete = false;
  }

  /**
   * A program may read the file whose name it is handed. Lists of folders are left out, and what lies elsewhere and is only where others look for more: folders
   * of the home folder, and all that is outside of it, as long as it changes nothing of what runs.
   */
  private hands(name: string, text: string): void {
    if (/^(HOME|(OLD)?PWD|TMPDIR|TE?MP|SHELL)$/.test(name) || text.startsWith('-')) return;
    // `DOCKER_CONFIG=folder`
    const isPlace = changesMeaning(name, text, false);
    const isNear = (path: string) => [...this.folders].some((folder) => isInside(folder, path));
    const isMeant = (one: string) => {
      if (isSystem.test(one)) return false;
      const [path] = this.reached(literal(one), [...this.folders][0]!);
      if (path === undefined || isNear(path)) return path !== undefined;
      return isInside(this.around.home, path) ? this.names?.(path) === undefined : !name.endsWith('PATH') && isPlace;
    };
    for (const one of new Set([text, ...text.split(':')]))
      if ((isPlace || /[./~]/.test(one)) && !/\s/.test(one) && isMeant(one))
        this.plainOperands([one.startsWith('~') ? { ...literal(one), tilde: true } : literal(one)]);
  }

  /** The files and folders that it holds are run, or have code loaded: `BASH_ENV=x.sh`, `GIT_EDITOR='sh x.sh'`, `PATH=bin:$PATH`. */
  private runsNamed(name: string, value: string): void {
    const words = value.replace(/['"]|\$\{?PWD\}?\/|\$\(pwd\)\//g, '').split(/[\s:]+/);
    for (const word of words) if (!/[$`]/.test(word)) this.loads(name, literal(word));
  }

  /** Whether what is set there stays in the shell. */
  private stays(name: string, value: string | undefined): boolean {
    if (this.exportsAll || this.exported.has(name)) return false;
    if (value === undefined || /[$`]/.test(value)) this.keptUnknown.add(name);
    return true;
  }

  private splitsAt(raw: string, isOpen = true): void {
    this.held.separates(raw.replace(/^\$?(['"])(.*)\1$/s, '$2').replace(/\\[nt]/g, ' '));
    if (isOpen) this.complete = false;
  }

  /** What stands in front of a command, or alone: `A=1 B=2 COMMAND`. */
  protected prefixed({ name, prefix }: CommandNode): void {
    for (const one of prefix.filter(isAssignment)) {
      const text = textBehind(one.text);
      // For `read` alone, it only says at what signs a line is split.
      if (one.name === 'IFS' && name?.value === 'read') this.splitsAt(text, this.isRenaming);
      else this.assigned(one.name, kept(one) + text, name === undefined);
    }
  }

  /** What they hold by substitutions, known once those have been read. */
  protected prefixesRead({ prefix }: CommandNode): void {
    for (const one of prefix.filter(isAssignment)) {
      const raw = textBehind(one.text);
      const filled = this.origins.filled(raw, (steps) => this.spend(steps));
      if (filled !== raw) this.held.assigned(one.name, kept(one) + filled);
    }
  }

  /** `NAME=value` among the words of `export`, `local` and their kind, as those see it. */
  protected declaration({ name, text }: Assignment, isOwn: boolean): Value {
    this.assigned(name, textBehind(text), isOwn);
    const dynamic = /[$`]/.test(text);
    return { text, dynamic, tilde: false, ...(dynamic ? { pieces: [`${name}=`, null] } : {}) };
  }

  /** `isCounted`: from then on each value is evaluated. */
  protected declares(name: string, args: readonly Value[], isExported: boolean, isCounted: boolean, isArray: boolean): void {
    for (const { text, pieces, dynamic } of args) {
      if (dynamic && pieces?.[0] === null) this.unknowable(`which variable ${shown(name)} sets is only known when it runs`);
      // Bare, these become what the shell looks programs up in.
      if (/^BASH_(CMDS|ALIASES)$/.test(text)) this.assigned(text, undefined, true);
      const [, variable = '', sets, value = ''] = /^([A-Za-z_]\w*)(\+?=)?(.*)/s.exec(text) ?? [];
      if (isExported) this.exported.add(variable);
      if (isArray) this.lists.add(variable);
      if (isCounted && variable !== '') this.numbers.use(variable);
      if (sets !== undefined) {
        // A list in quotes is read as it would be without: what is filled in there, a second time.
        const isWritten = value.startsWith('(') && pieces?.[0] === `${variable}=`;
        if (!dynamic ? /^\(.*[$`]/s.test(value) : isArray && !isWritten) this.runsList(name, variable, value);
        else if (dynamic && !isWritten) this.filledIn.set(variable, { name, value });
        this.assigned(variable, dynamic ? undefined : value, !isExported);
        if (isCounted) this.numbers.text(value);
      }
      // What the shell held for itself it hands on from here.
      else if (isExported && !dynamic && value === '') {
        for (const held of this.held.readings(`$${variable}`)) this.assigned(variable, held, false);
        if (this.keptUnknown.delete(variable)) this.assigned(variable, undefined, false);
      }
    }
  }

  private runsList(name: string, variable: string, value: string): void {
    this.unknowable(`${shown(name)} runs what stands in the list that it puts into ${shown(variable)}`);
    this.runsText(`${variable}=${value}`);
  }
  /** Variables that are lists, and what `declare` and its kind fill in where they are. */
  protected readonly lists = new Set<string>();
  private readonly filledIn = new Map<string, { name: string; value: string }>();

  /** What a node puts into variables, and where that comes from. */
  protected noteVariables(node: SyntaxNode): void {
    noteNames(node, this.sink);
    switch (node.type) {
      case 'Assignment':
        if (node.value.type !== 'Word' || node.index) this.lists.add(node.name);
        return this.holds(node.name, node.value.type === 'Word' ? [node.value] : node.value.elements);
      case 'For':
      case 'Select':
        this.holds(node.name.value, node.wordlist ?? []);
        if (!node.wordlist) this.origins.hold(node.name.value, listed([opened('$@')]));
        return;
      case 'ParameterExpansion':
        if (node.operation?.type === 'Default') this.holds(node.parameter, [node.operation.operand]);
    }
  }

  private holds(name: string, words: readonly Word[]): void {
    for (const { text } of words) {
      const key = /^\[([^\]]*)\]=/.exec(text)?.[1];
      if (key !== undefined) this.held.key(name, key.replace(/['"]/g, ''));
    }
    const values = words
      .flatMap((word) => this.values(word))
      .map((one) => ({ ...one, text: one.text.replace(/^\[[^\]]*\]=/, '') }));
    for (const value of values) if (!isOpen(value)) this.held.add(name, value.text);
    if (values.some(isOpen)) this.origins.hold(name, listed(values));
  }

  /** Called where all of the line has been read. */
  override conclude(): void {
    for (const [variable, { name, value }] of this.filledIn) if (this.lists.has(variable)) this.runsList(name, variable, value);
    super.conclude();
    if (this.numbers.problem) this.unknowable(this.numbers.problem);
    // Which of them bash comes to evaluate is not known: what they run may be run.
    if (this.uncertain.size > 0)
      this.perhaps(false, () => {
        for (const text of quotedSubstitutions(this.line)) this.runsText(`: ${text}`);
      });
  }
}

/** What a simple command does beyond being run: commands and scripts in its words, code for an interpreter, a change of folder. */

import { basename, dirname } from 'node:path';
import type { Command } from '../../shared/calls/toolFacts';
import { namesInCode } from '../code/codeNames';
import type { AnyWord } from '../commands/commandReadings';
import { gitTwin } from '../commands/gitCommand';
import { innerPlaces, isKnown, mostPlaces } from '../commands/innerWords';
import { startsBehindOpen } from '../commands/wrapperOpen';
import { takesPaths, takesSubcommand } from '../files/commandPaths';
import { bareNames, listed, unread } from '../files/found';
import { interpreterOf } from '../programs/interpreters';
import { familyOf } from '../programs/plainWords';
import { projectTools } from '../programs/projectTools';
import { runners } from '../programs/runners';
import { userSwitchers } from '../programs/userSwitchers';
import { makes } from '../programs/variables';
import { wrapperOf } from '../programs/wrappers';
import type { Findings } from '../running/findings';
import { codeIn, isCode } from '../running/hiddenCode';
import { specialPrograms } from '../running/specialPrograms';
import { readsByCode, readsIncluded, readsNames, sqlPrograms } from '../running/unlistedPaths';
import { shown } from '../syntax/lineReport';
import { isInput, shells } from '../syntax/shellScript';
import { wordsFed } from '../syntax/standardInput';
import { isOpen, literal, type Value } from '../syntax/words';
import { innerStarts, subWrapper } from '../syntax/wrapperWords';
import { bareProgram, fills, type Holes, maxDepth, split, tooDeep, written } from './handedOn';
import type { After } from './linePlaces';
import { PossibleCommands } from './possibleCommands';

/** The texts that they are given read and write files. */
const databases: ReadonlySet<string> = new Set([...sqlPrograms, 'socat']);
const behindSign = (text: string): string => text.slice(text.indexOf('=') + 1);

/** `python -m NAME ARGUMENTS`, `python -ImNAME ARGUMENTS` */
function moduleOf(args: readonly Value[]): readonly Value[] {
  const at = args.findIndex(({ text }) => !text.startsWith('-') || /^-[A-Za-z]*m/.test(text));
  const attached = /^-[A-Za-z]*?m(.*)$/s.exec(args[at]?.text ?? '')?.[1];
  if (attached === undefined) return [];
  return attached === '' ? args.slice(at + 1) : [literal(attached), ...args.slice(at + 1)];
}

/** What they run by its name is a package, and no script of theirs. */
const packers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);

/** As programs that take commands on their input leave them to a shell: `!ls`, `~!ls`, `host ls`. */
const shellEscape = /^\s*([~:\\]?!|(host|shell|system)\s)\s*\S/m;
/** In their code all that is done is called by a name. */
const languages = /^(node|nodejs|deno|bun|tsx|ts-node|python[\d.]*|pypy3?|ruby)$/;
export abstract class CommandMeaning extends PossibleCommands {
  /** `holes` is given where words are added at run time. */
  protected simple(words: Value[], depth: number, holes?: Holes): After {
    const [program, ...args] = words;
    const unchanged = this.here();
    if (!program) return unchanged;
    this.spend(1 + words.length / 8);
    if (depth > maxDepth) {
      this.giveUp(tooDeep);
      return unchanged;
    }
    if (isOpen(program) || /^$|\s/.test(program.text) || fills(holes, program.text)) {
      this.hidden(`the program ${shown(program.text)} is only known when it runs`);
      // Whatever it is, it is given these; and it is read as what the line says that it may be.
      const isList = /\$\{?([@*]|\w+\[)/.test(program.template ?? program.text);
      this.operands('', isList ? words : args);
      const known = this.commands.length;
      if (program.dynamic) this.readFilled(written(words), depth);
      // What it might run is not relied upon, but what that writes is written.
      this.commands.length = known;
      return unchanged;
    }
    const partial = this.partial(words, holes);
    const name = bareProgram(program.text);
    const inner = innerPlaces(name, words);
    const mayRun = inner && [...new Set([...inner, ...startsBehindOpen(name, args).map((i) => i + 1)])];
    const isDynamic = partial?.some((word) => typeof word !== 'string' && !word.operand) ?? false;
    const command: Command = {
      program: program.text,
      args: args.map((arg) => arg.text),
      text: words.map((word) => word.text).join(' '),
      ...(isDynamic || this.tainted ? { dynamic: true } : {}),
      ...(partial ? { words: partial } : {}),
      ...(mayRun?.length === 0 ? {} : { mayRun: mayRun && mayRun.length <= mostPlaces ? mayRun : 'any' }),
    };
    this.commands.push(command);
    const told = this.told(name, words, depth);
    if (told) command.told = told;
    for (const at of inner ?? []) this.inner(name, words, at);
    if (inner && !isKnown(name))
      for (const [i, { dynamic }] of args.entries()) if (dynamic) this.mayRunTexts(name, args.slice(0, i + 1));
    this.otherwise(name, words, depth);
    if (holes && takesPaths(name) && !this.readsFound(name, args, holes)) this.complete = false;
    if (holes?.found) this.writesHanded(name, args, holes, holes.found);
    if (this.functions.has(name)) for (const [i, arg] of args.entries()) this.holdParameter(i, [arg]);
    if (program.text.includes('/')) {
      this.runsFile(program.text, program, 'line');
      for (const base of this.folders) for (const path of this.reached(program, base)) this.likelyPaths.add(path);
    }
    // What the line puts where programs are looked for is run by its bare name.
    else
      this.own.run(name, 'by its name', 'line', ({ path }) => basename(path) === name && /^s?bin$/.test(basename(dirname(path))));
    const last = words.at(-1)!;
    if (last.dynamic) this.origins.hold('_', listed([last]));
    else this.held.add('_', last.text);
    const given = holes ? args.map((arg) => (fills(holes, arg.text) ? { ...arg, isHole: true as const } : arg)) : args;
    const sub = gitTwin(name);
    const since = this.own.broughtSoFar;
    const after =
      (sub === undefined
        ? this.meaning(name, given, depth, holes)
        : this.meaning('git', [literal(sub), ...given], depth, holes)) ?? unchanged;
    if (!program.text.includes('/')) this.namesNew(name, given, since);
    if (holes?.found && this.found?.isList && /^(basename|dirname|realpath|readlink|echo|printf)$/.test(name))
      this.found = name === 'basename' ? bareNames(holes.found) : holes.found;
    // What a program of the project writes is a text that nobody has read.
    if (program.text.includes('/') && !isKnown(name)) this.found = unread;
    return after;
  }

  /** What the line makes of the name, and of a subcommand that is only known when it runs. What it runs is not relied upon, but what that writes is written. */
  private otherwise(name: string, [, ...args]: readonly Value[], depth: number): void {
    const script = this.aliases.get(name);
    if (script !== undefined) {
      // Within itself it is no alias.
      this.aliases.delete(name);
      this.runsText(`${script} ${written(args)}`);
      this.aliases.set(name, script);
    } else if (takesSubcommand(name) && args.find(({ text }) => !text.startsWith('-'))?.dynamic)
      this.openCommands.push({ script: `${name} ${written(args)}`, depth, folders: this.folders });
  }
  private readonly openCommands: { script: string; depth: number; folders: Set<string> }[] = [];

  /** Called where all of the line has been read: by then it is known what it may put into its words. */
  override conclude(): void {
    const known = this.commands.length;
    for (const { script, depth, folders } of this.openCommands)
      this.aside(() => {
        this.folders = folders;
        this.readFilled(script, depth);
      });
    this.commands.length = known;
    super.conclude();
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
      this.readBy(name, () => this.shell(name, args, depth, holes));
      return undefined;
    }
    const switcher = userSwitchers.get(name);
    if (switcher) {
      this.switchUser(name, switcher, args, depth, holes);
      return undefined;
    }
    const wrapper = wrapperOf(name);
    const sub = wrapper && subWrapper(name, args, wrapper);
    if (sub === 'unknown') this.hidden(`what ${shown(name)} runs is only known when it runs`);
    else if (sub) {
      const [start = sub.args.length] = innerStarts(sub.args, sub.wrapper);
      // `cargo watch -x test`: of its own options, some are its own subcommands.
      if (name === 'cargo') specialPrograms.get(name)?.(args, this.findings(name, depth, holes), name);
      this.ownScript(packers.has(name) ? 'npx' : name, [...sub.before, ...sub.args.slice(0, start)]);
      return this.wrapped(name, sub.wrapper, sub.args, depth, holes, sub.before);
    }
    if (name === 'source' || name === '.') {
      const [file] = args;
      if (!file || file.dynamic || isInput(file.text)) {
        this.hidden(`what ${shown(name)} reads is only known when it runs`);
        for (const text of wordsFed(this.feed)) this.runsText(text);
      } else this.runsFile(name, file, 'line');
    }
    const isInterpreter = interpreterOf(name) !== undefined;
    // Names in code are read as such.
    this.operands(
      name,
      args.filter((arg, i) => !isInterpreter || arg.dynamic || !isCode(name, args, i)),
    );
    const code = codeIn(name, args, this.feed, {
      runs: (file) => this.runsFile(name, file),
      loads: (word) => this.loads(name, word),
    });
    if (code) this.unknowable(code.reason, 'code');
    if (code && runners.has(name)) for (const i of args.keys()) this.mayRunTexts(name, args.slice(0, i + 1), true);
    if (code && this.feed.kind === 'text') this.spend(this.feed.text.length / 1000);
    if (
      code?.isForeign ||
      readsByCode(name, args, code, this.feed) ||
      readsNames(name, args, this.feed.kind !== 'nothing') ||
      readsIncluded(name, this.feed)
    )
      this.complete = false;
    // Code may write whatever text, wherever it stands.
    if (isInterpreter && !this.outputs.has(name)) this.found = unread;
    if (/^[gmn]?awk$/.test(name) && !this.found && this.feed.kind === 'nothing') this.found = unread;
    if (!isKnown(name) && this.feed.kind === 'text' && shellEscape.test(this.feed.text))
      this.unknowable(`${shown(name)} is given text that can run programs`, 'code');
    if (this.feed.kind === 'file' && runners.get(name)?.input) this.runsFile(name, literal(this.feed.from));
    this.ownScript(name, args);
    if (makes.includes(name)) for (const { text } of args) if (/^\w+\W?=/.test(text)) this.mayName(behindSign(text));
    if (familyOf(name) === 'node')
      for (const mode of ['--run', '--test'])
        if (args.some(({ text }) => text.split('=')[0] === mode)) this.ownScript(`node ${mode}`, args);
    const [module, ...rest] = familyOf(name) === 'python' ? moduleOf(args) : [];
    if (module && Object.hasOwn(projectTools, module.text)) this.aside(() => this.simple([module, ...rest], depth + 1, holes));
    else if (module) this.ownScript(module.text, rest);
    const before = this.uncertainties.length;
    specialPrograms.get(name)?.(args, this.findings(name, depth, holes), name);
    if (code || this.uncertainties.length > before || databases.has(name)) {
      const text = (text: string) => (isInterpreter ? namesInCode(text, languages.test(name)) : text);
      this.namedInCode([
        ...args.map(({ text: raw, template }, i) => (isCode(name, args, i) ? text(template ?? raw) : (template ?? raw))),
        ...wordsFed(this.feed).map(text),
      ]);
    }
    return undefined;
  }

  private findings(name: string, depth: number, outer?: Holes): Findings {
    return {
      there: (own, read) =>
        this.aside(() => {
          this.goesWith(name, own);
          read();
        }),
      code: (reason, isRead = false) => (isRead ? this.unknowable(reason, 'code') : this.unread(reason)),
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

  /** The command may be another one of its program. */
  private alias(): void {
    const command = this.commands.at(-1)!;
    command.mayBe = [command.program, { pieces: [null], many: true }];
  }
}

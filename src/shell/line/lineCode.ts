/** What a line runs beside its commands: files of code, which it may have written itself, and what its programs have loaded by name. */
import { basename, dirname } from 'node:path';
import type { Uncertainty } from '../../shared/calls/toolFacts';
import { importsFile } from '../code/importedFiles';
import { mayBeHanded, namesCode, namesFile, namesScript, type WrittenFile } from '../code/ownCode';
import { isKnown, subcommandOf } from '../commands/innerWords';
import { operandsOf } from '../files/commandPaths';
import { coversPath } from '../paths/pathPatterns';
import { formatters } from '../programs/formatters';
import { interpreterOf } from '../programs/interpreters';
import { operands } from '../programs/operands';
import { folderOptions, loadingOptions, settingOptions } from '../programs/ownScripts';
import { isOwnSetting, ownScriptOf } from '../programs/projectRunners';
import { runners } from '../programs/runners';
import { searching } from '../programs/searching';
import { makes } from '../programs/variables';
import { wrapperOf } from '../programs/wrappers';
import { shown } from '../syntax/lineReport';
import { isInput } from '../syntax/shellScript';
import { isOpen, literal, type Value } from '../syntax/words';
import { subWrapper } from '../syntax/wrapperWords';
import { keepsFiles, prefixes, saidOutputs } from '../writes/madeFiles';
import { LineRedirects } from './lineRedirects';

/** Options of project tools behind which code is named. */
const loads = /^(-cp|-classpath|--class-path|-jar|-I|--init-script|-f|--?file|-b|--build-file|--preload|-r|-buildfile)$/;
const optionOf = (text: string): string => (/^--?\w.*=/.test(text) ? text.split('=')[0]! : text);
/** To some of those that put files in order the letter is a check, or a pattern. */
const takesSettings = (name: string, option: string): boolean =>
  option.startsWith('--') || formatters.get(name)?.valued?.split(' ').includes(option) !== false;
/** What the line itself feeds there, or writes to the other end of a pipe. */
const isStream = ({ text, dynamic }: Value): boolean =>
  (dynamic && /^(.*=|-\w)?<\(/s.test(text)) || isInput(text.replace(/^(--?[\w-]+=|-\w(?=\/))/, ''));

export class LineCode extends LineRedirects {
  private readonly openCode: string[] = [];

  /** `name` runs the text of a file: what is there when the line is judged, unless the line writes it. */
  protected runsFile(name: string, file: Value, kind: Uncertainty['kind'] = 'code'): void {
    if (file.dynamic || file.text === '-' || isInput(file.text)) {
      this.unknowable(`what ${shown(name)} runs is only known when it runs`, kind);
      this.complete = false;
      return;
    }
    // What the line has written by then may be found, or handed on, as well.
    if (file.isHole) this.own.run(name, 'what it is handed', kind, mayBeHanded);
    for (const base of this.folders) {
      const { glob } = file;
      if (glob !== undefined)
        this.own.run(name, `${glob} in ${base}`, kind, (one) => mayBeHanded(one) && coversPath(glob, one.path, { folder: base }));
      for (const path of this.reached(file, base)) {
        // A shell finds the file as it is named.
        const direct = (one: WrittenFile) => (kind === 'line' ? one.path === path : namesCode(path, one));
        // No word names a makefile.
        const named = makes.includes(name) ? undefined : path;
        this.own.run(name, path, kind, (one) => direct(one) || (!one.isEdited && this.imports(path, one.path)), named);
        if (kind === 'line') for (const text of this.own.textsOf(path)) this.runsText(text);
      }
    }
  }

  protected override later(): void {
    super.later();
    this.own.isRepeated = true;
  }

  /** A file that is none yet, and that a program is given which nobody knows, may be what that makes; not the one that it runs itself, `since` when it began. */
  protected namesNew(name: string, args: readonly Value[], since: number): void {
    const wrapper = wrapperOf(name);
    // What it runs has been read for itself.
    if (wrapper && subWrapper(name, args, wrapper)) return;
    for (const { text, tilde } of prefixes(name, args))
      for (const base of this.folders) this.own.brings(this.resolve(text, tilde, base), 'prefix');
    for (const { text, tilde } of saidOutputs(name, args))
      for (const base of this.folders) this.own.brings(this.resolve(text, tilde, base), 'output');
    if (keepsFiles(name)) return;
    const named = operandsOf(name, args);
    // Where it works has been told before.
    const { complete } = this;
    const bases = this.basesOf(named);
    for (const { value, rule } of named.operands)
      for (const base of isOpen(value) || (rule === 'rooted' && !value.text.includes('/')) ? [] : bases)
        for (const path of this.reached(value, base))
          if (!this.isThere(path) && !this.own.hasRun(path, since)) this.own.brings(path, 'guess');
    this.complete = complete;
  }

  /** Where nobody can say, it is. */
  private isThere(path: string): boolean {
    const folder = dirname(path);
    const names = this.names?.(folder);
    return names ? names.includes(basename(path)) : !this.names || folder === path || this.isThere(folder);
  }

  /** A script that is there has the file loaded. */
  private imports(script: string, file: string): boolean {
    const { text } = this.around;
    return text !== undefined && importsFile(script, file, text, (steps) => this.spend(steps));
  }

  /** Reads a shell script that the line holds in another way than as a word. */
  protected runsText(_script: string): void {}
  protected mayRunTexts(_name: string, _words: readonly Value[], _isOne = false): void {}

  /** What the program runs stands in files of the project, some of which its words may name. */
  protected ownScript(name: string, args: readonly Value[]): void {
    const kind = operands.get(name)?.kind ?? '';
    const isReader = searching.has(name) || (/^(files|text|none)$/.test(kind) && !runners.has(name) && !interpreterOf(name));
    const known = ownScriptOf(name, isKnown(name), /^(commands|targets)$/.test(kind), isReader);
    if (!known) return;
    const { files, sources, shadows, sub, calm, instead, named, isGuess } = known;
    const own = subcommandOf(name, args);
    if (own !== undefined && (calm?.test(own) || (sub && !sub.test(own)))) return;
    const behind = args.slice(args.findIndex(({ text }) => text === own) + 1).find(({ text }) => !text.startsWith('-'));
    if (own !== undefined && behind && calm?.test(`${own} ${behind.text}`)) return;
    for (const [i, arg] of args.entries()) {
      const before = args[i - 1]?.text ?? '';
      const isBehind = (options: RegExp) => options.test(optionOf(arg.text)) || options.test(before);
      const isLoaded =
        isBehind(loadingOptions) ||
        /^-\w[./]/.test(arg.text) ||
        (/^-\w./.test(arg.text) && loadingOptions.test(arg.text.slice(0, 2)));
      const isFed = isStream(arg) || (arg.text === '-' && this.feed.kind !== 'nothing');
      if (!isGuess && isFed && (named === true || named === 'all' || (named && (named === 'file' || isLoaded))))
        this.notKnown(name);
      else if (named === 'all' || (named === true && (/^-|[./]/.test(arg.text) || before.startsWith('-')))) this.loads(name, arg);
      else if (named && isBehind(folderOptions)) this.loads(name, arg);
      else if (isLoaded ? named : named === 'file') {
        const isSetting = isBehind(settingOptions) && takesSettings(name, before);
        this.loads(name, arg, isSetting ? namesFile : namesScript);
      }
    }
    if (named === true || named === 'all')
      if (
        args.some(({ dynamic, text }, i) => dynamic && loads.test(/^-/.test(text) ? optionOf(text) : (args[i - 1]?.text ?? '')))
      )
        this.notKnown(name);
    if (args.some(({ text }) => instead?.split(' ').includes(text.split('=')[0]!))) return;
    const isShadow = shadows ? this.shadowing(shadows, args) : () => false;
    this.own.run(
      name,
      '',
      !isGuess && !sub && named !== true && named !== 'all' ? 'line' : 'code',
      ({ path, isEdited }) =>
        files.test(path) || isOwnSetting(name, path) || (!isEdited && (sources?.test(path) === true || isShadow(path))),
    );
  }

  /** What lies beside a file in the words, or in the folder that the line is in, and bears the name of a module. */
  private shadowing(names: RegExp, args: readonly Value[]): (path: string) => boolean {
    const places = new Set(this.folders);
    for (const { text } of args.filter((arg) => !isOpen(arg)))
      for (const base of this.folders) places.add(dirname(this.resolve(text, false, base)));
    return (path) => names.test(path) && places.has(dirname(path.replace(/\/__init__\.py$/, '')));
  }

  private notKnown(name: string): void {
    this.unknowable(`what ${shown(name)} runs is only known when it runs`, 'code');
  }

  /** A program may have code loaded that one of its words names, as a file or as what it is found by. */
  protected loads(name: string, word: Value, names: typeof namesCode = namesCode): void {
    if (isStream(word)) this.notKnown(name);
    if (isOpen(word)) return;
    const { text } = word;
    const parts = [text, text.replace(/^--?[\w-]+=/, ''), text.replace(/^-\w/, '')].flatMap((one) => [
      one,
      ...one.split(/[:,;={}"[\]\s]+/),
    ]);
    for (const part of new Set(parts.flatMap((one) => [one, one.replace(/\/\.\.\.$/, ''), one.replaceAll('.', '/')])))
      if (part !== '' && !/^-|\/\/|^\/*$/.test(part))
        for (const base of this.folders) {
          const path = this.resolve(part, part.startsWith('~'), base);
          this.own.run(name, `loads ${path}`, 'code', (one) => names(path, one), /\w\.\w+$/.test(part) ? path : undefined);
        }
  }

  /** Code in which the output of commands stands is read once they have been. */
  protected override namedInCode(texts: readonly string[]): void {
    const open = texts.filter((text) => /`|\$\(/.test(text));
    if (open.length > 0) this.openCode.push(...open);
    super.namedInCode(texts);
  }

  override conclude(): void {
    for (const { name, kind, texts, mayRead } of this.own.ran()) {
      this.unknowable(`what ${shown(name)} runs is written by the line itself`, kind);
      if (mayRead) this.complete = false;
      this.namedInCode(texts);
    }
    for (const text of this.openCode.splice(0)) super.namedInCode([this.filled(literal(text))]);
    super.conclude();
  }
}

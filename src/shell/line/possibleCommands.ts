/** What may run of the words of a program, and nothing says that it does: it is not relied upon, but what it reads and writes counts. */

import type { Command } from '../../shared/calls/toolFacts';
import { setting, tellingPlaces } from '../commands/innerWords';
import { interpreterOf } from '../programs/interpreters';
import { codeIn } from '../running/hiddenCode';
import { shown } from '../syntax/lineReport';
import { shellScript, shells } from '../syntax/shellScript';
import { isOpen, literal, type Value } from '../syntax/words';
import { behind } from '../syntax/wrapperWords';
import { formatted } from '../writes/rewriting';
import { writesOf } from '../writes/writing';
import { bareProgram } from './handedOn';
import { WrappedCommands } from './wrappedCommands';

/** More of what may be no script at all is not read. */
const longestScript = 4000;
/** Each of them has all that stand behind it for its own. */
const mostTold = 8;
/** Behind these, the name of a shell or an interpreter is that of a language. */
const isLanguage = /^-{1,2}(l|s|t|lang|language|syntax|lexer|parser|type|format)$/i;

export abstract class PossibleCommands extends WrappedCommands {
  /** What may begin at a word of a program that nobody knows: code for an interpreter or a shell, and copies, are looked for. */
  protected inner(name: string, words: readonly Value[], at: number): void {
    const [program, ...args] = words.slice(at);
    const own = bareProgram(program!.text);
    this.mayRunTexts(name, words.slice(1, at + 1));
    if (!isLanguage.test(words[at - 1]!.text) && this.readsInput(own, args))
      this.unknowable(`${shown(name)} may run ${shown(own)}, which reads code from its input`, 'code');
    if (args.length === 0) return;
    const isScript = shells.has(own) && args.some(({ text }) => /^-\w*c/.test(text));
    if (isScript || (args[0]!.text.startsWith('-') && codeIn(own, args, this.feed)?.isGiven))
      this.unknowable(`${shown(name)} may run ${shown(own)} with code`, 'code');
    if (words[at - 1]!.text === '--' || formatted(own, args))
      for (const effect of writesOf(own, args)) this.write(own, effect, this.folders);
  }

  private isToldWithin = false;
  /** The commands that a program is told to run by its words, which nobody relies upon. What they themselves are told, nobody reads. */
  protected told(name: string, words: readonly Value[], depth: number): Command['told'] {
    const places = tellingPlaces(name, words);
    if (places.length === 0) return undefined;
    const isLong = places.some((at) => words[at]!.text.length > longestScript);
    if (this.isToldWithin || isLong || places.length > mostTold) return 'any';
    const { found } = this;
    const before = this.commands.length;
    let isKnown = true;
    this.isToldWithin = true;
    for (const at of places)
      this.perhaps(false, () => {
        const doubts = () => this.uncertainties.length + this.allowBars.length;
        const known = doubts();
        this.aside(() => this.readTold(words.slice(at), depth));
        isKnown &&= doubts() === known;
      });
    this.isToldWithin = false;
    this.found = found;
    const commands = this.commands.splice(before);
    return isKnown ? commands : 'any';
  }
  private readTold([word, ...rest]: readonly Value[], depth: number): void {
    const start = /^--?[\w-]+=/.exec(word!.text)?.[0].length ?? 0;
    const value = start > 0 ? behind(word!, start) : word!;
    const named = /\s/.test(value.text) ? (setting.exec(value.text)?.[0].length ?? 0) : 0;
    const program = named > 0 ? behind(value, named) : value;
    if (isOpen(program) || !/[\s;&|<>(){}`]/.test(program.text)) this.simple([program, ...rest], depth + 1);
    else this.nested([program], depth);
  }

  /** Names of one or two letters are likelier to be something else. */
  private readsInput(name: string, args: readonly Value[]): boolean {
    if (this.feed.kind === 'nothing' || name.length < 3) return false;
    return shells.has(name)
      ? shellScript(args).kind === 'unknown'
      : interpreterOf(name) !== undefined && codeIn(name, args, this.feed)?.isOnInput === true;
  }

  /** The last of the words may be a script, where it is more than a word; with `isOne` it is no text for people. */
  protected override mayRunTexts(name: string, words: readonly Value[], isOne = false): void {
    const { text, template = text } = words.at(-1)!;
    const script = template.replace(/^--?[\w-]+=/, '');
    if (!/\S\s+\S/.test(script)) return;
    if (script.length > longestScript) {
      this.complete = false;
      return;
    }
    // `ProxyCommand=COMMAND`, `exec=COMMAND`, `ext::COMMAND`: what would set a variable in a script may be the name of a setting.
    // So may the word in front of it, and `|` say that it is none of a file.
    const texts = new Set([
      script,
      script.replace(/^(\w+::|[A-Za-z][\w.-]*=)+/, ''),
      script.replace(/^(-\w+)?\|/, ''),
      script.replace(/^(-o)?[A-Za-z]+Command[\s=]+/, ''),
    ]);
    this.perhaps(isOne || /[$`]/.test(script), () =>
      this.aside(() => {
        this.goesWith(name, words.slice(0, -1));
        for (const one of texts) this.runsText(one);
        // `src=x dest=y`, as modules are given their arguments
        this.plainOperands(script.split(/\s+/).flatMap((word) => (/^\w+=./.test(word) ? [literal(word)] : [])));
      }),
    );
  }
}

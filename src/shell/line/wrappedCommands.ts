/** Commands and scripts that stand in the words of another: behind a wrapper such as `sudo` or `xargs`, as the script of a shell, behind `su -c`. */

import { isTaken, mayRunOther } from '../commands/wrapperOpen';
import { namesOpenPath } from '../files/commandPaths';
import { type Found, listed, unread } from '../files/found';
import type { Wrapper } from '../programs/wrapper';
import { codeIn } from '../running/hiddenCode';
import { shown } from '../syntax/lineReport';
import { shellScript, widensGlobs } from '../syntax/shellScript';
import { wordsFed } from '../syntax/standardInput';
import { isOpen, literal, meant, type Value } from '../syntax/words';
import { behind, folderThere, innerStarts, mountsIn, pairedIn, placeholder, scriptsIn, wordsHere } from '../syntax/wrapperWords';
import { openOutputs } from '../writes/outputs';
import type { Holes } from './handedOn';
import type { After } from './linePlaces';
import { ShellEffects } from './shellEffects';

/** `parallel`: a text with what it is given in the place of `{}`, `{1}`, `{.}`, or behind it. */
function withInput(words: Value[]): Value[] {
  if (words.some(isOpen)) return words;
  const text = words.map((word) => word.text).join(' ');
  const filled = text.replace(/\{[-+]?(\d*)[./#%]*\}/g, (_, place: string) => `\${_given${place}}`);
  return [literal(filled === text ? `${text} "\${_given}"` : filled)];
}
/** By what names it stands there. */
const givenNames: readonly string[] = ['_given', ...Array.from({ length: 9 }, (_, i) => `_given${i + 1}`)];
/** Whole, taken apart at a sign between columns, and without its folder or ending. */
const givenForms = (text: string): string[] => {
  const parts = [text, ...text.split(/[\s,;:|]+/)];
  const named = parts.flatMap((one) => [one, one.replace(/^.*\//s, ''), one.replace(/\/[^/]*$/, '')]);
  return [...new Set(named.flatMap((one) => [one, one.replace(/\.[^./]*$/, '')]))].filter(Boolean);
};

/** They write what they see of the command. */
const tracers = /^([sl]trace|g?time|perf|valgrind|kcov|rr|heaptrack|hyperfine)$/;
/** `prettier@3`, `@scope/name@latest`, `ruff==1.2` */
const withoutVersion = (word: Value): Value =>
  isOpen(word) ? word : { ...word, text: word.text.replace(/(?<=.)(@|[=~<>]=).*$/s, '') };

/** Whether what it runs finds other files than those of this machine. */
const isFar = (own: readonly Value[], { far }: Wrapper): boolean =>
  far instanceof RegExp ? !own.some((word) => isOpen(word) || far.test(word.text)) : far === true;

export abstract class WrappedCommands extends ShellEffects {
  /** Reads a command as one of the line. `holes` is given where words are added at run time. */
  protected abstract simple(words: Value[], depth: number, holes?: Holes): After;

  protected wrapped(
    name: string,
    wrapper: Wrapper,
    args: Value[],
    depth: number,
    outer?: Holes,
    before: Value[] = [],
  ): After | undefined {
    const starts = wrapper.each ? [] : innerStarts(args, wrapper);
    const own = args.slice(0, Math.min(...starts, args.length));
    // Where it is not sure which word is the program's, those in front of each count.
    const likely = [...before, ...args.slice(0, Math.max(...starts, own.length))];
    const code = codeIn(name, likely, { kind: 'nothing' });
    if (code) {
      this.unread(code.reason);
      for (const i of own.keys()) this.mayRunTexts(name, own.slice(0, i + 1), true);
    }
    if (name === 'command' && own.some(({ text }) => /^-\w*[vV]/.test(text))) return undefined;
    const inner = starts.map((start) => args[start]!);
    if (name === 'sudoedit' || (name === 'sudo' && own.some(({ text }) => /^(-[A-Za-z]*e|--edit)$/.test(text))))
      this.operands('vi', args.slice(own.length));
    this.opens(name, wrapper, own, inner, outer !== undefined, args.slice(own.length));
    const isWhole = name === 'xargs' && own.some(({ text }) => /^(-\w*0|--null)$/.test(text));
    const holes: Holes | undefined = wrapper.dynamic
      ? { text: placeholder(own), found: this.handedTo(name, args, own), ...(isWhole ? {} : { cuts: true }) }
      : outer;
    for (const word of own) {
      const [, variable, value] = (wrapper.assignments && /^(\w+)=(.*)$/s.exec(word.text)) || [];
      if (variable === undefined) continue;
      this.assigned(variable, value, false);
      if (word.dynamic) this.origins.hold(variable, listed([behind(word, variable.length + 1)]));
    }
    const scripts = [
      ...scriptsIn(own, wrapper),
      ...(wrapper.each ? args.filter(({ text }, i) => !text.startsWith('-') && !isTaken(args[i - 1], wrapper)) : []).map((one) =>
        wrapper.short?.form.test(one.text) ? literal(one.text.replace(wrapper.short.form, wrapper.short.text)) : one,
      ),
    ];
    const here = wordsHere(own, wrapper);
    const placed = wrapper.placed ? own.filter(({ text }) => text !== '--').slice(-wrapper.skip!) : pairedIn(own, wrapper);
    // A number is no path, but a lock file, a new root or a file of arguments is one.
    this.plainOperands(
      [...before, ...here].filter(
        (word) =>
          !scripts.includes(word) &&
          (/[./~]/.test(word.text) || placed.includes(word)) &&
          !/^[\d.]+[smhd]?$/.test(word.text) &&
          !(wrapper.assignments && /^\w+=/.test(word.text)),
      ),
    );
    this.search(
      name,
      [...before, ...own],
      here.map((value) => ({ value: meant(value), rule: 'plain' })),
      this.folders,
    );
    if (namesOpenPath(name, [...before, ...own].map(meant))) this.complete = false;
    // `strace -o FILE`: of those that only pass a command on, the option says something else.
    for (const output of tracers.test(name) ? openOutputs(name, likely) : []) this.writesOpen(name, output, this.folders);
    let after: After | undefined;
    const inside = () => {
      // Within a container, folders are its own.
      if (!wrapper.sameShell && !wrapper.apart && !wrapper.mounts)
        this.goesWith(name, [...before, ...own], wrapper.there ? placed : []);
      const rest = wrapper.goesOn && scripts.length > 0 ? args.slice(Math.min(...starts, args.length)) : [];
      for (const script of scripts) this.nested([script, ...rest], depth, holes);
      for (const start of rest.length > 0 ? [] : starts) {
        let words = args.slice(start);
        // `uv run x.py`
        if (/^(uv|pipx|pdm|rye|pixi|nodemon)$/.test(name) && /\.(py|[cm]?[jt]s)$/.test(words[0]?.text ?? ''))
          this.runsFile(name, words[0]!);
        // `uv run -m NAME`
        if (own.some(({ text }) => /^(-m|--module)$/.test(text))) this.loads(name, words[0]!);
        if (wrapper.versioned) words = [withoutVersion(words[0]!), ...words.slice(1)];
        if (/parallel$|^rush$/.test(name)) words = words.slice(0, words.findIndex(({ text }) => /^:::/.test(text)) >>> 0);
        // Where it is sure that a program begins here, what follows are options of that one.
        const mayGoOn = wrapper.skip !== undefined || starts.length > 1;
        const isScript = mayGoOn && words[0]!.text.startsWith('-') && scriptsIn(words.slice(0, 2), wrapper).length > 0;
        if (isScript) for (const script of scriptsIn(words, wrapper)) this.nested([script], depth, outer);
        if (isScript && wrapper.skip !== undefined) continue;
        if (wrapper.joined) {
          if (wrapper.dynamic) this.givesInput(holes?.found);
          this.nested(wrapper.dynamic ? withInput(words) : words, depth, holes, wrapper.dynamic);
        } else after = this.simple(words, depth + 1, holes);
      }
    };
    if (wrapper.sameShell) inside();
    else {
      const known = own.map(meant);
      const mounts = mountsIn(known, wrapper);
      const there = mounts.length > 0 ? folderThere(known, wrapper) : undefined;
      const read = () =>
        this.aside(() => {
          if (there && !isOpen(there)) this.standsIn(there);
          inside();
        });
      if (isFar(own, wrapper)) this.farAway(read);
      else this.mounted(mounts, read);
    }
    return wrapper.sameShell ? after : undefined;
  }

  /** Who allows places of this machine has no word on paths that are read meanwhile. For who denies some they hold: what of them is mounted there no line says. */
  private farAway(read: () => void): void {
    const paths = new Set(this.paths);
    read();
    for (const path of this.paths) {
      if (paths.has(path)) continue;
      this.paths.delete(path);
      this.likelyPaths.add(path);
      if (this.isGuarded(path)) this.guarded.add(path);
    }
    // What is listed there is not what lies here.
    this.found = unread;
  }

  /** What it runs beside the commands that begin at `inner`, or in their place: a shell of its own, or what only some of its words say. */
  private opens(
    name: string,
    wrapper: Wrapper,
    own: readonly Value[],
    inner: readonly Value[],
    isHanded: boolean,
    rest: readonly Value[],
  ): void {
    const isAlone = inner.length === 0;
    const isFed = this.feed.kind !== 'nothing';
    if (wrapper.ownShell && isFed && isAlone && scriptsIn(own, wrapper).length === 0)
      this.hidden(`the shell that ${shown(name)} opens reads commands from its input`);
    if (/^(ssh|autossh)$/.test(name) && isFed && isAlone)
      this.unknowable(`the shell that ${shown(name)} opens reads commands from its input`, 'code');
    if (/^ld(-|64|\.so)/.test(name) && own.some(({ text }) => /^--(preload|audit|library-path)(=|$)/.test(text)))
      this.hidden(`${shown(name)} loads code into what it runs`);
    if (/^(sudo|doas)$/.test(name) && isAlone && own.some(({ text }) => /^(-\w*[si]\w*|--shell|--login)$/.test(text)))
      this.hidden(`${shown(name)} opens a shell`);
    const unknown = `what ${shown(name)} runs is only known when it runs`;
    if (mayRunOther(name, own, wrapper, rest)) this.hidden(unknown);
    if (name === 'env' && own.some(({ text }) => /^-\w*S|^--s/.test(text))) this.splitsText([...own, ...rest]);
    // Without a command of its own, what is fed to it is the command.
    if (isAlone && (isHanded || /parallel$|^rush$/.test(name))) this.hidden(unknown);
    if (/^(parallel|env_parallel|rush)$/.test(name) && inner.some(({ text }) => text.includes('{'))) this.hidden(unknown);
    if (wrapper.opensShell && isAlone) this.hidden(`what ${shown(name)} runs is not in the line`);
  }

  /** Of `env` some of it may be options and variables. */
  private splitsText(words: readonly Value[]): void {
    this.hidden(`${shown('env')} splits a text into a command`);
    const at = words.findIndex(({ text }) => /^-\w*S|^--s/.test(text));
    const attached = words[at]!.text.replace(/^(-\w*?S|--s[\w-]*=?)/, '');
    this.runsText(
      `env ${attached} ${words
        .slice(at + 1)
        .map(({ text }) => text)
        .join(' ')}`,
    );
  }

  /** What `parallel` puts into its text. */
  private givesInput(found: Found | undefined): void {
    for (const name of found ? givenNames : []) {
      this.origins.hold(name, found);
      for (const root of found!.isList && !found!.change ? found!.roots : [])
        if (!isOpen(root)) for (const one of givenForms(root.text)) this.held.add(name, one);
    }
  }

  protected shell(name: string, args: Value[], depth: number, holes?: Holes): void {
    const script = shellScript(args);
    if (name === 'fish' && args.some(({ text }) => /^-\w*C/.test(text))) this.hidden(`${shown('fish')} is given commands`);
    const has = (form: RegExp) => args.some(({ text }) => form.test(text));
    if (has(/^-\w*H|^histexpand$/) || (has(/^-\w*i/) && wordsFed(this.feed).some((text) => text.includes('!'))))
      this.hidden(`${shown(name)} may run lines of its history`);
    if (widensGlobs(name, args)) this.widens();
    this.exportsAll ||= args.some(({ text }) => /^-\w*a|^allexport$/.test(text));
    const settings = args.findIndex(({ text }) => /^--(rcfile|init-file)$/.test(text));
    const startUp = settings < 0 ? undefined : args[settings + 1];
    if (startUp) {
      this.operands('sh', [startUp]);
      this.runsFile(name, startUp, 'line');
    }
    if (script.kind === 'unknown') {
      for (const [i, word] of (script.rest ?? []).entries()) this.holdParameter(i, [word]);
      this.hidden(`the script that ${shown(name)} runs is only known when it runs`);
      if (!args.some(({ text }) => /^-\w*c$/.test(text))) for (const text of wordsFed(this.feed)) this.runsText(text);
      const at = args.findIndex(({ text }) => /^-\w*c$/.test(text));
      if (at >= 0 && args[at + 1]?.dynamic) this.aside(() => this.nested(args.slice(at + 1, at + 2), depth, holes));
    }
    if (script.kind === 'text' || script.kind === 'file')
      for (const [i, word] of script.rest.entries()) this.holdParameter(i - 1, [word]);
    if (script.kind === 'text') {
      this.aside(() => this.nested([script.word], depth, holes));
    }
    if (script.kind === 'text' || script.kind === 'file') this.operands('sh', script.rest);
    if (script.kind === 'file') {
      this.runsFile(name, script.rest[0]!, 'line');
      this.found = unread;
    }
  }

  /** `su -c TEXT`, `script -c TEXT`; without it they start a shell, but for `runuser -u NAME COMMAND`. */
  protected switchUser(name: string, switcher: Wrapper, args: Value[], depth: number, holes?: Holes): void {
    const [start = args.length] = innerStarts(args, switcher);
    const isPlain = name === 'runuser' && args.slice(0, start).some(({ text }) => /^-\w*u|^--user/.test(text));
    if ((isPlain || name === 'script') && args[start] && !args[start].text.startsWith('-'))
      this.aside(() => this.simple(args.slice(start), depth + 1, holes));
    if (isPlain) return;
    const at = args.findIndex(({ text }) => /^(-[a-z]*c|--command|--session-command)(=|$)/.test(text));
    const attached = at < 0 ? undefined : /^--[\w-]+=(.*)$/s.exec(args[at]!.text)?.[1];
    if (at >= 0)
      this.aside(() => this.nested(attached === undefined ? args.slice(at + 1, at + 2) : [literal(attached)], depth, holes));
    else this.hidden(`${shown(name)} opens a shell`);
    if (name === 'script')
      this.operands(
        name,
        args.filter((_, i) => i !== at + 1 || at < 0),
      );
  }
}

/** Says which permission rules of the settings are for no tool that there is: such a rule decides nothing, and nobody would notice. */
import type { Disposable, Memento } from 'vscode';
import { ruleDoubt } from '../shell/rules/rules';

interface Parts {
  /** The lists of rules by the names of their settings. */
  lists(): Readonly<Record<string, readonly string[]>>;
  /** Names and aliases of all tools. */
  tools(): readonly string[];
  /** What was told in other windows. */
  memory: Pick<Memento, 'get' | 'update'>;
  /** `setting` is where the rule stands. */
  warn(text: string, setting: string): void;
}

const key = 'hooksmith.ruleDoubts';
const mostRemembered = 100;

export class RuleDoubts {
  private readonly told = new Set<string>();
  private isComplete = false;

  constructor(private readonly parts: Parts) {}

  /** All tools are loaded, those of servers too: before that nothing is missed. */
  loaded(): void {
    this.isComplete = true;
    this.look();
  }

  /** Tells of each rule once; one that is no slip may be for another workspace's tool, and is told in one window only. */
  look(): void {
    if (!this.isComplete) return;
    const { lists, tools, memory, warn } = this.parts;
    const known = tools();
    for (const [name, rules] of Object.entries(lists()))
      for (const rule of rules) {
        const doubt = ruleDoubt(rule, known, name.endsWith('.allow') ? 'allow' : 'restrict');
        if (!doubt) continue;
        const text = `${name}: ${doubt.text}.`.replace(/\?\.$/, '?');
        const before = memory.get<string[]>(key, []);
        if (this.told.has(text) || before.includes(text)) continue;
        this.told.add(text);
        if (!doubt.isSlip) void memory.update(key, [...before, text].slice(-mostRemembered));
        warn(text, name);
      }
  }
}

interface Watched extends Pick<Parts, 'memory' | 'warn'> {
  rules: { ofSettings(): ReturnType<Parts['lists']> };
  settings: { onDidChange(listener: () => void): Disposable };
  core: { readonly registry: { readonly names: readonly string[] } };
  watcher: { onDidLoad(listener: () => void): Disposable };
}

export function watchRules({ rules, settings, core, watcher, memory, warn }: Watched): { dispose(): void } {
  const doubts = new RuleDoubts({ lists: () => rules.ofSettings(), tools: () => core.registry.names, memory, warn });
  const watched = [watcher.onDidLoad(() => doubts.loaded()), settings.onDidChange(() => doubts.look())];
  return {
    dispose: () => {
      for (const one of watched) one.dispose();
    },
  };
}

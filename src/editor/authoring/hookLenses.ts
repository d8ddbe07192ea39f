/** Above each hook of a hook file: its place in the chain and what came of it, and what can be done with it there. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { FileToLoad } from '../../hooks/hostProtocol';
import { testFileBeside } from '../../hooks/parent/building/hookFiles';
import { lastMatches, requestFor, tryHook } from '../../hooks/parent/runs/trial';
import { isObject, type JsonObject } from '../../shared/basics/json';
import { matchesAny } from '../../shared/basics/wildcards';
import type { ToolFacts } from '../../shared/calls/toolFacts';
import type { HookEvent } from '../../shared/events/events';
import type { HookDescription } from '../../shared/hooks/hookDescription';
import { HookCounts, p95 } from '../hooks/hookCounts';
import { chainOf, chainsOf } from '../hooks/hookOrder';
import type { HooksTreeSource } from '../hooks/hooksTree';
import { type LensCommand, type OurCommand, onCommand, setContext, type TreeCommand } from '../window/ourCommands';
import { handlerStart } from './decisionLine';
import { hookLine } from './hookLine';
import type { TrialThreads } from './trialThreads';

export interface HookLensParts {
  source: HooksTreeSource;
  /** Path of the built host. */
  script: string;
  toolFacts(toolName: string, input: JsonObject): ToolFacts;
  /** The version that is in force. */
  inForce(file: string): FileToLoad | undefined;
  /** Events of the session at work, in order. */
  atWork(): readonly HookEvent[];
  /** With those of the sessions before it. */
  recorded(): Promise<HookEvent[]>;
  debug(): Promise<void>;
  keepTimeline(): void;
  threads: TrialThreads;
}

const mostListed = 100;

export class HookLenses implements vscode.CodeLensProvider {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly counts = new HookCounts();
  private soon: NodeJS.Timeout | undefined;

  constructor(private readonly parts: HookLensParts) {
    for (const event of parts.source.past()) this.counts.add(event);
  }

  register(): vscode.Disposable {
    const { source } = this.parts;
    const on = (name: LensCommand, run: (hook: HookDescription) => unknown) =>
      onCommand(`hooksmith.${name}`, (id: unknown) => {
        const hook = source.descriptions().find((one) => one.id === id);
        return hook && run(hook);
      });
    return vscode.Disposable.from(
      this.changed,
      vscode.languages.registerCodeLensProvider({ scheme: 'file', pattern: '**/hooks/**/*.{ts,mts,js,mjs}' }, this),
      source.onDidChange(() => this.changed.fire()),
      source.onHookEvent((event) => {
        // A burst of events draws once.
        if (this.counts.add(event)) this.soon ??= setTimeout(() => this.draw(), 250);
      }),
      on('runOnLastMatch', (hook) => this.runOnLast(hook)),
      on('runHookOn', (hook) => this.runOn(hook)),
      on('debugHook', (hook) => this.debug(hook)),
      new vscode.Disposable(() => clearTimeout(this.soon)),
    );
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const { source } = this.parts;
    const hooks = source.descriptions().filter(({ file }) => file === document.uri.fsPath);
    if (hooks.length === 0) return [];
    const canReplay = (await vscode.commands.getCommands(true)).includes(replayCommand);
    return [...testsOf(document), ...this.ofHooks(document, hooks, canReplay)];
  }

  private ofHooks(document: vscode.TextDocument, hooks: readonly HookDescription[], canReplay: boolean): vscode.CodeLens[] {
    const { source } = this.parts;
    return hooks.flatMap((hook) => {
      const line = lensLine(document, hook);
      if (line === undefined) return [];
      const range = new vscode.Range(line, 0, line, 0);
      const lens = (title: string, command: LensCommand | TreeCommand, argument: unknown, tooltip?: string) =>
        new vscode.CodeLens(range, {
          title,
          command: `hooksmith.${command}` satisfies OurCommand,
          arguments: [argument],
          tooltip,
        });
      const { l10n } = vscode;
      const isOn = hook.options.enabled && source.isEnabled(hook.id);
      return [
        lens(this.facts(hook, isOn), 'showHookEvents', { hook }, l10n.t('Show its events in the timeline')),
        lens(
          l10n.t('Run on Last Match'),
          'runOnLastMatch',
          hook.id,
          l10n.t('On the last event that it matches; nothing is called and nothing is changed'),
        ),
        lens(l10n.t('Run on…'), 'runHookOn', hook.id),
        lens(l10n.t('Debug'), 'debugHook', hook.id),
        ...(canReplay ? [new vscode.CodeLens(range, { title: l10n.t('Replay'), command: replayCommand })] : []),
        isOn ? lens(l10n.t('Disable'), 'disableHook', { hook }) : lens(l10n.t('Enable'), 'enableHook', { hook }),
      ];
    });
  }

  /** Its place in the chain, and what came of it so far. */
  private facts(hook: HookDescription, isOn: boolean): string {
    const { l10n } = vscode;
    const counts = this.counts.of(hook.id);
    return [
      isOn ? lensPlace(this.parts.source.descriptions(), hook) : l10n.t('disabled'),
      counts ? l10n.t('{0} ran', counts.fired) : l10n.t('not run yet'),
      counts?.changed ? l10n.t('{0} changed', counts.changed) : '',
      counts?.denied ? l10n.t('{0} denied', counts.denied) : '',
      counts?.failures ? l10n.t('{0} failed', counts.failures) : '',
      counts ? `p95 ${p95(counts.durations).toFixed(1)} ms` : '',
    ]
      .filter(Boolean)
      .join(' · ');
  }

  private draw(): void {
    this.soon = undefined;
    this.changed.fire();
  }

  private async runOnLast(hook: HookDescription): Promise<void> {
    const { atWork, recorded, toolFacts } = this.parts;
    const now = lastMatches(hook, atWork(), toolFacts);
    const all = now.certain ? now : lastMatches(hook, await recorded(), toolFacts);
    // A call that only might match tells less of the hook than one of an earlier session that does.
    const event = all.certain ?? now.last ?? all.last;
    if (event) return this.run(hook, event);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No recorded event matches {0}. Run on… lists those that it could be asked about.', hook.name),
    );
  }

  private async runOn(hook: HookDescription): Promise<void> {
    const { recorded, toolFacts } = this.parts;
    const events = (await recorded()).filter((event) => requestFor(hook, event, toolFacts) !== undefined).slice(-mostListed);
    const chosen = await vscode.window.showQuickPick(
      events.reverse().map((event) => ({ label: summary(event), description: time(event), event })),
      { title: vscode.l10n.t('Run {0} on…', hook.name), placeHolder: vscode.l10n.t('Which event?'), matchOnDescription: true },
    );
    if (chosen) await this.run(hook, chosen.event);
  }

  private async run(hook: HookDescription, event: HookEvent): Promise<void> {
    const { source, inForce, script, toolFacts, threads } = this.parts;
    const file = inForce(hook.file);
    const request = requestFor(hook, event, toolFacts);
    if (!file || !request) return;
    const siblings = source.descriptions().flatMap(({ id, file }) => (file === hook.file && id !== hook.id ? [id] : []));
    const trial = await tryHook(hook, file, request, { script, toolFacts, siblings });
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(hook.file));
    setContext('hooksmith.didTry', true);
    // The editor lists what it shows inline in a view of its own, which would cover the events.
    this.parts.keepTimeline();
    threads.show(document.uri, lensLine(document, hook) ?? 0, hook, trial, `${summary(event)} · ${time(event)}`);
  }

  /** With a breakpoint where its handler begins, unless there is one in its file already. */
  private async debug(hook: HookDescription): Promise<void> {
    const uri = vscode.Uri.file(hook.file);
    const has = vscode.debug.breakpoints.some(
      (one) => one instanceof vscode.SourceBreakpoint && one.location.uri.fsPath === hook.file,
    );
    const document = await vscode.workspace.openTextDocument(uri);
    const line = has ? undefined : lensLine(document, hook);
    const start = line === undefined ? undefined : handlerStart(document.getText().split('\n'), line + 1);
    if (start)
      vscode.debug.addBreakpoints([
        new vscode.SourceBreakpoint(new vscode.Location(uri, new vscode.Position(start.line, start.column))),
      ]);
    await this.parts.debug();
  }
}

/** At the head of the file, where there are tests beside it. */
function testsOf({ uri }: vscode.TextDocument): vscode.CodeLens[] {
  const tests = testFileBeside(uri.fsPath);
  if (tests === undefined) return [];
  const title = vscode.l10n.t('Run Tests');
  const tooltip = vscode.l10n.t('Those in {0}', basename(tests));
  return [
    new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
      ...{ title, tooltip, command: 'hooksmith.runTestsOf' satisfies OurCommand, arguments: [uri.fsPath] },
    }),
  ];
}

const replayCommand = 'hooksmith.replaySessions' satisfies OurCommand;

/** Undefined where the version in force is older than the text, and the text has it no more. */
export const lensLine = (document: vscode.TextDocument, hook: HookDescription): number | undefined =>
  hookLine(document.getText().split(/\r?\n/), hook);

/** `2 of 4 for Bash`, where it names one tool; else by its events. */
function lensPlace(hooks: readonly HookDescription[], hook: HookDescription): string {
  return chainsOf(hook)
    .map((event) => {
      const [tool] = hook.options.tools.length === 1 ? hook.options.tools.filter((name) => !/[*?]/.test(name)) : [];
      const meets = ({ options, id }: HookDescription) =>
        id === hook.id ||
        (options.enabled && (tool === undefined || options.tools.length === 0 || matchesAny(tool, options.tools, true)));
      const chain = chainOf(hooks, event).filter(meets);
      return vscode.l10n.t('{0} of {1} for {2}', chain.findIndex(({ id }) => id === hook.id) + 1, chain.length, tool ?? event);
    })
    .join(', ');
}

function summary({ type, toolName, input }: HookEvent): string {
  const told = isObject(input)
    ? (input.command ?? input.file_path ?? input.path ?? input.content ?? JSON.stringify(input))
    : (input ?? '');
  const text = (typeof told === 'string' ? told : JSON.stringify(told)).replace(/\s+/g, ' ');
  return `${toolName ?? basename(type)} ${text.slice(0, 80)}`.trim();
}

const time = ({ timestamp, type }: HookEvent) => `${type} · ${new Date(timestamp).toLocaleString()}`;

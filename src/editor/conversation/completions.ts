/** What is offered in the message box behind a slash and behind an @: fuzzy search over commands, files, folders, symbols and what else can be mentioned. */
import { basename, dirname } from 'node:path/posix';
import fuzzysort from 'fuzzysort';
import * as vscode from 'vscode';
import type { McpServers, ServerResource } from '../../adapters/mcp/mcp';
import { mentionOf } from '../../adapters/mcp/serverPrompts';
import type { SlashCommands } from '../../agent/ports/human';
import type { Search } from '../../agent/ports/machine';
import { inTime } from '../../hooks/parent/building/withinTime';
import type { SlashCommand } from '../../shared/messages/slashCommands';
import type { Codicon } from '../../shared/views/codicons';
import type { CompletionItem } from '../../shared/views/viewProtocol';
import { isSecretFile } from '../../shell/paths/paths';
import { shownPath } from '../../shell/paths/shownPath';
import { Offers } from './offers';
import { borrowedNames, ownCommands } from './ownCommands';

const most = 30;
const mostSymbols = 8;
/** Milliseconds: a list of files is used again, and a slow language waits for nobody. */
const filesKept = 5000;
const symbolsWithin = 400;

export interface ChatCompletionParts {
  search: Search;
  place: { readonly folders: readonly string[] };
  commands: readonly SlashCommands[];
  servers: Pick<McpServers, 'resources'>;
  /** The rehearsal answers: what it plays is written as a command. */
  rehearses(): boolean;
  /** Told why a part of what is offered is missing. */
  failed(why: string): void;
}

interface Candidate {
  item: CompletionItem;
  /** What is searched. */
  text: string;
  /** Where the label begins in it. */
  labelAt: number;
}

export class Completions {
  private files: { at: number; list: Promise<Candidate[]> } | undefined;

  private readonly offers: Offers;

  constructor(private readonly parts: ChatCompletionParts) {
    this.offers = new Offers((why) => parts.failed(why));
  }

  /** Where a part of it comes late, `again` is given the whole then. */
  find(trigger: '/' | '@', query: string, again: (items: Promise<CompletionItem[]>) => void): Promise<CompletionItem[]> {
    const { commands } = this.parts;
    if (trigger === '@') return this.mentioned(query.replaceAll('\\ ', ' '), again);
    const sources = commands.map((source, at) => [`commands ${at}`, () => source.list()] as const);
    return this.offered(Object.fromEntries(sources), async (listed) => this.slash(query, listed), again);
  }

  private async offered<T>(
    sources: Readonly<Record<string, () => Promise<readonly T[]>>>,
    itemsOf: (offered: readonly T[]) => Promise<CompletionItem[]>,
    again: (items: Promise<CompletionItem[]>) => void,
  ): Promise<CompletionItem[]> {
    return itemsOf(await this.offers.of(sources, (offered) => again(itemsOf(offered))));
  }

  private slash(query: string, listed: readonly SlashCommand[]): CompletionItem[] {
    const all = [...(this.parts.rehearses() ? [call()] : []), ...named(listed)];
    if (query === '') return best(query, all);
    const found = best(query, [...all, ...borrowed(listed)]);
    // Who is found by its own name is not offered by another, too.
    return found.filter(({ insert }, at) => found.findIndex((other) => other.insert === insert) === at);
  }

  private async mentioned(query: string, again: (items: Promise<CompletionItem[]>) => void): Promise<CompletionItem[]> {
    const { servers } = this.parts;
    const asked = this.symbols(query);
    let symbols = await inTime(asked, symbolsWithin);
    let resources: readonly ServerResource[] = [];
    const mentions = () => this.mentions(query, resources, symbols ?? []);
    const offered = (known: readonly ServerResource[]) => {
      resources = known;
      return mentions();
    };
    const first = await this.offered({ resources: () => servers.resources() }, offered, again);
    if (symbols) return first;
    void asked.then((late) => {
      symbols = late;
      if (late.length > 0) again(mentions());
    });
    return first;
  }

  private async mentions(
    query: string,
    resources: readonly ServerResource[],
    symbols: readonly CompletionItem[],
  ): Promise<CompletionItem[]> {
    const ofServers = resources.map((resource): CompletionItem => {
      const { name, uri, server } = resource;
      return { label: name, detail: `${server}: ${uri}`, icon: 'plug', insert: `@${mentionOf(resource)}` };
    });
    const words = [...fixed(), ...ofServers].map(plain);
    if (query === '') return [...words.map(({ item }) => item), ...this.openFiles()].slice(0, most);
    const files = await this.fileList();
    return [...best(query, [...words, ...files]).slice(0, most - symbols.length), ...symbols];
  }

  private openFiles(): CompletionItem[] {
    const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
    const paths = inputs.flatMap((input) =>
      input instanceof vscode.TabInputText && input.uri.scheme === 'file' ? [input.uri.fsPath] : [],
    );
    return [...new Set(paths)].map((path) => fileCandidate(shownPath(path, this.parts.place)).item);
  }

  private fileList(): Promise<Candidate[]> {
    const now = Date.now();
    if (!this.files || now - this.files.at > filesKept) this.files = { at: now, list: this.readFiles() };
    return this.files.list;
  }

  private async readFiles(): Promise<Candidate[]> {
    const { search, place } = this.parts;
    const found = await Promise.all(
      place.folders.map(async (cwd) => {
        const options = { cwd, signal: new AbortController().signal, maxBytes: 4_000_000 };
        const { stdout } = await search.run(['--files', '--no-require-git'], options).catch(() => ({ stdout: '' }));
        const names = stdout
          .replaceAll('\\', '/')
          .split('\n')
          .filter((name) => name !== '' && !isSecretFile(name));
        return names.map((name) => shownPath(`${cwd}/${name}`, place));
      }),
    );
    const names = found.flat();
    const folders = new Set<string>();
    for (const name of names) for (let at = dirname(name); at !== '.' && !folders.has(at); at = dirname(at)) folders.add(at);
    return [...names.map((name) => fileCandidate(name)), ...[...folders].map((name) => fileCandidate(name, true))];
  }

  private async symbols(query: string): Promise<CompletionItem[]> {
    if (query.length < 2 || /[/.#]/.test(query)) return [];
    const found = await Promise.resolve(
      vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>('vscode.executeWorkspaceSymbolProvider', query),
    ).catch(() => undefined);
    return (found ?? [])
      .filter(({ location: { uri } }) => isWritten(uri))
      .slice(0, mostSymbols)
      .map(({ name, kind, location: { uri, range } }) => {
        const path = shownPath(uri.fsPath, this.parts.place);
        const lines = `#L${range.start.line + 1}-${range.end.line + 1}`;
        return { label: name, detail: path, icon: symbolIcon(kind), insert: `@${spelled(path)}${lines}` };
      });
  }
}

/** Each kind has one, `symbol-enum-member` as an example. */
const symbolIcon = (kind: vscode.SymbolKind) =>
  `symbol-${(vscode.SymbolKind[kind] ?? 'Misc').replace(/(?<=[a-z])(?=[A-Z])/, '-').toLowerCase()}` as Codicon;

/** Someone's own code in the workspace: typings that are generated there, and packages that are installed, have more names than that. */
function isWritten(uri: vscode.Uri): boolean {
  if (uri.scheme !== 'file' || vscode.workspace.getWorkspaceFolder(uri) === undefined) return false;
  return !/(^|\/)(\.hooksmith\/types|node_modules)\//.test(vscode.workspace.asRelativePath(uri));
}

function named(listed: readonly SlashCommand[]): Candidate[] {
  const seen = new Set<string>();
  return [...ownCommands(), ...listed].flatMap(({ name, description, argumentHint, origin }) => {
    if (seen.has(name.toLowerCase())) return [];
    seen.add(name.toLowerCase());
    const icon =
      origin === 'hooksmith' ? 'symbol-event' : origin === 'skill' ? 'mortar-board' : origin === 'mcp' ? 'plug' : 'note';
    const detail = [argumentHint, description].filter(Boolean).join(' — ');
    const runs = origin === 'hooksmith' ? { runs: true as const } : {};
    return [plain({ label: `/${name}`, detail, icon, insert: `/${name}`, ...runs })];
  });
}

/** Under the names that other agents give them, unless one of the human's own has that. */
function borrowed(listed: readonly SlashCommand[]): Candidate[] {
  const taken = new Set(listed.map(({ name }) => name.toLowerCase()));
  return borrowedNames()
    .filter(({ name }) => !taken.has(name))
    .map(({ name, means, description }) =>
      plain({ label: `/${name}`, detail: description, icon: 'symbol-event', insert: `/${means}`, runs: true }),
    );
}

const call = (): Candidate =>
  plain({
    label: '/call',
    detail: vscode.l10n.t('Play a tool call, as a model would make it'),
    icon: 'tools',
    insert: '/call Bash {"command": "git status"}',
    goesOn: true,
  });

const fixed = (): CompletionItem[] => [
  { label: 'problems', detail: vscode.l10n.t('Errors and warnings of the workspace'), icon: 'warning', insert: '@problems' },
  { label: 'selection', detail: vscode.l10n.t('What is selected in the editor'), icon: 'list-selection', insert: '@selection' },
  { label: 'terminal', detail: vscode.l10n.t('What the terminal shows'), icon: 'terminal', insert: '@terminal' },
  { label: 'changes', detail: vscode.l10n.t('What changed since the last commit'), icon: 'git-commit', insert: '@changes' },
];

const plain = (item: CompletionItem): Candidate => ({ item, text: item.label, labelAt: 0 });

function fileCandidate(path: string, folder = false): Candidate {
  const label = basename(path);
  const detail = dirname(path);
  return {
    item: {
      label: folder ? `${label}/` : label,
      ...(detail === '.' ? {} : { detail }),
      icon: folder ? 'folder' : 'file',
      insert: `@${spelled(path)}${folder ? '/' : ''}`,
      ...(folder ? { goesOn: true as const } : {}),
    },
    text: path,
    labelAt: path.length - label.length,
  };
}

const spelled = (path: string) => path.replaceAll(' ', '\\ ');

function best(query: string, candidates: readonly Candidate[]): CompletionItem[] {
  if (query === '') return candidates.slice(0, most).map(({ item }) => item);
  return fuzzysort
    .go(query, candidates, { key: 'text', limit: most, threshold: 0.2 })
    .map(({ obj: { item, labelAt, text }, indexes }) => {
      // The slash of a command is no part of what is typed behind it.
      const shift = item.label.startsWith('/') && !text.startsWith('/') ? 1 : 0;
      return { ...item, marks: [...indexes].map((at) => at - labelAt + shift).filter((at) => at >= 0) };
    });
}

/** The settings, each checked where it is read: a wrong value is named once, with what would be right, and the default holds. */
import * as vscode from 'vscode';
import { diskFiles } from '../../adapters/disk/diskFiles';
import { brief } from '../../shared/basics/brief';
import { issuesText } from '../../shared/basics/issuesText';
import { asksInPlaceOf, type GivenRule, ruleProblem } from '../../shell/rules/rules';
import { type Lists, listOrOne, listsOf, noLists, placedRules, type Scopes, united } from './settingScopes';
import { added, type SettingName, type SettingValue, settingShapes, userOnly } from './settingShapes';

export class Settings implements vscode.Disposable {
  private readonly told = new Set<string>();
  /** What was made of the settings since they, or the folders, last changed: the editor takes up to a millisecond for one, and a tool call asks for dozens. */
  private readonly made = new Map<string, unknown>();
  private readonly changes = new vscode.EventEmitter<void>();
  private readonly watched: vscode.Disposable;

  constructor(private readonly warn: (text: string, setting: string) => void) {
    const { onDidChangeConfiguration, onDidChangeWorkspaceFolders } = vscode.workspace;
    this.watched = vscode.Disposable.from(
      this.changes,
      onDidChangeWorkspaceFolders(() => this.made.clear()),
      onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('hooksmith')) return;
        // Forgotten before anybody hears of the change: who reads then reads what holds now.
        this.made.clear();
        this.told.clear();
        this.changes.fire();
      }),
    );
  }

  dispose(): void {
    this.watched.dispose();
  }

  get<K extends SettingName>(name: K): SettingValue<K> {
    return this.once(`get ${name}`, () => this.read(name));
  }

  private read<K extends SettingName>(name: K): SettingValue<K> {
    const found = vscode.workspace.getConfiguration('hooksmith').inspect(name);
    const ofWorkspace = found?.workspaceFolderValue ?? found?.workspaceValue;
    if (userOnly.has(name) && ofWorkspace !== undefined) {
      this.tell(name, `is ignored in workspace settings: it is yours alone to set, in your user settings.`);
    }
    const value = added.has(name)
      ? this.united(name)
      : userOnly.has(name)
        ? found?.globalValue
        : (ofWorkspace ?? found?.globalValue);
    if (value === undefined) return found?.defaultValue as SettingValue<K>;
    const parsed = settingShapes[name].safeParse(value);
    if (parsed.success) return parsed.data as SettingValue<K>;
    // Of the themes for code alone there are some fifty.
    const why = brief(issuesText(parsed.error.issues), 400);
    const isRules = name.startsWith('permissions.');
    const asking = added.has(name) && Array.isArray(value) ? asksInPlaceOf(value) : [];
    const untilThen = asking.length > 0 ? `, and until it is mended all calls of ${asking.join(', ')} ask` : '';
    const holds = isRules ? `its other rules hold${untilThen}` : `its default ${JSON.stringify(found?.defaultValue)} holds`;
    this.tell(name, `is not valid (${why}); ${holds}.`);
    // A list of rules keeps its good members: dropping a deny because its neighbour has a typo would open a gate.
    if (isRules && Array.isArray(value))
      return value.filter((rule) => typeof rule === 'string' && !ruleProblem(rule)) as SettingValue<K>;
    return found?.defaultValue as SettingValue<K>;
  }

  /** Rules that restrict, each where it starts. */
  placed(name: 'permissions.ask' | 'permissions.deny'): readonly GivenRule[] {
    return this.once(`placed ${name}`, () => {
      const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => diskFiles.realPath(uri.fsPath));
      return placedRules(this.get(name), listsOf(...this.inspected(name), listOrOne), folders);
    });
  }

  /** Rules that ask where one that denies or asks is none: a slip of the pen opens no gate. */
  inPlace(): readonly string[] {
    return this.once('inPlace', () => {
      const members = [...added].flatMap((name) => {
        const scopes = this.inspected(name);
        return [...united(listsOf(...scopes, listOrOne)), ...noLists(...scopes).filter((one) => typeof one !== 'string')];
      });
      return asksInPlaceOf(members);
    });
  }

  /** A list by who says what; members that are no text are left out. */
  lists(name: 'disabledHooks'): Lists<string> {
    const texts = (list: readonly unknown[]) => list.filter((one): one is string => typeof one === 'string');
    return this.once(`lists ${name}`, () => {
      const { user, workspace } = listsOf(...this.inspected(name));
      return { user: texts(user), workspace: workspace.map(texts) };
    });
  }

  async set<K extends SettingName>(name: K, value: SettingValue<K>, target = vscode.ConfigurationTarget.Global): Promise<void> {
    await vscode.workspace.getConfiguration('hooksmith').update(name, value, target);
  }

  onDidChange(listener: () => void): vscode.Disposable {
    return this.changes.event(listener);
  }

  private once<T>(key: string, make: () => T): T {
    if (!this.made.has(key)) this.made.set(key, make());
    return this.made.get(key) as T;
  }

  /** Rules as all who may add some have them. */
  private united(name: SettingName): unknown[] {
    const scopes = this.inspected(name);
    for (const given of noLists(...scopes)) {
      const counts =
        typeof given === 'string'
          ? 'it counts as a list of this one'
          : 'its other rules hold, and until it is mended all calls ask';
      this.tell(name, `is not valid (${JSON.stringify(given)} is no list of rules, such as ["Bash(git push*)"]); ${counts}.`);
    }
    return united(listsOf(...scopes, listOrOne));
  }

  private inspected(name: SettingName): [Scopes | undefined, (Scopes | undefined)[]] {
    const { workspaceFolders = [], getConfiguration } = vscode.workspace;
    return [
      getConfiguration('hooksmith').inspect(name),
      workspaceFolders.map(({ uri }) => getConfiguration('hooksmith', uri).inspect(name)),
    ];
  }

  private tell(name: SettingName, what: string): void {
    const text = `hooksmith.${name} ${what}`;
    if (this.told.has(text)) return;
    this.told.add(text);
    this.warn(text, `hooksmith.${name}`);
  }
}

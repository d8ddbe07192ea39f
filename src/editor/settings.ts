/** The settings, each checked where it is read: a wrong value is named once, with what would be right, and the default holds. */
import * as vscode from 'vscode';
import * as z from 'zod';
import { environmentNameProblem } from '../hooks/parent/environment';
import { modelSettings } from '../models/index';
import { codeThemes } from '../shared/codeThemes';
import { sandboxModes } from '../shared/modes';
import { ruleProblem } from '../shell/rules';
import { type Lists, listOrOne, listsOf, noLists, type Scopes, united } from './settingScopes';

const rules = z.array(
  z.string().superRefine((rule, context) => {
    const problem = ruleProblem(rule);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  }),
);

const shape = {
  model: z.string(),
  mode: z.enum(['ask', 'acceptEdits', 'plan', 'bypass']),
  ...modelSettings,
  'permissions.allow': rules,
  'permissions.ask': rules,
  'permissions.deny': rules,
  'guard.prompts': z.enum(['agent', 'hooksmith']),
  'agui.port': z.number().int().min(0).max(65535),
  'agui.allowApprovals': z.boolean(),
  disabledHooks: z.array(z.string()),
  'bash.terminal': z.boolean(),
  sandbox: z.enum(sandboxModes),
  sandboxHosts: z.array(z.string().regex(/^(\*|(\*\.)?[\w.-]+)(:\d+)?$/, 'must be names of hosts, such as registry.npmjs.org')),
  'webFetch.privateHosts': z.array(z.string().regex(/^[\w.-]+(:\d+)?$/, 'must be names of hosts, such as localhost:3000')),
  'telemetry.endpoint': z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  'telemetry.headers': z.record(z.string(), z.string()),
  'telemetry.contents': z.boolean(),
  hookEnvironment: z.array(
    z.string().superRefine((name, context) => {
      const problem = environmentNameProblem(name);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    }),
  ),
  codeTheme: z.enum(['auto', ...codeThemes.keys()]),
};
export type SettingName = keyof typeof shape;
export type SettingValue<K extends SettingName> = z.infer<(typeof shape)[K]>;

/** Workspaces may only tighten: for these the user's own value counts, whatever a workspace says. */
const userOnly: ReadonlySet<SettingName> = new Set([
  'mode',
  ...(Object.keys(modelSettings) as (keyof typeof modelSettings)[]),
  'permissions.allow',
  'model',
  'guard.prompts',
  'agui.port',
  'agui.allowApprovals',
  'hookEnvironment',
  'bash.terminal',
  'sandbox',
  'sandboxHosts',
  'webFetch.privateHosts',
  'telemetry.endpoint',
  'telemetry.headers',
  'telemetry.contents',
]);

/** What a workspace says of these is added to what the user says. */
const added: ReadonlySet<SettingName> = new Set(['permissions.ask', 'permissions.deny']);

export class Settings {
  private readonly told = new Set<string>();

  constructor(private readonly warn: (text: string) => void) {}

  get<K extends SettingName>(name: K): SettingValue<K> {
    const found = vscode.workspace.getConfiguration('hooksmith').inspect(name);
    const ofWorkspace = found?.workspaceFolderValue ?? found?.workspaceValue;
    if (userOnly.has(name) && ofWorkspace !== undefined) {
      this.tell(`hooksmith.${name} is ignored in workspace settings: it is yours alone to set, in your user settings.`);
    }
    const value = added.has(name)
      ? this.united(name)
      : userOnly.has(name)
        ? found?.globalValue
        : (ofWorkspace ?? found?.globalValue);
    if (value === undefined) return found?.defaultValue as SettingValue<K>;
    const parsed = shape[name].safeParse(value);
    if (parsed.success) return parsed.data as SettingValue<K>;
    const why = parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': ')).join('; ');
    const isRules = name.startsWith('permissions.');
    const holds = isRules ? 'its other rules hold' : `its default ${JSON.stringify(found?.defaultValue)} holds`;
    this.tell(`hooksmith.${name} is not valid (${why}); ${holds}.`);
    // A list of rules keeps its good members: dropping a deny because its neighbour has a typo would open a gate.
    if (isRules && Array.isArray(value))
      return value.filter((rule) => typeof rule === 'string' && !ruleProblem(rule)) as SettingValue<K>;
    return found?.defaultValue as SettingValue<K>;
  }

  /** A list by who says what; members that are no text are left out. */
  lists(name: 'disabledHooks'): Lists<string> {
    const texts = (list: readonly unknown[]) => list.filter((one): one is string => typeof one === 'string');
    const { user, workspace } = listsOf(...this.inspected(name));
    return { user: texts(user), workspace: workspace.map(texts) };
  }

  async set<K extends SettingName>(name: K, value: SettingValue<K>, target = vscode.ConfigurationTarget.Global): Promise<void> {
    await vscode.workspace.getConfiguration('hooksmith').update(name, value, target);
  }

  onDidChange(listener: () => void): vscode.Disposable {
    return vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('hooksmith')) return;
      this.told.clear();
      listener();
    });
  }

  /** Rules as all who may add some have them. */
  private united(name: SettingName): unknown[] {
    const scopes = this.inspected(name);
    for (const given of noLists(...scopes)) {
      const counts = typeof given === 'string' ? 'it counts as a list of this one' : 'its other rules hold';
      this.tell(
        `hooksmith.${name} is not valid (${JSON.stringify(given)} is no list of rules, such as ["Bash(git push*)"]); ${counts}.`,
      );
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

  private tell(text: string): void {
    if (this.told.has(text)) return;
    this.told.add(text);
    this.warn(text);
  }
}

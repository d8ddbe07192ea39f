/** Permission rules from the settings, from this workspace's memory and from each session. */
import * as vscode from 'vscode';
import type { Permissions } from '../../agent/tools/approval';
import type { ApprovalScope, RuleReach } from '../../shared/calls/approvals';
import { type SandboxMode, stricter } from '../../shared/calls/modes';
import { ruleProblem, toolOf } from '../../shell/rules/rules';
import type { Settings } from './settings';

const key = 'hooksmith.allow';
const sessionsKey = 'hooksmith.allow.sessions';
/** That are remembered; older ones ask again. */
const mostSessions = 50;

export class Rules {
  constructor(
    private readonly memory: vscode.Memento,
    private readonly settings: Settings,
    /** What the workspace says of the sandbox: it counts where it is stricter than the user. */
    private readonly workspaces: () => SandboxMode | undefined,
  ) {}

  permissions(sessionId?: string): Permissions {
    const { settings } = this;
    return {
      mode: settings.get('mode'),
      allow: [...settings.get('permissions.allow'), ...this.ofWorkspace(), ...this.ofSession(sessionId)],
      ask: [...settings.placed('permissions.ask'), ...settings.inPlace()],
      deny: settings.placed('permissions.deny'),
      sandbox: stricter(settings.get('sandbox'), this.workspaces()),
      hosts: settings.get('sandboxHosts'),
    };
  }

  /** Of the settings alone, by the names of these. */
  ofSettings(): Record<string, readonly string[]> {
    const lists = ['permissions.allow', 'permissions.ask', 'permissions.deny'] as const;
    return Object.fromEntries(lists.map((name) => [`hooksmith.${name}`, this.settings.get(name)]));
  }

  /** Keeps an allow rule. What a workspace or session allows is the user's memory of it, not a file of the workspace. */
  async keep(rule: string, scope: Exclude<ApprovalScope, 'once'>, sessionId: string): Promise<void> {
    const problem = ruleProblem(rule);
    if (problem) throw new Error(problem);
    if (scope === 'session') await this.setSession(sessionId, [...new Set([...this.ofSession(sessionId), rule])]);
    else if (scope === 'workspace') await this.memory.update(key, [...new Set([...this.ofWorkspace(), rule])]);
    else await this.settings.set('permissions.allow', [...new Set([...this.settings.get('permissions.allow'), rule])]);
  }

  /** What was allowed for the session ends with it: not with its tab going out of sight, nor with a reload of the window. */
  async endSession(id: string): Promise<void> {
    if (this.ofSession(id).length > 0) await this.setSession(id, []);
  }

  /** Shows the rules, of sessions those of this one, each with how many of the last calls it allows; those picked are taken back. */
  async manage(sessionId: string, reachOf: (rules: readonly string[]) => Promise<readonly RuleReach[]>): Promise<void> {
    const listed = (rules: readonly string[], description: string) => rules.map((label) => ({ label, description }));
    const rules = [
      ...listed(this.ofSession(sessionId), vscode.l10n.t('this session')),
      ...listed(this.ofWorkspace(), vscode.l10n.t('this workspace')),
      ...listed(this.settings.get('permissions.allow'), vscode.l10n.t('always')),
    ];
    const reach = await reachOf(rules.map(({ label }) => label));
    const items = rules.map((item) => ({ ...item, ...detailOf(reach.find(({ rule }) => rule === item.label)) }));
    if (items.length === 0)
      return void vscode.window.showInformationMessage(
        vscode.l10n.t('No rule allows a tool call. Approvals offer rules under “More allow options”.'),
      );
    const picked = await vscode.window.showQuickPick(items, {
      canPickMany: true,
      title: vscode.l10n.t('Tool approvals'),
      placeHolder: vscode.l10n.t('Pick the rules to take back'),
    });
    if (!picked?.length) return;
    // Of those that are there by now: one may have been kept while these were shown.
    const left = (rules: readonly string[], description: string) =>
      rules.filter((rule) => !picked.some((one) => one.label === rule && one.description === description));
    await this.setSession(sessionId, left(this.ofSession(sessionId), vscode.l10n.t('this session')));
    await this.memory.update(key, left(this.ofWorkspace(), vscode.l10n.t('this workspace')));
    const now = this.settings.get('permissions.allow');
    if (now.length > 0) await this.settings.set('permissions.allow', left(now, vscode.l10n.t('always')));
  }

  private ofSession(id: string | undefined): string[] {
    const own = id === undefined ? undefined : this.ofSessions().find(([one]) => one === id)?.[1];
    return own?.filter((rule) => !ruleProblem(rule)) ?? [];
  }

  private async setSession(id: string, rules: string[]): Promise<void> {
    const others = this.ofSessions().filter(([one]) => one !== id);
    await this.memory.update(sessionsKey, [...others, ...(rules.length > 0 ? [[id, rules]] : [])].slice(-mostSessions));
  }

  private ofSessions(): [id: string, rules: string[]][] {
    return this.memory.get<[string, string[]][]>(sessionsKey, []);
  }

  private ofWorkspace(): string[] {
    return this.memory.get<string[]>(key, []).filter((rule) => !ruleProblem(rule));
  }
}

function detailOf(reach: RuleReach | undefined): { detail?: string } {
  if (!reach) return {};
  const { rule, matched, of } = reach;
  const tool = toolOf(rule) ?? rule;
  return {
    detail:
      tool.toLowerCase() === 'bash'
        ? vscode.l10n.t('{0} of your last {1} commands', matched, of)
        : vscode.l10n.t('{0} of your last {1} calls of {2}', matched, of, tool),
  };
}

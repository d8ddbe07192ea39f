/** Who decides a tool call: a pure fold over verdicts, mode, protected paths and rules, strictest first. */

import type { Mode, SandboxMode } from '../../shared/calls/modes';
import type { ToolFacts } from '../../shared/calls/toolFacts';
import type { Judgement, Vote } from '../../shared/verdicts/chainEnd';
import type { DecidedBy } from '../../shared/verdicts/hookRecord';
import { isCommandLine } from '../../shell/rules/commandMatch';
import { suggestRules } from '../../shell/rules/ruleOffers';
import { allowingRule, type GivenRule, restrictingRule } from '../../shell/rules/rules';
import type { ToolTraits } from '../ports/tool';

export interface Permissions {
  mode: Mode;
  allow: string[];
  ask: readonly GivenRule[];
  deny: readonly GivenRule[];
  /** When commands run in the operating system's sandbox: where a policy says so (default), always, or never. */
  sandbox?: SandboxMode;
  /** Why no sandbox of ours can hold a command, in words: it runs elsewhere. */
  unheld?: string;
  /** Hosts that commands may reach where all of them are confined. */
  hosts?: readonly string[];
}

/** What is known of a call beside its input: what its tool does, and where its paths lead. */
export interface Circumstances {
  tool: Pick<ToolTraits, 'harmless' | 'edits' | 'risk' | 'changed' | 'allowed'>;
  protected?: string;
  /** All paths lie in the workspace. */
  inside: boolean;
  /** One of them is `.env*` or a key file. */
  secret: boolean;
  /** One of them configures how code is built or run, so that Accept-edits mode asks too. */
  sensitive: boolean;
}

export type CallVerdict =
  | { action: 'run'; by: DecidedBy; reason: string }
  | { action: 'deny'; by: DecidedBy; reason: string }
  /** `forced`: no `allow` of a permissionRequest hook can answer it. */
  | { action: 'ask'; by: DecidedBy; reason: string; uncertain?: string; forced: boolean; suggestions: string[] };

/** Why no hook, rule or mode speaks for the human here: what they let happen could disarm them. */
export const whyNoAllow = ({ protected: path }: Pick<Circumstances, 'protected'>): string | undefined =>
  path === undefined ? undefined : `${path} is protected`;

export function decide(
  facts: ToolFacts,
  around: Circumstances,
  permissions: Permissions,
  vote?: Vote,
  judgement?: Judgement,
): CallVerdict {
  const byRule = (name: string): DecidedBy => ({ kind: 'rule', name });
  const ask = (by: DecidedBy, reason: string, forced: boolean, uncertain?: string): CallVerdict => ({
    action: 'ask',
    by,
    reason,
    ...(uncertain === undefined ? {} : { uncertain }),
    forced,
    suggestions: forced || around.protected ? [] : suggestRules(facts, permissions.allow),
  });

  if (judgement?.action === 'deny') return { action: 'deny', by: judgement.by, reason: judgement.reason };
  const denied = restrictingRule(permissions.deny, facts);
  if (denied && denied.uncertain === undefined)
    return { action: 'deny', by: byRule(denied.rule), reason: `denied by the rule ${denied.rule}` };
  if (permissions.mode === 'plan' && !facts.readOnly) {
    return {
      action: 'deny',
      by: { kind: 'mode', name: 'plan' },
      reason: `Plan mode: ${facts.toolName} would act. Describe the plan instead; the user switches the mode when it is time to act.`,
    };
  }
  const noAllow = whyNoAllow(around);
  if (noAllow)
    return ask({ kind: 'default', name: 'protected path' }, `${noAllow}: changing it can change what the agent may do`, true);
  if (judgement) return ask(judgement.by, judgement.reason, true, judgement.uncertain);
  if (vote?.action === 'ask') return ask(vote.by, vote.reason, true, vote.uncertain);
  if (denied) return ask(byRule(denied.rule), `the rule ${denied.rule} might deny it: ${denied.uncertain}`, true);
  const asked = restrictingRule(permissions.ask, facts);
  if (asked)
    return ask(
      byRule(asked.rule),
      `asked by the rule ${asked.rule}${asked.uncertain ? `, which might match: ${asked.uncertain}` : ''}`,
      true,
    );
  if (vote?.action === 'allow') return { action: 'run', by: vote.by, reason: vote.reason };
  const allowed = allowingRule(permissions.allow, facts);
  const since = allowed && around.tool.changed?.();
  if (since) return ask({ kind: 'default', name: 'changed tool' }, `the rule ${allowed} does not count: ${since}`, false);
  if (allowed) return { action: 'run', by: byRule(allowed), reason: `allowed by the rule ${allowed}` };
  if (permissions.mode === 'bypass') return { action: 'run', by: { kind: 'mode', name: 'bypass' }, reason: 'Bypass mode' };
  if (permissions.mode === 'acceptEdits' && around.tool.edits && around.inside && !around.secret && !around.sensitive) {
    return { action: 'run', by: { kind: 'mode', name: 'acceptEdits' }, reason: 'Accept edits mode' };
  }
  const fallback: DecidedBy = { kind: 'default' };
  if (facts.hosts) return ask(fallback, `it reaches ${facts.hosts.join(', ')}`, false);
  if (!around.tool.harmless) return ask(fallback, `${facts.toolName} acts on your machine`, false);
  if (around.secret) return ask(fallback, 'it names a file that holds secrets', false);
  if (!around.inside) return ask(fallback, 'it names a path outside the workspace', false);
  return { action: 'run', by: fallback, reason: 'reads inside the workspace' };
}

/** The risk in words, for the human who decides; `isNew` where the file is made by the call. */
export function riskOf(facts: ToolFacts, around: Circumstances, isNew = false): string {
  const where = around.protected
    ? 'Touches a protected path.'
    : around.secret
      ? 'Touches a file that may hold secrets.'
      : around.inside
        ? ''
        : 'Reaches outside the workspace.';
  const what = isCommandLine(facts)
    ? facts.commands
      ? `Runs ${[...new Set(facts.commands.map((command) => command.program))].join(', ')} as you, with your permissions.`
      : 'Runs a command line that could not be read to the end, as you, with your permissions.'
    : isNew
      ? 'Makes a new file.'
      : (around.tool.risk ?? (facts.readOnly ? 'Only reads.' : 'Acts on your machine.'));
  return [what, where].filter(Boolean).join(' ');
}

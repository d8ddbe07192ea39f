/** Who decides a tool call: a pure fold over verdicts, mode, protected paths and rules, strictest first. */
import type { Judgement, ToolFacts, Vote } from '../shared/dispatch';
import type { DecidedBy } from '../shared/events';
import type { Mode } from '../shared/protocol';
import { matchingRule, suggestRules } from '../shell/rules';

export interface Permissions {
  mode: Mode;
  allow: string[];
  ask: string[];
  deny: string[];
}

/** What the outside knows of the paths of a call. */
export interface PathFacts {
  protected?: string;
  /** All paths lie in the workspace. */
  inside: boolean;
  /** One of them is `.env*` or a key file. */
  secret: boolean;
  /** One of them configures how code is built or run, so that Accept-edits mode asks too. */
  sensitive: boolean;
}

export type Verdict =
  | { action: 'run'; by: DecidedBy; reason: string }
  | { action: 'deny'; by: DecidedBy; reason: string }
  /** `forced`: no `allow` of a permissionRequest hook can answer it. */
  | { action: 'ask'; by: DecidedBy; reason: string; forced: boolean; suggestions: string[] };

const harmless = new Set(['Read', 'Glob', 'Grep', 'LS', 'Diagnostics', 'TodoWrite', 'AskUserQuestion', 'TaskOutput', 'Agent']);
const edits = new Set(['Write', 'Edit', 'MultiEdit']);

export function decide(
  facts: ToolFacts,
  paths: PathFacts,
  permissions: Permissions,
  vote?: Vote,
  judgement?: Judgement,
): Verdict {
  const rule = (kind: 'allow' | 'ask' | 'deny') =>
    matchingRule(permissions[kind], facts, kind === 'allow' ? 'allow' : 'restrict');
  const byRule = (name: string): DecidedBy => ({ kind: 'rule', name });
  const ask = (by: DecidedBy, reason: string, forced: boolean): Verdict => ({
    action: 'ask',
    by,
    reason,
    forced,
    suggestions: forced || paths.protected ? [] : suggestRules(facts),
  });

  if (judgement?.action === 'deny') return { action: 'deny', by: judgement.by, reason: judgement.reason };
  const denied = rule('deny');
  if (denied) return { action: 'deny', by: byRule(denied), reason: `denied by the rule ${denied}` };
  if (permissions.mode === 'plan' && !facts.readOnly) {
    return {
      action: 'deny',
      by: { kind: 'mode', name: 'plan' },
      reason: `Plan mode: ${facts.toolName} would act. Describe the plan instead; the user switches the mode when it is time to act.`,
    };
  }
  if (paths.protected)
    return ask(
      { kind: 'default', name: 'protected path' },
      `${paths.protected} is protected: changing it can change what the agent may do`,
      true,
    );
  if (judgement) return ask(judgement.by, judgement.reason, true);
  if (vote?.action === 'ask') return ask(vote.by, vote.reason, true);
  const asked = rule('ask');
  if (asked) return ask(byRule(asked), `asked by the rule ${asked}`, true);
  if (vote?.action === 'allow') return { action: 'run', by: vote.by, reason: vote.reason };
  const allowed = rule('allow');
  if (allowed) return { action: 'run', by: byRule(allowed), reason: `allowed by the rule ${allowed}` };
  if (permissions.mode === 'bypass') return { action: 'run', by: { kind: 'mode', name: 'bypass' }, reason: 'Bypass mode' };
  if (permissions.mode === 'acceptEdits' && edits.has(facts.toolName) && paths.inside && !paths.secret && !paths.sensitive) {
    return { action: 'run', by: { kind: 'mode', name: 'acceptEdits' }, reason: 'Accept edits mode' };
  }
  const fallback: DecidedBy = { kind: 'default' };
  if (!harmless.has(facts.toolName)) return ask(fallback, `${facts.toolName} acts on your machine`, false);
  if (paths.secret) return ask(fallback, 'it names a file that holds secrets', false);
  if (!paths.inside) return ask(fallback, 'it names a path outside the workspace', false);
  return { action: 'run', by: fallback, reason: 'reads inside the workspace' };
}

/** The risk in words, for the human who decides. */
export function riskOf(facts: ToolFacts, paths: PathFacts): string {
  const where = paths.protected
    ? 'Touches a protected path.'
    : paths.secret
      ? 'Touches a file that may hold secrets.'
      : paths.inside
        ? ''
        : 'Reaches outside the workspace.';
  const what =
    facts.toolName === 'Bash'
      ? facts.commands
        ? `Runs ${facts.commands.map((command) => command.program).join(', ')} as you, with your permissions.`
        : 'Runs a command line that could not be read to the end, as you, with your permissions.'
      : edits.has(facts.toolName)
        ? 'Changes a file; you can undo it in the editor.'
        : facts.toolName === 'Agent'
          ? 'Starts an agent; each of its own calls is decided by itself.'
          : facts.readOnly
            ? 'Only reads.'
            : 'Acts on your machine.';
  return [what, where].filter(Boolean).join(' ');
}

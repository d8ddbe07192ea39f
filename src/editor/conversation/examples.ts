/** What the empty chat offers to click while the rehearsal model answers: only what comes out here as its label says. */

import type { BuiltInName } from '../../shared/calls/toolNames';
import type { HookDescription } from '../../shared/hooks/hookDescription';
import type { Example } from '../../shared/views/viewProtocol';

const call = (tool: BuiltInName, input: object) => `/call ${tool} ${JSON.stringify(input)}`;

export function examplesFor(hooks: readonly HookDescription[], agents: readonly string[]): Example[] {
  const live = (name: string) => hooks.some((hook) => hook.name === name && hook.options.enabled);
  const [agent] = agents.includes('researcher') ? ['researcher'] : agents;
  const tasks = [call('Grep', { pattern: 'greet' }), call('LS', { path: 'src' })];
  return [
    { kind: 'asks', text: call('Bash', { command: 'git status' }) },
    // As the sample and the snippets name them.
    ...(live('noSudo') ? [{ kind: 'denied' as const, text: call('Bash', { command: 'sudo rm -rf build' }) }] : []),
    ...(live('patientTests') ? [{ kind: 'changed' as const, text: call('Bash', { command: 'npm test' }) }] : []),
    ...(agent === undefined
      ? []
      : [{ kind: 'agent' as const, text: call('Agent', { subagent_type: agent, prompt: tasks.join('\n') }) }]),
  ];
}

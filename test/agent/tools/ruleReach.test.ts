import assert from 'node:assert/strict';
import { ruleReach } from '../../../src/agent/tools/ruleReach';
import type { ToolFacts } from '../../../src/shared/calls/toolFacts';
import { factsOf } from '../../shell/disk';

describe('the reach of rules', () => {
  const past: Record<string, unknown[]> = {
    Bash: ['npm test', 'npm test -- x', 'npm install', 'rm $X'].map((command) => ({ command })),
    Write: [{ file_path: 'src/a.ts' }, { file_path: 'b.ts' }],
  };
  const read: string[] = [];
  const pastCalls = async (toolName: string, most: number) => {
    read.push(`${toolName} ${most}`);
    return (past[toolName] ?? []).map((input, i) => ({ toolCallId: String(i), input: input as Record<string, unknown> }));
  };
  const facts = (toolName: string, input: { command?: unknown; file_path?: unknown }): ToolFacts => {
    if (toolName.toLowerCase() === 'bash') return { ...factsOf(String(input.command ?? '')), toolName: 'Bash', status: 'known' };
    const { commandLine: _, commands: __, seenCommands: ___, ...others } = factsOf('');
    return { ...others, toolName, status: 'known', paths: input.file_path ? [`${others.cwd}/${input.file_path}`] : [] };
  };

  it('is counted among the last calls of the tool that each names, which are read once', async () => {
    const reach = await ruleReach(
      ['Bash(npm test*)', 'bash(npm *)', 'Bash', 'Write(src/**)', 'Bash(npm test*)', 'Read', 'mcp__x__*', '(none'],
      pastCalls,
      facts as never,
    );
    assert.deepEqual(
      reach.map(({ rule, matched, of }) => `${rule}: ${matched} of ${of}`),
      ['Bash(npm test*): 2 of 4', 'bash(npm *): 3 of 4', 'Bash: 4 of 4', 'Write(src/**): 1 of 2'],
    );
    assert.deepEqual(read, ['Bash 40', 'Write 40', 'Read 40']);
  });
});

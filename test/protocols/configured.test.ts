/** Hooks in other agents’ files that cannot be hooks of ours: each is told of, whatever is wrong with it. */
import assert from 'node:assert/strict';
import { type ConfigKind, configuredIn } from '../../src/protocols/configured';

describe('hooks of other agents that are left out', () => {
  const leftOut = (kind: ConfigKind, hooks: object) =>
    configuredIn(kind, { hooks }, 'linux').leftOut.map(({ event, what, reason }) => `${event}: ${what}: ${reason}`);
  const command = { type: 'command', command: './a.sh' };

  it('are told of where their event is not known, or is none that Hooksmith has', () => {
    assert.deepEqual(leftOut('claude', { PreToolUze: [{ hooks: [command] }], WorktreeCreate: [{ hooks: [command] }] }), [
      'PreToolUze: ./a.sh: PreToolUze is no event of Claude Code that is known here',
      'WorktreeCreate: ./a.sh: Hooksmith has no such moment as WorktreeCreate',
    ]);
  });

  it('are told of where they are not written as a list of hooks', () => {
    assert.deepEqual(leftOut('claude', { PreToolUze: command, PreToolUse: command, Stop: ['./a.sh', { hooks: [command] }] }), [
      'PreToolUze: {"type":"command","command":"./a.sh"}: PreToolUze is no event of Claude Code that is known here',
      'PreToolUse: {"type":"command","command":"./a.sh"}: it is not written as Claude Code reads hooks',
      'Stop: "./a.sh": it is not written as Claude Code reads hooks',
    ]);
  });

  it('are not what Gemini CLI keeps beside its events', () => {
    assert.deepEqual(leftOut('gemini', { enabled: ['a'], disabled: ['b'] }), []);
    assert.equal(leftOut('gemini', { BeforeTol: ['a'] }).length, 1);
  });
});

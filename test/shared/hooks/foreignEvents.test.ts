import assert from 'node:assert/strict';
import { eventsMeant, foreignEvent } from '../../../src/shared/hooks/foreignEvents';

describe('names of other systems', () => {
  const meant: [theirs: string, ours: string][] = [
    ['BeforeToolUse', 'preToolUse'],
    ['AfterToolUse', 'postToolUse'],
    ['preToolCall', 'preToolUse'],
    ['TranslateCallbacks', 'beforeTranslate'],
    ['beforeShellExecution', 'preToolUse'],
    ['userPromptSubmitted', 'userMessage'],
    ['agentStop', 'stop'],
    ['PreCompress', 'preCompact'],
    ['tool.execute.before', 'preToolUse'],
    ['turn_end', 'afterStep'],
  ];
  for (const [theirs, ours] of meant)
    it(`lead ${theirs} to ${ours}`, () => assert.deepEqual([foreignEvent(theirs), eventsMeant(theirs, 2)], [ours, [ours]]));

  it('are known however their words are joined', () => {
    for (const name of ['on_tool_start', 'onToolStart', 'handleToolStart', 'ON_TOOL_START', 'on-tool-start'])
      assert.deepEqual(eventsMeant(name, 1), ['preToolUse'], name);
  });

  it('are known by what they say, though no system has them', () => {
    const said = { beforeToolCall: 'preToolUse', after_tool_execution: 'postToolUse', beforeLLMCall: 'preModelCall' };
    for (const [name, ours] of Object.entries(said)) assert.deepEqual(eventsMeant(name, 1), [ours], name);
  });

  it('are none of ours, joined otherwise: those are ours', () => {
    for (const name of ['pre_tool_use', 'PRE-TOOL-USE', 'pretooluse', 'post_tool_use_failure', 'preTolUse'])
      assert.equal(foreignEvent(name), undefined, name);
    assert.deepEqual(
      ['pre_tool_use', 'post_tool_use_failure', 'preTolUse', 'zzz'].map((name) => eventsMeant(name, 1)),
      [['preToolUse'], ['toolError'], ['preToolUse'], []],
    );
  });
});

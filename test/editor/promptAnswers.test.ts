/** Answers to prompts: what is kept of them, and for which session. */
import assert from 'node:assert/strict';
import type { ApprovalBroker } from '../../src/editor/approvalBroker';
import { PromptAnswers } from '../../src/editor/promptAnswers';
import type { QuestionBroker } from '../../src/editor/questionBroker';

describe('answers to prompts', () => {
  const approve = { type: 'approve' as const, id: 'a', inputHash: 'h', scope: 'session' as const, rule: 'Bash(ls)' };
  const answers = ({ takes = true, takeProposal = () => Promise.resolve(false) } = {}) => {
    const kept: string[][] = [];
    const parts = {
      approvals: { takes: () => takes, answer: () => takes } as unknown as ApprovalBroker,
      questions: {} as QuestionBroker,
      takeProposal,
      keepRule: async (...rule: string[]) => void kept.push(rule),
    };
    return { kept, answers: new PromptAnswers(parts) };
  };

  it('keep a rule for the session in which it was chosen, whatever is on screen by then', async () => {
    const looked: (() => void)[] = [];
    const { kept, answers: given } = answers({ takeProposal: () => new Promise((done) => looked.push(() => done(false))) });
    const all = ['one', 'two'].map((session) => given.give(approve, session));
    for (const done of looked.reverse()) done();
    assert.deepEqual(await Promise.all(all), [true, true]);
    assert.deepEqual(kept.sort(), [
      ['Bash(ls)', 'session', 'one'],
      ['Bash(ls)', 'session', 'two'],
    ]);
  });

  it('keep none where nothing is decided, or once was said', async () => {
    const { kept, answers: late } = answers({ takes: false });
    assert.equal(await late.give(approve, 'one'), false);
    const { kept: keptOnce, answers: once } = answers();
    assert.equal(await once.give({ ...approve, scope: 'once' }, 'one'), true);
    assert.deepEqual([kept, keptOnce], [[], []]);
  });
});

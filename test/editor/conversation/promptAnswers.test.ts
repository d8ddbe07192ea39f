/** Answers to prompts: what is kept of them, and for which session. */
import assert from 'node:assert/strict';
import type { ApprovalBroker } from '../../../src/editor/conversation/approvalBroker';
import { PromptAnswers } from '../../../src/editor/conversation/promptAnswers';
import type { QuestionBroker } from '../../../src/editor/conversation/questionBroker';

describe('answers to prompts', () => {
  const approve = { type: 'approve' as const, id: 'a', inputHash: 'h', scope: 'session' as const, rule: 'Bash(ls)' };
  const answers = ({ takes = true, takeProposal = () => Promise.resolve(false) } = {}) => {
    const kept: string[][] = [];
    const waiting = new Map([
      ['a', 'one'],
      ['b', 'two'],
    ]);
    const parts = {
      approvals: {
        sessionOf: (id: string) => waiting.get(id),
        takes: () => takes,
        answer: () => takes,
      } as unknown as ApprovalBroker,
      questions: {} as QuestionBroker,
      takeProposal,
      keepRule: async (...rule: string[]) => void kept.push(rule),
    };
    return { kept, waiting, answers: new PromptAnswers(parts) };
  };

  it('keep a rule for the session that asked, whatever is on screen, also where the prompt is gone by then', async () => {
    const looked: (() => void)[] = [];
    const {
      kept,
      waiting,
      answers: given,
    } = answers({
      takeProposal: () => new Promise((done) => looked.push(() => done(false))),
    });
    const all = ['a', 'b'].map((id) => given.give({ ...approve, id }));
    waiting.clear();
    for (const done of looked.reverse()) done();
    assert.deepEqual(await Promise.all(all), [true, true]);
    assert.deepEqual(kept.sort(), [
      ['Bash(ls)', 'session', 'one'],
      ['Bash(ls)', 'session', 'two'],
    ]);
  });

  it('keep none where nothing is decided, or once was said', async () => {
    const { kept, answers: late } = answers({ takes: false });
    assert.equal(await late.give(approve), false);
    const { kept: keptOnce, answers: once } = answers();
    assert.equal(await once.give({ ...approve, scope: 'once' }), true);
    assert.deepEqual([kept, keptOnce], [[], []]);
  });
});

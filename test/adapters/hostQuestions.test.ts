import assert from 'node:assert/strict';
import { HostQuestions } from '../../src/adapters/sandbox/hostQuestions';

describe('hosts that nobody has allowed yet', () => {
  let asked: [request: number, ask: number, host: string][];
  let allowed: [commandId: string, hosts: readonly string[]][];
  let questions: HostQuestions;
  beforeEach(() => {
    asked = [];
    allowed = [];
    questions = new HostQuestions({
      ask: (...one) => asked.push(one),
      allow: (...one) => allowed.push(one),
    });
  });
  const command = (commandId: string, asks = true) => ({ commandId, hosts: ['a.example'], asks });

  it('are asked for once, for the command that runs; it may reach them from then on', async () => {
    questions.began(1, command('one'));
    const both = [questions.mayReach('b.example'), questions.mayReach('b.example')];
    assert.deepEqual(asked, [[1, 1, 'b.example']]);
    questions.answered(1, true);
    assert.deepEqual(await Promise.all(both), [true, true]);
    assert.deepEqual(allowed, [['one', ['a.example', 'b.example']]]);
    void questions.mayReach('c.example');
    questions.answered(2, true);
    assert.deepEqual(allowed[1], ['one', ['a.example', 'b.example', 'c.example']]);
  });

  it('are asked for no more where they were refused, while that command runs', async () => {
    questions.began(1, command('one'));
    const refused = questions.mayReach('b.example');
    questions.answered(1, false);
    assert.equal(await refused, false);
    assert.equal(await questions.mayReach('b.example'), false);
    assert.deepEqual([asked.length, allowed], [1, []]);
    questions.ended(1);
    questions.began(2, command('two'));
    void questions.mayReach('b.example');
    assert.equal(asked.length, 2);
  });

  it('are refused while a command runs that may reach its own only: the question could be its own', async () => {
    questions.began(1, command('asks'));
    questions.began(2, command('held', false));
    assert.equal(await questions.mayReach('b.example'), false);
    questions.ended(2);
    void questions.mayReach('b.example');
    assert.deepEqual(asked, [[1, 1, 'b.example']]);
  });

  it('are refused when the command ends, and where none runs', async () => {
    assert.equal(await questions.mayReach('b.example'), false);
    questions.began(1, command('one'));
    const waits = questions.mayReach('b.example');
    questions.ended(1);
    assert.equal(await waits, false);
    questions.answered(1, true);
    assert.deepEqual(allowed, []);
  });
});

/** Rules of the settings that are for no tool. */
import assert from 'node:assert/strict';
import { RuleDoubts } from '../../src/editor/ruleDoubts';

describe('rules that are for no tool', () => {
  const memory = () => {
    const values = new Map<string, unknown>();
    return {
      get: ((key: string, none: unknown) => values.get(key) ?? none) as never,
      update: async (key: string, value: unknown) => void values.set(key, value),
    };
  };
  const window = (lists: Record<string, readonly string[]>, kept = memory()) => {
    const told: string[] = [];
    const tools = ['Bash'];
    const doubts = new RuleDoubts({ lists: () => lists, tools: () => tools, memory: kept, warn: (text) => told.push(text) });
    return { doubts, told, tools, lists };
  };

  it('are told of once, each with its setting, and only when all tools are there', () => {
    const { doubts, told, tools } = window({
      'hooksmith.permissions.deny': ['Bush(x)', 'Later'],
      'hooksmith.permissions.allow': ['Bash'],
    });
    doubts.look();
    assert.deepEqual(told, []);
    tools.push('Later');
    doubts.loaded();
    doubts.loaded();
    doubts.look();
    assert.deepEqual(told, ["hooksmith.permissions.deny: 'Bush(x)' is for no tool that there is: did you mean 'Bash(x)'?"]);
  });

  it('are told of when they come later, too', () => {
    const lists: Record<string, string[]> = { ask: [] };
    const { doubts, told } = window(lists);
    doubts.loaded();
    lists.ask = ['Frobnicate'];
    doubts.look();
    assert.deepEqual(told, ["ask: 'Frobnicate' is for no tool that there is."]);
  });

  it('are told of in each window where it is a slip, and else in one: it may be another workspace that has the tool', () => {
    const kept = memory();
    const lists = { ask: ['Frobnicate', 'Bush'] };
    for (const times of [2, 1]) {
      const { doubts, told } = window(lists, kept);
      doubts.loaded();
      assert.equal(told.length, times);
    }
  });
});

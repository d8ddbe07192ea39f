/** What built-ins say of wrong arguments where no compiler has looked: in JavaScript, or behind `any`. */
import assert from 'node:assert/strict';
import {
  contextConfig,
  finishReasons,
  guards,
  type HookDefinition,
  observe,
  rateLimit,
  redirectPath,
  stepLimit,
  timeLimit,
  tokenLimit,
} from '../../src/api';
import { Core } from '../fixtures/core';

type Loose = (...given: unknown[]) => HookDefinition | HookDefinition[];
const problemOf = (builtIn: unknown, ...given: unknown[]): string | undefined =>
  [(builtIn as Loose)(...given)].flat().find(({ problem }) => problem !== undefined)?.problem;

describe('built-ins with wrong arguments', () => {
  const wrong: [string, string | undefined, RegExp][] = [
    ['no limit', problemOf(stepLimit), /^stepLimit: max must be a number that is not negative, not undefined$/],
    ['a limit in text', problemOf(stepLimit, '3'), /stepLimit: max .* not "3"/],
    [
      'an option misspelt',
      problemOf(stepLimit, 3, { priorty: 1 }),
      /stepLimit: unknown option 'priorty': did you mean 'priority'\?/,
    ],
    ['a count that is no function', problemOf(stepLimit, 3, { count: 1 }), /stepLimit: count must be a function/],
    ['null for options', problemOf(stepLimit, 3, null), /stepLimit takes an object/],
    ['no number at all', problemOf(tokenLimit, Number.NaN), /tokenLimit: max .* not NaN/],
    ['a time that is over', problemOf(timeLimit, -1), /timeLimit: seconds .* not -1/],
    [
      'a span that is none',
      problemOf(timeLimit, 1, { per: 'sesion' }),
      /timeLimit: per must be 'run' or 'session', not "sesion"/,
    ],
    ['one reason instead of a list', problemOf(finishReasons, 'stop'), /finishReasons must be a list of texts, not "stop"/],
    ['guards misspelt', problemOf(guards, { maxStep: 3 }), /guards: unknown option 'maxStep': did you mean 'maxSteps'\?/],
    [
      'guards in text',
      problemOf(guards, { maxSteps: '3' }),
      /guards: maxSteps must be a number that is not negative, or null, not "3"/,
    ],
    ['nothing', problemOf(rateLimit), /rateLimit takes an object with max, tool, perMs, per, not undefined/],
    ['no max', problemOf(rateLimit, {}), /rateLimit: max .* not undefined/],
    ['a tool misspelt', problemOf(rateLimit, { max: 3, tools: 'Bash' }), /unknown option 'tools': did you mean 'tool'\?/],
    ['a tool without a name', problemOf(rateLimit, { max: 3, tool: ' ' }), /rateLimit: tool must be a text that is not empty/],
    ['a path left out', problemOf(redirectPath, '/tmp'), /redirectPath: to must be a text that is not empty, not undefined/],
    ['an observer that is none', problemOf(observe, 3), /observe must be a function, not 3/],
    ['a prompt misspelt', problemOf(contextConfig, { sytem: 'x' }), /unknown option 'sytem': did you mean 'system'\?/],
  ];
  for (const [what, problem, expected] of wrong)
    it(`${what}: the hook says so`, () => {
      assert.match(String(problem), expected);
    });

  it('right ones have nothing to say', () => {
    const all = [
      problemOf(stepLimit, 0),
      problemOf(stepLimit, Number.POSITIVE_INFINITY, { priority: -5, count: () => true, per: 'session' }),
      problemOf(tokenLimit, 1.5, {}),
      problemOf(timeLimit, 0.5, { per: 'run' }),
      problemOf(finishReasons, []),
      problemOf(guards),
      problemOf(guards, { maxSteps: null, maxTokens: 3, maxSeconds: undefined, finishReasons: null, per: 'session' }),
      problemOf(rateLimit, { max: 0, tool: 'mcp__*', perMs: 1000 }),
      problemOf(redirectPath, '/tmp', 'tmp'),
      problemOf(observe, () => undefined),
      problemOf(contextConfig, { system: '', responseFormat: null }),
    ];
    assert.deepEqual(new Set(all), new Set([undefined]));
  });

  it('take no other hook of their file down, and are told on their line', async () => {
    const core = await Core.start({
      hooks: {
        'a.js': `import { finishReasons, guards, hook, rateLimit } from 'hooksmith';
export const few = rateLimit({ maks: 3 });
export const stops = finishReasons('stop');
export const limits = guards({ maxStep: 3 });
export const good = hook('beforeRun', (ctx) => ctx.log('good'));`,
      },
    });
    try {
      assert.deepEqual(
        core.loaded.problems.map(({ line, severity }) => [line, severity]),
        [
          [2, 'error'],
          [3, 'error'],
          [4, 'error'],
        ],
      );
      await core.session.send('hi');
      assert.deepEqual(core.event('before_run').hooks[0]?.logs, ['good']);
    } finally {
      await core.stop();
    }
  });
});

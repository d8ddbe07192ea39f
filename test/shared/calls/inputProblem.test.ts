import assert from 'node:assert/strict';
import * as z from 'zod';
import type { JsonObject } from '../../../src/shared/basics/json';
import { inputProblem, inputWords } from '../../../src/shared/calls/inputProblem';

describe('a refused input', () => {
  const bash = z.object({
    command: z.string().min(1),
    timeout: z.number().int().min(1).max(10).optional(),
    mode: z.enum(['content', 'count']).optional(),
    run_in_background: z.boolean().optional(),
    edits: z
      .array(z.object({ old_string: z.string() }))
      .min(1)
      .optional(),
  });
  const said = (given: JsonObject, input: z.ZodType = bash) => {
    const parsed = input.safeParse(given, { error: inputWords });
    assert.ok(!parsed.success);
    const text = inputProblem('Bash', parsed.error.issues, given, z.toJSONSchema(input, { io: 'input' }));
    return text.replace(/^invalid input for Bash: /, '');
  };
  const command = 'ls';

  it('names the tool, what is missing and what was expected', () => {
    const parsed = bash.safeParse({}, { error: inputWords });
    const text = inputProblem('Bash', parsed.error!.issues, {}, z.toJSONSchema(bash));
    assert.equal(text, 'invalid input for Bash: command: is missing, it must be text');
  });

  const cases: [about: string, given: JsonObject, text: string][] = [
    [
      'a misspelt field by the one that is missing',
      { comand: 'ls' },
      "command: is missing, it must be text; input: has no field 'comand', did you mean 'command'?",
    ],
    [
      'another word for the only one that is missing',
      { cmd: 'ls' },
      "command: is missing, it must be text; input: has no field 'cmd', did you mean 'command'?",
    ],
    [
      'a word that is of another kind than the one that is missing',
      { lines: 5 },
      "command: is missing, it must be text; input: has no field 'lines', only command, timeout, mode, run_in_background, edits",
    ],
    [
      'a misspelt field that may be left out',
      { command: 5, timout: 5 },
      "command: must be text, not a number; input: has no field 'timout', did you mean 'timeout'?",
    ],
    [
      'a field of a part',
      { command, edits: [{ old_strng: 'a' }] },
      "edits.0.old_string: is missing, it must be text; edits.0: has no field 'old_strng', did you mean 'old_string'?",
    ],
    ['numbers', { command, timeout: 1.5 }, 'timeout: must be a whole number'],
    ['limits', { command, timeout: 11 }, 'timeout: must be at most 10'],
    ['a list that is too short', { command, edits: [] }, 'edits: must have at least 1 element'],
    ['an empty text', { command: '' }, 'command: must not be empty'],
    [
      'a word that is none of those there are',
      { command, mode: 'contents' },
      'mode: must be one of "content", "count": did you mean "content"?',
    ],
    [
      'a list where there is to be none',
      { command, run_in_background: [] },
      'run_in_background: must be true or false, not a list',
    ],
    ['nothing', { command: null }, 'command: must be text, not null'],
    [
      'names of every object',
      { constructor: 1 },
      "command: is missing, it must be text; input: has no field 'constructor', only command, timeout, mode, run_in_background, edits",
    ],
  ];
  for (const [about, given, text] of cases) it(`is told for ${about}`, () => assert.equal(said(given), text));

  it('says what a schema says of its own', () => {
    assert.equal(said({ n: 1 }, z.object({ n: z.number().refine(() => false, 'must be even') })), 'n: must be even');
    assert.equal(said({ n: 'a' }, z.object({ n: z.number('a count, please') })), 'n: a count, please');
  });

  it('says of a field that may be anything only that it is missing', () => {
    assert.equal(said({}, z.object({ any: z.unknown().nonoptional() })), 'any: is missing');
  });

  it('names what a strict tool does not take once, and nothing of one that takes any', () => {
    assert.equal(said({ odd: 1 }, z.strictObject({})), "input: has no field 'odd'");
    assert.equal(said({ odd: 1 }, z.looseObject({ n: z.number() })), 'n: is missing, it must be a number');
    assert.equal(said({ odd: 1 }, z.object({ n: z.string() }).catchall(z.number())), 'n: is missing, it must be text');
  });

  it('quotes no value, and is as short as it can be kept', () => {
    const secret = 'sk-hidden';
    assert.doesNotMatch(said({ command: [secret], timeout: secret, mode: secret }), /hidden/);
    const many = said({ command, edits: Array.from({ length: 50 }, () => ({})), ['x'.repeat(500)]: 1 });
    assert.match(many, /; and 43 more$/);
    assert.ok(many.length < 900, `${many.length} characters`);
  });
});

import assert from 'node:assert/strict';
import { z } from 'zod';
import type { ToolDefinition } from '../../../../src/api/define';
import { registeredTool } from '../../../../src/hooks/chain/registering/registerTool';
import type { RegisteredTool } from '../../../../src/hooks/chain/words/registered';

const place = { id: 'f.ts#count', file: 'f.ts', line: 4, version: 'v1' };
const full = {
  name: 'Count',
  description: 'Counts words.',
  input: z.object({ text: z.string(), by: z.number().default(1) }),
  run: () => 'ran',
};
const of = (more: object, others: RegisteredTool[] = []) =>
  registeredTool({ ...full, ...more } as unknown as ToolDefinition, place, others);
function tool(more: object = {}): RegisteredTool {
  const made = of(more);
  assert.ok(typeof made !== 'string', String(made));
  return made;
}
const ctx = {} as never;

describe('a tool of a file', () => {
  it('is what its definition says; what it leaves out is the careful choice', () => {
    const { run: _, inputSchema, ...facts } = tool();
    const standard = { readOnly: false, enabled: true, external: false, timeoutMs: 120_000 };
    assert.deepEqual(facts, { ...place, name: 'Count', description: 'Counts words.', ...standard });
    const { readOnly, enabled, timeoutMs } = tool({ readOnly: true, enabled: false, timeoutMs: 5 });
    assert.deepEqual([readOnly, enabled, timeoutMs], [true, false, 5]);
    // A timer takes no more.
    assert.equal(tool({ timeoutMs: 1e12 }).timeoutMs, 2e9);
    // What the model sends: the field that has a default need not be there.
    assert.deepEqual(inputSchema, {
      type: 'object',
      properties: { text: { type: 'string' }, by: { type: 'number', default: 1 } },
      required: ['text'],
    });
  });

  it('runs with what its schema made of the input', async () => {
    const seen: unknown[] = [];
    const made = tool({
      run(input: unknown, given: unknown) {
        seen.push(input, given);
        return 'done';
      },
    });
    assert.equal(await made.run({ text: 'a' }, ctx), 'done');
    assert.deepEqual(seen, [{ text: 'a', by: 1 }, ctx]);
  });

  it('does not run with an input that does not fit, and names each field', async () => {
    const made = tool({ run: () => assert.fail('it ran') });
    const error = await made.run({ text: 1, by: 'x' }, ctx).then(
      () => assert.fail(),
      (thrown: Error) => thrown,
    );
    assert.equal(error.name, 'InvalidInput');
    assert.match(error.message, /^invalid input for Count: text: .*; by: /);
    const strict = tool({ input: z.strictObject({}) });
    await assert.rejects(strict.run({ odd: 1 }, ctx), /^InvalidInput: invalid input for Count: input: /);
  });

  it('is answered from outside where it is external', async () => {
    const made = tool({ external: true, run: undefined });
    assert.equal(made.external, true);
    await assert.rejects(made.run({ text: 'a' }, ctx), /^Error: Count is answered from outside$/);
  });

  const wrong: Record<string, [object, RegExp]> = {
    'no name': [{ name: undefined }, /^name must be text$/],
    'a name that models cannot call': [{ name: 'count words' }, /must be 1 to 128 letters/],
    'a name of an MCP server': [{ name: 'mcp__a' }, /must not begin with mcp__/],
    'no description': [{ description: '' }, /^description must say what the tool does$/],
    'a description without measure': [
      { description: 'x'.repeat(100_001) },
      /^description has more than 100000 characters in all$/,
    ],
    'a description that is no text': [{ description: 4 }, /^description must be text$/],
    'an input that is no schema': [{ input: { type: 'object' } }, /^input must be a zod schema: z\.object/],
    'no input': [{ input: undefined }, /^input must be a zod schema/],
    'a readOnly that is no truth': [{ readOnly: 'yes' }, /^readOnly must be true or false$/],
    'an enabled that is no truth': [{ enabled: 1 }, /^enabled must be true or false$/],
    'an external that is no truth': [{ external: 1 }, /^external must be true or false$/],
    'a time that is none': [{ timeoutMs: '5 s' }, /^timeoutMs must be milliseconds$/],
    'no time at all': [{ timeoutMs: 0 }, /^timeoutMs must be more than 0$/],
    'a run that is no function': [{ run: 'ls' }, /^run must be a function$/],
    'neither run nor external': [{ run: undefined }, /^run must be a function; a tool without one is external: true$/],
    'both run and external': [{ external: true }, /^an external tool has no run/],
    'a field with a slip': [
      { timeoutMS: 5 },
      /^unknown field 'timeoutMS': did you mean 'timeoutMs'\? Tools take name, description, /,
    ],
    'a field that is like none': [{ zzzzzzzzzz: 5 }, /^unknown field 'zzzzzzzzzz'\. Tools take name, /],
    'an input that is no object': [{ input: z.string() }, /^input must be an object: z\.object/],
    'an input of another kind of zod': [
      { input: { safeParse: () => ({ success: true }) } },
      /^input cannot be told to a model as JSON schema: .*\. Use z of 'hooksmith', or zod 4$/,
    ],
  };
  for (const [what, [more, problem]] of Object.entries(wrong))
    it(`is none with ${what}`, () => {
      const made = of(more);
      assert.equal(typeof made, 'string');
      assert.match(made as string, problem);
    });

  it('names all that is wrong at once', () => {
    assert.equal(of({ description: '', readOnly: 1 }), 'description must say what the tool does; readOnly must be true or false');
  });

  it('has its name alone in its file, however that is written', () => {
    const first = tool();
    assert.equal(of({ name: 'cOUNT' }, [first]), 'the name cOUNT is taken by line 4 of this file');
    assert.notEqual(typeof of({ name: 'Counter' }, [first]), 'string');
  });
});

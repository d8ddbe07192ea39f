import assert from 'node:assert/strict';
import { z } from 'zod/v4';
import { foreignTool } from '../../../../src/agent/tools/foreignTool';
import { toolSchemas } from '../../../../src/hooks/chain/registering/toolSchema';

const field = (schema: z.ZodType) => {
  const { shown, accepted } = toolSchemas(z.object({ a: schema }));
  const tool = foreignTool('s', { name: 'T', description: 'd', inputSchema: shown, accepted, run: async () => '' });
  return {
    shown: (shown.properties as { a: unknown }).a,
    isWider: accepted !== undefined,
    parse: (input: unknown) => tool.input.parse(input),
    accepts: (input: unknown) => tool.input.safeParse(input).success,
  };
};

describe('the JSON schemas of a tool', () => {
  const made: Record<string, [z.ZodType, given: unknown]> = {
    'a coerced number': [z.coerce.number(), '5'],
    'one with bounds and a description': [z.coerce.number().int().min(3).describe('How many'), '5'],
    'one that need not be there': [z.coerce.number().optional(), '5'],
    'one in a list': [z.array(z.coerce.boolean()), ['yes']],
    'one in a union of objects': [
      z.discriminatedUnion('k', [z.object({ k: z.literal('x'), n: z.coerce.number() }), z.object({ k: z.literal('y') })]),
      { k: 'x', n: '5' },
    ],
    'one of two that may both hold': [z.xor([z.preprocess(Number, z.number()), z.object({ b: z.boolean() })]), '5'],
    'a coerced date': [z.coerce.date(), 1_700_000_000_000],
    'a preprocessed number': [z.preprocess((value) => Number(value), z.number().max(9)), '5'],
    'a preprocessed list': [z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(z.string())), 'one'],
    'a text that is transformed': [z.string().transform(Number), '5'],
    'a text that is cut before it is measured': [z.string().trim().max(3), '  abc  '],
    'a number that is rounded before it is checked': [z.number().overwrite(Math.round).int(), 2.4],
    'a pattern with flags': [z.string().regex(/^abc$/i), 'ABC'],
    'two patterns, one with flags': [z.string().regex(/^a/).regex(/C$/i), 'abc'],
    'an address by a pattern of its own': [z.email({ pattern: z.regexes.unicodeEmail }), 'jürgen@example.org'],
    'an id of an older kind': [z.guid(), 'ffffffff-ffff-cfff-ffff-ffffffffffff'],
    'a fallback': [z.number().catch(5), 'many'],
  };
  for (const [what, [schema, given]] of Object.entries(made))
    it(`accept ${what} as the schema does`, () => {
      assert.equal(z.object({ a: schema }).safeParse({ a: given }).success, true);
      assert.equal(field(schema).accepts({ a: given }), true);
    });

  it('leave a default to the schema that is another each time, and say any other', () => {
    let n = 0;
    for (const changing of [() => Date.now(), () => new Date().toISOString(), () => ++n]) {
      const { shown, accepts } = field(z.any().default(changing).describe('When'));
      assert.deepEqual(shown, { description: 'When' });
      assert.equal(accepts({}), true);
    }
    const { shown, parse } = field(
      z.object({ list: z.array(z.string()).default(['a']), at: z.number().default(() => Date.now()) }).prefault({}),
    );
    assert.deepEqual((shown as { properties: object }).properties, {
      list: { default: ['a'], type: 'array', items: { type: 'string' } },
      at: { type: 'number' },
    });
    assert.deepEqual(parse({ a: {} }), { a: { list: ['a'] } });
  });

  it('accept that a field is left out which is made from nothing', () => {
    for (const schema of [z.preprocess((value) => value ?? 5, z.number()), z.number().catch(5)]) {
      assert.equal(z.object({ a: schema }).safeParse({}).success, true);
      assert.equal(field(schema).accepts({}), true);
    }
  });

  it('accept any object where the whole of it is made', () => {
    const { shown, accepted } = toolSchemas(
      z.preprocess((value) => ({ a: Number((value as { b: string }).b) }), z.object({ a: z.number() })),
    );
    assert.equal(shown.type, 'object');
    assert.deepEqual(accepted, {});
  });

  it('are one, and refuse at once, where nothing is made of what was given', () => {
    const plain = {
      text: z.string().min(2).max(5),
      many: z.number().int().min(1),
      pattern: z.string().regex(/^a/),
      address: z.email(),
      time: z.iso.datetime(),
      kind: z.enum(['a', 'b']),
      either: z.xor([z.string(), z.number()]),
      later: z.string().transform(Number).pipe(z.number()),
      all: z.looseObject({ n: z.number() }),
    };
    for (const [what, schema] of Object.entries(plain)) {
      const { isWider, accepts } = field(schema);
      assert.deepEqual([isWider, accepts({ a: null }), accepts({})], [false, false, false], what);
    }
    // What stands beside a field that is made is checked as ever.
    const { shown, accepted } = toolSchemas(z.object({ n: z.coerce.number(), s: z.string() }));
    const tool = foreignTool('s', { name: 'T', description: 'd', inputSchema: shown, accepted, run: async () => '' });
    assert.equal(tool.input.safeParse({ n: '5', s: 5 }).success, false);
  });

  it('tell the model what is wanted, not all that is taken', () => {
    assert.deepEqual(field(z.coerce.number().min(3)).shown, { type: 'number', minimum: 3 });
    assert.deepEqual(field(z.coerce.boolean()).shown, { type: 'boolean' });
    assert.deepEqual(field(z.coerce.date()).shown, { type: 'string', format: 'date-time' });
    assert.deepEqual(field(z.coerce.bigint()).shown, { type: 'integer' });
    assert.deepEqual(field(z.preprocess(Number, z.number().max(9))).shown, { type: 'number', maximum: 9 });
    assert.deepEqual(field(z.string().transform(Number)).shown, { type: 'string' });
  });
});

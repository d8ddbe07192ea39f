/** Made-up inputs of all that comes in from outside: each is taken or refused in words, and nothing is thrown that is not said. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hook } from 'hooksmith';
import { runChain } from '../../src/hooks/chain/running/chain';
import { readFromChild, readFromHost, readFromToolProcess } from '../../src/hooks/parent/process/received';
import { readScript } from '../../src/models/rehearsalScript';
import { eventNames } from '../../src/shared/hooks/points';
import { fromView } from '../../src/shared/views/viewProtocol';
import { seeded } from '../fixtures/seeded';
import { around, hooksOf, requestOf } from '../hooks/chain/chaining';
import { BashOracle, lineOf } from '../shell/bashOracle';
import { factsOf } from '../shell/disk';
import { type Share, Tally, times } from './tally';

const seed = 20261121;

/** Objects with the fields that somebody looks for, and values that nobody expects there. */
const shaped = (names: readonly string[]) =>
  fc.dictionary(
    fc.oneof(fc.constantFrom(...names), fc.string()),
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }),
    {
      maxKeys: 8,
    },
  );

async function fuzzed<T>(fault: string, share: Share, made: fc.Arbitrary<T>, one: (input: T) => unknown): Promise<Tally> {
  const tally = new Tally(fault);
  tally.figures.seed = seed;
  const inputs = fc.sample(made, { seed, numRuns: times(10_000, share) });
  for (const [n, input] of inputs.entries())
    await tally.try(`input ${n}, ${fc.stringify(input).slice(0, 300)}`, () => one(input));
  return tally;
}

const words = (text: unknown) => assert.ok(typeof text === 'string' && text.length > 0, 'it is said what is wrong');

/** Fragments of shell lines, joined at will. */
const shellLine = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          'echo',
          'rm',
          '-rf',
          '$(',
          '`',
          ')',
          '"',
          "'",
          '\\',
          '|',
          '&&',
          ';',
          '&',
          '<<E',
          '\nE\n',
          '>',
          '>&',
          '<(',
          '${',
          '}',
          '$((',
          '))',
          '[[',
          ']]',
          '{',
          'a=',
          '*',
        ],
        ...[
          'if',
          'then',
          'fi',
          'for',
          'do',
          'done',
          'case',
          'in',
          'esac',
          'function',
          '!',
          'eval',
          'xargs',
          'sh -c',
          'env',
          '#',
          '\r\n',
          '\0',
          'é',
          '\u{1F600}',
        ],
      ),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 30 },
  )
  .chain((parts) => fc.constantFrom(' ', '').map((between) => parts.join(between)));

export async function fuzz(share: Share): Promise<Tally[]> {
  const views = ['type', 'id', 'text', 'decision', 'inputHash', 'scope', 'input', 'sessionId', 'mode', 'toolCallId'];
  const hosts = [
    'type',
    'n',
    'result',
    'changes',
    'hooks',
    'end',
    'k',
    'what',
    'args',
    'failure',
    'problems',
    'set',
    'gone',
    'action',
    'reason',
    'by',
  ];
  const decisions = [
    'action',
    'reason',
    'input',
    'value',
    'error',
    'toolName',
    'afterMs',
    'final',
    'metadata',
    'context',
    'then',
    'toJSON',
    'constructor',
  ];
  let returned: unknown;
  const hooks = hooksOf({
    odd: hook(
      eventNames.filter((name) => name !== 'beforeTranslate' && name !== 'afterTranslate') as ['preToolUse'],
      () => returned as never,
    ),
  });
  const settled = ['preToolUse', 'userMessage', 'postToolUse', 'preModelCall', 'stop'] as const;
  return [
    await fuzzed('messages of webviews', share, fc.oneof(shaped(views), fc.anything()), (input) => {
      const { success, error } = fromView.safeParse(input);
      if (!success) words(error.message);
    }),
    await fuzzed('messages of hosts', share, fc.oneof(shaped(hosts), fc.anything()), (input) => {
      for (const read of [readFromChild, readFromHost, readFromToolProcess])
        if (typeof read(input) === 'string') words(read(input));
    }),
    await fuzzed(
      'script files',
      share,
      fc.oneof(
        fc.json(),
        fc.string(),
        shaped(['turns', 'content', 'agents', 'error']).map((value) => fc.stringify(value)),
      ),
      (text) => {
        try {
          readScript(text, 'script.json');
        } catch (thrown) {
          assert.match((thrown as Error).message, /^script\.json: /);
        }
      },
    ),
    await fuzzed('what hooks return', share, fc.oneof(shaped(decisions), fc.anything({ withBigInt: true })), async (input) => {
      returned = input;
      for (const event of settled) {
        const {
          end,
          hooks: records,
          votes,
        } = (await runChain(requestOf(event, {}), hooks, around())) as never as {
          end: { action: string };
          hooks: { decision: string; error?: { message: string } }[];
          votes: unknown;
        };
        void votes;
        assert.equal(records.length, 1);
        if (records[0]!.error) words(records[0]!.error.message);
        // A gate that returned nonsense lets nothing pass.
        if (records[0]!.error && event === 'preToolUse') assert.equal(end.action, 'deny');
      }
    }),
    await fuzzed('shell lines', share, shellLine, (line) => {
      const { commands, uncertainties } = factsOf(line);
      if (commands === undefined) assert.ok(Array.isArray(uncertainties), 'what cannot be read is not known');
    }),
    ...(process.platform === 'win32' ? [] : [await againstBash(share)]),
  ];
}

async function againstBash(share: Share): Promise<Tally> {
  const tally = new Tally('shell lines, against what bash runs of them');
  tally.figures.seed = seed;
  const next = seeded(seed);
  const bash = new BashOracle();
  try {
    for (let n = 0; n < times(10_000, share); n++) {
      const line = lineOf(next);
      await tally.try(line, () => tally.count(bash.agrees(line) ? 'commands known' : 'asked about'));
    }
  } finally {
    bash.dispose();
  }
  return tally;
}

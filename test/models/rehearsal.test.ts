import assert from 'node:assert/strict';
import { Rehearsal } from '../../src/models/rehearsal';
import { type RehearsalScript, readScript } from '../../src/models/rehearsalScript';
import { textOf, toolUsesOf } from '../../src/shared/messages/messages';

describe('a rehearsal script', () => {
  const fine = '{"turns": [{"content": [{"type": "text", "text": "hi"}]}, {"error": {"status": 529, "message": "busy"}}]}';

  it('is read with the mark that some editors put before it', () => {
    assert.deepEqual(readScript(`\uFEFF${fine}`, 's.json'), readScript(fine, 's.json'));
  });

  it('counts no tokens of a kind that it leaves out, or has from the API as null', () => {
    const { turns } = readScript(
      '{"turns": [{"content": [], "usage": {"output_tokens": 5, "cache_read_input_tokens": null}}]}',
      's.json',
    );
    assert.deepEqual('usage' in turns[0]! && turns[0].usage, { input_tokens: 0, output_tokens: 5 });
  });

  const wrong: [turn: string, says: RegExp][] = [
    ['{"content": "hi"}', /: turns\.0\.content: must be a list, not text\. It is/],
    ['{"content": [{"type": "text"}]}', /: turns\.0\.content\.0\.text: is missing, it must be text\. /],
    [
      '{"content": [{"type": "tool_use", "name": "Bash", "input": "ls"}]}',
      /: turns\.0\.content\.0\.input: must be an object, not text\. /,
    ],
    ['{"content": [{"type": "tekst"}]}', /: turns\.0\.content\.0\.type: must be one of "text", "thinking", "tool_use"\. /],
    ['{"content": [], "stop": 1}', /: turns\.0: Unrecognized key: "stop"\. /],
    ['{"error": {"status": "529", "message": "busy"}}', /: turns\.0\.error\.status: must be a number, not text\. /],
    ['{"error": "busy"}', /: turns\.0\.error: must be an object, not text\. /],
    ['"hi"', /: turns\.0: must be an object, not text\. /],
  ];
  for (const [turn, says] of wrong)
    it(`with the turn ${turn} is refused by the field that is wrong`, () => {
      assert.throws(() => readScript(`{"turns": [${turn}]}`, 's.json'), says);
    });
});

describe('what a call answered', () => {
  const told = async (content: string) => {
    const { content: said } = await new Rehearsal().call(
      {
        model: 'rehearsal',
        max_tokens: 1,
        messages: [
          { role: 'user', content: 'go' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: {} }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content }] },
        ],
      },
      { purpose: 'chat', signal: new AbortController().signal, onDelta: () => undefined, onRetry: () => undefined },
    );
    return textOf({ content: said });
  };

  it('is told to the letter, its first line indented as it was', async () =>
    assert.equal(await told('\n  \n    1\tone\n    2\ttwo\n\n'), '**Bash** answered:\n\n```\n    1\tone\n    2\ttwo\n```'));

  it('is told as one block, whatever fences are in it', async () =>
    assert.equal(await told('```sh\nls\n```\nmore'), '**Bash** answered:\n\n````\n```sh\nls\n```\nmore\n````'));

  it('is told without a block where there is nothing', async () => assert.equal(await told(' \n '), '**Bash** answered.'));
});

describe('a message with calls in it', () => {
  const played = async (text: string) => {
    const { content } = await new Rehearsal().call(
      { model: 'rehearsal', max_tokens: 1, messages: [{ role: 'user', content: text }] },
      { purpose: 'chat', signal: new AbortController().signal, onDelta: () => undefined, onRetry: () => undefined },
    );
    return toolUsesOf({ content }).map(({ name, input }) => [name, input]);
  };
  const ls = (path: string) => ['LS', { path }];

  const messages: Record<string, string> = {
    'words before and after': 'Please look:\n/call LS {"path": "a"}\nand then\n/call LS {"path": "b"}\nThanks {all}.',
    'a fence around': '```\n/call LS {"path": "a"}\n/call LS {"path": "b"}\n```\n',
    'blanks before': '  /call LS {"path": "a"}\n\t/call LS{"path": "b"}  ',
    'line ends of Windows': '/call LS {"path": "a"}\r\n/call LS {"path": "b"}\r\nThanks.\r\n',
    'JSON over several lines': '/call LS\n{\n  "path": "a"\n}\n\n/call LS {"path":\n"b"}\nThanks.',
  };
  for (const [what, text] of Object.entries(messages))
    it(`is played with ${what}`, async () => assert.deepEqual(await played(text), [ls('a'), ls('b')]));

  it('ends an input where its object ends, whatever its texts hold', async () => {
    assert.deepEqual(await played('/call Write {"file_path": "}\\"{", "content": "\\\\"}\nThanks.'), [
      ['Write', { file_path: '}"{', content: '\\' }],
    ]);
    assert.deepEqual(await played('/call TodoWrite\nThanks.'), [['TodoWrite', {}]]);
  });

  it('is refused where something stands behind an input, or it has no end', async () => {
    for (const text of [
      '/call LS {"path": "a"} and go',
      '/call LS {"path": "a"}}',
      '/call LS {"path": "a"\nThanks.',
      '/call LS []',
    ])
      assert.deepEqual(await played(text), [], text);
  });
});

describe('a script in a session that holds answers already', () => {
  const says = (text: string) => ({ content: [{ type: 'text' as const, text }] });
  const calls = (name: string, input = {}) => ({ content: [{ type: 'tool_use' as const, name, input }] });
  const fails = { error: { status: 529, type: 'overloaded_error', message: 'busy' } };
  const held = (...turns: ({ content: object[] } | string)[]) =>
    turns.flatMap((turn) => [
      { role: 'user' as const, content: 'go' },
      { role: 'assistant' as const, content: typeof turn === 'string' ? turn : (turn.content as never) },
    ]);
  const next = async (turns: RehearsalScript['turns'], history: ReturnType<typeof held>) => {
    const request = { model: 'rehearsal', max_tokens: 9, messages: [...history, { role: 'user' as const, content: 'on' }] };
    const stream = { signal: new AbortController().signal, onDelta: () => {}, onRetry: () => {} };
    return textOf(await new Rehearsal({ turns }).call(request, stream as never));
  };

  it('goes on after the turns that were said, passing over those that failed', async () => {
    assert.equal(await next([says('one'), says('two')], held(says('one'))), 'two');
    assert.equal(await next([calls('LS'), says('one'), says('two')], held(calls('LS'), says('one'))), 'two');
    assert.equal(await next([fails, says('one'), says('two')], held(says('one'))), 'two');
    assert.equal(await next([says('one'), says('two')], held('changed by a hook')), 'two');
  });
  it('is over where all of it was said', async () => {
    await assert.rejects(next([says('one')], held(says('one'))), /has 1 turns for main; this is request 2/);
  });
  it('begins at its beginning where it is another one than what was said', async () => {
    assert.equal(await next([says('new')], held(says('one'))), 'new');
    assert.equal(await next([says('new'), calls('LS')], held(calls('LS'), says('one'))), 'new');
    assert.equal(await next([says('new')], held(calls('LS'), says('one'))), 'new');
  });
  it('is told from another that makes calls of the same tools by what these are given', async () => {
    const [one, other] = ['one', 'other'].map((path) => calls('LS', { path }));
    const done = says('done');
    for (const more of [[], [says('more')]])
      assert.equal(await next([done, one!, ...more], held(done, other!)), 'done', String(more.length));
    // A hook may have changed it.
    const changed = calls('LS', { path: 'one', hidden: true });
    assert.equal(await next([one!, done, says('more')], held(changed, done)), 'more');
    await assert.rejects(next([one!, done], held(changed, done)), /this is request 3/);
  });
});

import assert from 'node:assert/strict';
import { appendMessage, callIdsOf, messagesProblem, readMessages } from '../../../src/shared/messages/history';
import type { ContentBlock, Message } from '../../../src/shared/messages/messages';
import { nested } from '../../fixtures/nested';
import { seeded } from '../../fixtures/seeded';

const user = (...content: ContentBlock[]): Message => ({ role: 'user', content });
const assistant = (...content: ContentBlock[]): Message => ({ role: 'assistant', content });
const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const use = (id: string): ContentBlock => ({ type: 'tool_use', id, name: 'Echo', input: {} });
const result = (id: string): ContentBlock => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });

describe('messages as a model takes them', () => {
  it('join their neighbours of one role, results before all else', () => {
    const list = readMessages([
      user(text('a')),
      { role: 'user', content: 'b' },
      assistant(use('1')),
      user(text('c')),
      user(result('1')),
    ]);
    assert.deepEqual(list, [user(text('a'), text('b')), assistant(use('1')), user(result('1'), text('c'))]);
    assert.deepEqual(appendMessage([user(text('a'))], user(text('b'))), [user(text('a'), text('b'))]);
  });

  it('have results before all else within a message, too: a text before them is refused', () => {
    const before = [user(text('a')), assistant(use('1'), use('2'))];
    const list = readMessages([...before, user(text('c'), result('1'), text('d'), result('2'))]);
    assert.deepEqual(list, [...before, user(result('1'), result('2'), text('c'), text('d'))]);
  });

  it('bring results in the order of their calls, whichever comes first', () => {
    const before = [user(text('a')), assistant(use('1'), use('2'), use('3'))];
    const came = [user(result('2'), text('beside 2')), user(result('1')), user(result('3'))];
    const message = user(result('1'), result('2'), result('3'), text('beside 2'));
    assert.deepEqual(came.reduce(appendMessage, before), [...before, message]);
  });

  it('are the same list where there is nothing to join', () => {
    const list = [user(text('a')), assistant(text('b'))];
    assert.equal(readMessages(list), list);
  });

  const refused: [string, unknown, RegExp][] = [
    ['no list', 'text', /must be an array/],
    ['an empty list', [], /empty/],
    ['no role', [{ role: 'system', content: 'x' }], /\.role/],
    ['no content', [{ role: 'user' }], /\.content must be/],
    ['empty content', [user()], /\.content is empty/],
    ['empty text', [{ role: 'user', content: '' }], /\.content is empty/],
    ['a block of no type', [{ role: 'user', content: [{}] }], /content\[0\] must be a content block/],
    [
      'a text block that has no text',
      [{ role: 'user', content: [{ type: 'text', content: 'x' }] }],
      /content\[0\] is a text block without text/,
    ],
    [
      'what is nested without end',
      [user(text('a')), assistant({ ...use('1'), input: nested(2000) } as ContentBlock), user(result('1'))],
      /messages\[1\]\.content\[0\] is nested deeper than 500 levels/,
    ],
    ['the assistant first', [assistant(text('a')), user(text('b'))], /the user begins/],
    [
      'a call without its result',
      [user(text('a')), assistant(use('1')), user(text('b'))],
      /exactly one tool_result for tool_use '1', not 0/,
    ],
    ['a call at the end', [user(text('a')), assistant(use('1'))], /'1' has no tool_result/],
    ['two results of one call', [user(text('a')), assistant(use('1')), user(result('1'), result('1'))], /not 2/],
    [
      'a late result',
      [user(text('a')), assistant(use('1')), user(result('1')), assistant(text('b')), user(result('1'))],
      /does not call/,
    ],
    ['a result of no call', [user(result('1'))], /does not call/],
    ['one id for two calls', [user(text('a')), assistant(use('1'), use('1')), user(result('1'))], /'1', which another has/],
    [
      'an id a second time',
      [user(text('a')), assistant(use('1')), user(result('1')), assistant(use('1')), user(result('1'))],
      /'1', which another has/,
    ],
    ['a call of the user', [user(use('1'))], /only the assistant/],
    ['a result of the assistant', [user(text('a')), assistant(result('1'))], /only the user/],
    [
      'a call without an input',
      [user(text('a')), assistant({ ...use('1'), input: undefined } as never), user(result('1'))],
      /messages\[1\]\.content\[0\] is a tool_use whose input is no object/,
    ],
    [
      'thinking of the user',
      [user({ type: 'thinking', thinking: 'x', signature: 's' })],
      /is thinking, which is the assistant’s/,
    ],
    ['a picture of nothing', [user({ type: 'image' } as never)], /content\[0\] is an image whose source is neither/],
    ...[{ type: 'base64', data: 'x' }, { type: 'url' }, 'url'].map((source): [string, unknown, RegExp] => [
      `a picture from ${JSON.stringify(source)}`,
      [user({ type: 'image', source } as never)],
      /is an image whose source/,
    ]),
    ...(
      [
        [{ type: 'text' }, 'is a text block without text'],
        [{ type: 'image' }, 'is an image whose source'],
        [use('2'), 'is a tool_use, which no result holds'],
        ['x', 'must be a content block'],
      ] as const
    ).map(([block, what]): [string, unknown, RegExp] => [
      `a result in which a block ${what}`,
      [user(text('a')), assistant(use('1')), user({ ...result('1'), content: [text('b'), block] } as never)],
      new RegExp(`messages\\[2\\]\\.content\\[0\\]\\.content\\[1\\] ${what}`),
    ]),
    [
      'a result that is a number',
      [user(text('a')), assistant(use('1')), user({ ...result('1'), content: 3 } as never)],
      /whose content is neither text nor content blocks/,
    ],
    ['a call without an id', [user(text('a')), assistant({ ...use('1'), id: undefined } as never)], /without id/],
  ];
  for (const [name, list, problem] of refused)
    it(`refuse ${name}`, () => assert.match(messagesProblem(list) ?? 'taken', problem));

  it('take blocks of types that are not known here, and results of nothing', () => {
    const document = { type: 'document', source: { type: 'file', file_id: 'f' } } as never;
    const picture: ContentBlock = { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } };
    const of = (content: unknown) => user({ ...result('1'), content } as never);
    for (const content of [undefined, [], [document, picture, text('x')]])
      assert.equal(messagesProblem([user(document, picture), assistant(use('1')), of(content)]), undefined);
  });

  it('leave calls open that still wait, at the end alone', () => {
    const open = new Set(['2']);
    const waiting = [user(text('a')), assistant(use('1'), use('2')), user(result('1'))];
    assert.equal(readMessages(waiting, open), waiting);
    assert.equal(readMessages([user(text('a')), assistant(use('2'))], open)?.length, 2);
    assert.match(String(readMessages(waiting)), /tool_use '2', not 0/);
    assert.match(String(readMessages([...waiting, assistant(text('b')), user(text('c'))], open)), /tool_use '2', not 0/);
  });

  it('are checked alike, whatever was checked of their start before', () => {
    const next = seeded(7);
    const ids = ['1', '2', '3', '4', '5'];
    const more = (list: readonly Message[]): Message[] => {
      const id = ids[next(ids.length)]!;
      const turns = [
        [...list, assistant(use(id))],
        [...list, user(result(id))],
        [...list, assistant(use(id)), user(result(id))],
        appendMessage(list, user(text('more'))),
        [...list, assistant(text('said'))],
        list.map((message, at) => (at === list.length >> 1 ? user(text('changed')) : message)),
        list.slice(0, 1 + next(list.length)),
      ];
      return turns[next(turns.length)]!;
    };
    let [taken, refused] = [0, 0];
    for (let run = 0; run < 300; run++) {
      let list: Message[] = [user(text('a'))];
      for (let step = 0; step < 12; step++) {
        const grown = more(list);
        const problem = messagesProblem(grown);
        assert.equal(problem, messagesProblem(structuredClone(grown)), JSON.stringify(grown));
        assert.deepEqual([...callIdsOf(grown)], [...callIdsOf(structuredClone(grown))]);
        if (problem === undefined) list = grown;
        if (problem === undefined) taken++;
        else refused++;
      }
    }
    assert.ok(taken > 500 && refused > 500, `${taken} taken, ${refused} refused`);
  });
});

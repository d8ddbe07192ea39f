import assert from 'node:assert/strict';
import { mentionOf, type PromptServers, serverPrompts, serverResources } from '../../../src/adapters/mcp/serverPrompts';

describe('prompts and resources of servers', () => {
  const asked: unknown[] = [];
  let listed = 0;
  const servers: PromptServers = {
    prompts: async () => {
      listed++;
      return [
        { server: 'git hub', name: 'list', arguments: [] },
        {
          server: 'x',
          name: 'review',
          description: 'Reviews.',
          arguments: [
            { name: 'file', required: true },
            { name: '__proto__', required: false },
          ],
        },
      ];
    },
    prompt: async (...given) => {
      asked.push(given);
      return [
        { role: 'user', content: 'Review it.' },
        { role: 'assistant', content: 'I will.' },
      ];
    },
    resources: async () => [{ server: 'x', uri: 'doc://my notes', name: 'Notes' }],
    readResource: async () => [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } },
      { type: 'text', text: 'NOTES' },
    ],
  };
  const commands = serverPrompts(servers);

  it('are commands by server and name, with what they need', async () => {
    assert.deepEqual(await commands.list(), [
      { name: 'mcp__git_hub__list', description: '', origin: 'mcp' },
      { name: 'mcp__x__review', description: 'Reviews.', argumentHint: '<file> [__proto__]', origin: 'mcp' },
    ]);
  });

  it('are given what is typed, the last argument all that is left', async () => {
    const expanded = await commands.expand('MCP__x__review', '"a b.ts" for bugs');
    assert.equal(expanded!.text, 'Review it.\n\n(The assistant:) I will.');
    const [server, name, given] = asked.at(-1) as [string, string, Record<string, string>];
    assert.deepEqual(
      [server, name, Object.entries(given)],
      [
        'x',
        'review',
        [
          ['file', 'a b.ts'],
          ['__proto__', 'for bugs'],
        ],
      ],
    );
  });

  it('say which argument they lack, and are asked for by their own names alone', async () => {
    await assert.rejects(commands.expand('mcp__x__review', ''), /needs <file>/);
    assert.equal(await commands.expand('mcp__x__other', ''), undefined);
    const before = listed;
    assert.equal(await commands.expand('review', 'x'), undefined);
    assert.equal(listed, before);
  });

  it('are mentioned by server and address', async () => {
    const source = serverResources(servers);
    const hides = async () => undefined;
    const [resource] = await servers.resources();
    assert.equal(mentionOf(resource!), 'x:doc://my\\ notes');
    assert.deepEqual(await source.read('x:doc://my notes', hides), { kind: 'resource', name: 'x:doc://my notes', text: 'NOTES' });
    assert.equal(await source.read('src/a.ts', hides), undefined);
    assert.equal(await source.read('x:doc://none', hides), undefined);
  });
});

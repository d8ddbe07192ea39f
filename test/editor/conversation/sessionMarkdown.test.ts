import assert from 'node:assert/strict';
import { sessionMarkdown } from '../../../src/editor/conversation/sessionMarkdown';
import { partText } from '../../../src/shared/messages/promptParts';
import type { StreamItem } from '../../../src/shared/stream/stream';
import { Stream } from '../../view/samples';

describe('a session as Markdown', () => {
  const stream = new Stream();
  const document = (items: StreamItem[]) => sessionMarkdown(items, 'Title');

  it('tells what was said, what was called with what, and how it ended', () => {
    const attached = partText({ tag: 'attached', kind: 'file', name: 'src/a.ts', note: 'cut', text: 'LONG' });
    const text = document([
      ...stream.user(`Look at it.\n${attached}`),
      stream.assistant('I look.', 'hidden thought'),
      ...stream.call('t1', 'Bash', { command: 'ls' }),
      ...stream.result('t1', 'Bash', 'a\nb'),
      ...stream.call('t2', 'Write', { file_path: 'x' }),
      stream.event('tool_settled', { toolCallId: 't2', toolName: 'Write', reason: 'not now', data: { outcome: 'denied' } }),
      stream.event('run_error', { error: { name: 'E', message: 'overloaded' } }),
    ]);
    assert.equal(
      text,
      [
        '# Title',
        '## You\n\nLook at it.\n- *src/a.ts (cut)*',
        '## Agent\n\nI look.',
        '### Bash\n\n```json\n{\n  "command": "ls"\n}\n```',
        '### Write\n\n```json\n{\n  "file_path": "x"\n}\n```\n\n**denied**: not now',
        '*Error: overloaded*',
      ]
        .join('\n\n')
        .concat('\n'),
    );
  });

  it('keeps results within their fence, and bounds them', () => {
    const settled = (output: string) => [
      ...stream.call('t3', 'Read', {}),
      stream.event('tool_settled', { toolCallId: 't3', toolName: 'Read', output, data: { outcome: 'ok' } }),
    ];
    assert.match(document(settled('````\n# no heading\n````')), /\n`````\n````\n# no heading\n````\n`````\n$/);
    assert.match(document(settled('x'.repeat(5000))), /… \(1000 more characters\)/);
  });

  it('leaves out what was taken back, and has it again where that was undone', () => {
    const first = stream.user('one');
    const second = stream.user('two');
    const eventId = (second[1] as { event: { id: string } }).event.id;
    const rewound: StreamItem = { kind: 'history', branch: 'main', messages: [], rewoundTo: eventId };
    const redone: StreamItem = { kind: 'history', branch: 'main', messages: [], redone: eventId };
    assert.doesNotMatch(document([...first, ...second, rewound]), /two/);
    assert.match(document([...first, ...second, rewound, redone]), /one[\s\S]*two/);
    assert.doesNotMatch(document([...first, ...second, rewound, ...stream.user('three'), redone]), /two/);
  });
});

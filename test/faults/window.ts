/** One life of a window: the core with its hook host and a session on disk, in a process of its own, so that it can be killed while an approval waits. */
import { appendFileSync, existsSync } from 'node:fs';
import { z } from 'zod';
import { readSession } from '../../src/adapters/sessions/sessionFile';
import { tool } from '../../src/tools/builtInTool';
import { allows, Core } from '../fixtures/core';

const [file = '', ran = '', asked = '', held = '', gates = ''] = process.argv.slice(2);
const texts = ['one', 'two', 'never', 'four', 'five'];

async function live(): Promise<void> {
  const act = tool({
    name: 'Act',
    readOnly: false,
    description: 'acts',
    input: z.object({ text: z.string() }),
    run: async ({ text }) => {
      appendFileSync(ran, `${text}\n`);
      return { content: text };
    },
  });
  const core = await Core.start({
    hooks: { 'a.ts': gates },
    tools: [act],
    script: {
      turns: [
        ...texts.map((text) => ({ content: [{ type: 'tool_use' as const, name: 'Act', input: { text } }] })),
        { content: [{ type: 'text' as const, text: 'whole' }] },
      ],
    },
    human: (request, signal) => {
      appendFileSync(asked, `${request.input.text}\n`);
      return request.input.text === held ? new Promise(() => {}) : allows(request, signal);
    },
  });
  const items = existsSync(file) ? readSession(file).items : [];
  const { session } = core.open({ id: 'killed', path: file, items });
  await (items.length > 0 ? session.continue() : session.send('go'));
  await core.stop();
}

void live().then(() => process.exit(0));

/** Whole runs compared with text files; `UPDATE_GOLDEN=1 npm test -- unit` rewrites them. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldItem, foldSession, newSessionState } from '../../src/agent/session/sessionState';
import { Core, type CoreOptions, root } from '../fixtures/core';
import { transcript } from './transcript';

const runs: { name: string; prompt: string; options: CoreOptions }[] = [
  { name: 'allowed', prompt: '/call Bash {"command": "echo hello"}', options: {} },
  {
    name: 'hooks-and-policies',
    prompt: '/call Bash {"command": "echo hello"}\n/call Bash {"command": "sudo id"}\n/call Read {"file_path": "a.txt"}',
    options: {
      files: { 'a.txt': 'one\n' },
      hooks: {
        'a.ts': `import { hook, denyCommands } from 'hooksmith';
export const louder = hook('preToolUse', { tools: 'Bash', match: { command: 'echo*' } }, (ctx) => ctx.modify({ input: { command: 'echo HELLO' } }));
export const noSudo = denyCommands('sudo');
export const mark = hook('postToolUse', (ctx) => ctx.modify({ output: String(ctx.output).trim() + ' (seen)' }));`,
      },
    },
  },
  { name: 'unknown-tool', prompt: '/call Reed {"file_path": "x"}', options: {} },
  { name: 'invalid-input', prompt: '/call Bash {"cmd": "ls"}', options: {} },
  {
    name: 'rejected',
    prompt: '/call Bash {"command": "echo x"}',
    options: { human: ({ id, inputHash }) => ({ id, inputHash, decision: 'deny', reason: 'not now' }) },
  },
  {
    name: 'message-denied',
    prompt: 'my number is 123',
    options: {
      hooks: {
        'pii.ts': `import { hook } from 'hooksmith';\nexport const pii = hook('userMessage', (ctx) => /\\d{3}/.test(JSON.stringify(ctx.message)) ? ctx.deny('no numbers') : undefined);`,
      },
    },
  },
  {
    name: 'hook-throws',
    prompt: '/call Bash {"command": "echo x"}',
    options: {
      hooks: {
        'bad.ts': `import { hook } from 'hooksmith';\nexport const bad = hook('preToolUse', () => { throw new Error('boom'); });`,
      },
    },
  },
  {
    name: 'model-error-answered',
    prompt: 'hello',
    options: {
      script: { turns: [{ error: { status: 500, type: 'api_error', message: 'down' } }] },
      hooks: {
        'answer.ts': `import { hook } from 'hooksmith';\nexport const fallback = hook('modelError', (ctx) => ctx.respond('I could not reach the model: ' + ctx.error.message));`,
      },
    },
  },
  {
    name: 'model-error',
    prompt: 'hello',
    options: { script: { turns: [{ error: { status: 500, type: 'api_error', message: 'down' } }] } },
  },
  {
    name: 'step-limit',
    prompt: 'go',
    options: {
      script: {
        turns: [1, 2, 3].map((n) => ({ content: [{ type: 'tool_use' as const, name: 'Glob', input: { pattern: `none${n}` } }] })),
      },
      hooks: { 'limits.ts': `import { guards } from 'hooksmith';\nexport const limits = guards({ maxSteps: 2 });` },
    },
  },
  {
    name: 'continue-with',
    prompt: 'go',
    options: {
      script: { turns: [{ content: [{ type: 'text', text: 'done?' }] }, { content: [{ type: 'text', text: 'done!' }] }] },
      hooks: {
        'more.ts': `import { hook } from 'hooksmith';\nexport const more = hook('stop', (ctx) => ctx.turns < 2 ? ctx.continueWith('Are you sure?') : undefined);`,
      },
    },
  },
  {
    name: 'subagents',
    prompt: 'go',
    options: {
      script: {
        turns: [
          { content: [{ type: 'tool_use', name: 'Agent', input: { subagent_type: 'researcher', prompt: 'find it' } }] },
          { content: [{ type: 'text', text: 'It is blue.' }] },
        ],
        agents: {
          researcher: {
            turns: [
              {
                content: [
                  { type: 'tool_use', name: 'Agent', input: { subagent_type: 'scraper', prompt: 'look there' } },
                  { type: 'tool_use', name: 'Bash', input: { command: 'sudo look' } },
                ],
              },
              { content: [{ type: 'text', text: 'blue' }] },
            ],
          },
          scraper: {
            turns: [
              { content: [{ type: 'tool_use', name: 'Bash', input: { command: 'echo blue' } }] },
              { content: [{ type: 'text', text: 'it says blue' }] },
            ],
          },
        },
      },
      files: {
        '.hooksmith/agents/researcher.md': '---\ndescription: Finds things.\n---\nYou find things.',
        '.hooksmith/agents/researcher/hooks/own.ts': `import { hook } from 'hooksmith';\nexport const own = hook('subagentStop', () => {});`,
        '.hooksmith/agents/scraper.md': '---\ndescription: Looks.\ntools: Bash\n---\nYou look.',
      },
      hooks: {
        'a.ts': `import { denyCommands, hook } from 'hooksmith';
export const noSudo = denyCommands('sudo');
export const mainOnly = hook('afterStep', { inherit: 'never' }, () => {});`,
      },
    },
  },
  {
    name: 'refusal',
    prompt: 'go',
    options: {
      script: {
        turns: [{ content: [{ type: 'tool_use', name: 'Bash', input: { command: 'echo never' } }], stop_reason: 'refusal' }],
      },
    },
  },
  {
    name: 'strictest-vote',
    prompt: '/call Bash {"command": "echo one"}\n/call Bash {"command": "echo two"}',
    options: {
      hooks: {
        'a.ts': `import { hook, policy } from 'hooksmith';
export const trusts = hook('preToolUse', (ctx) => ctx.allow('it only echoes'));
export const doubts = hook('preToolUse', (ctx) => ctx.ask('who asked for it?'));
export const trustsStill = hook('preToolUse', (ctx) => ctx.allow('it is fine'));
export const forbids = policy((ctx) => ctx.input.command === 'echo two' ? ctx.deny('two is too many') : undefined);`,
      },
    },
  },
  {
    name: 'allowed-by-hook',
    prompt: '/call Bash {"command": "echo hello"}',
    options: {
      human: () => assert.fail('a hook has allowed it'),
      hooks: {
        'a.ts': `import { hook } from 'hooksmith';
export const trusts = hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.allow('it only echoes'));`,
      },
    },
  },
  {
    name: 'redirected',
    prompt: '/call Bash {"command": "cat a.txt"}',
    options: {
      files: { 'a.txt': 'one\n' },
      hooks: {
        'a.ts': `import { hook } from 'hooksmith';
export const first = hook('preToolUse', () => {});
export const ofReads = hook('preToolUse', { tools: 'Read' }, (ctx) => ctx.modify({ input: { ...ctx.input, limit: 1 } }));
export const reads = hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.redirect('Read', { file_path: 'a.txt' }));
export const last = hook('preToolUse', () => {});`,
      },
    },
  },
  {
    name: 'tool-tried-again',
    prompt: '/call Bash {"command": "cat made.txt 2>/dev/null || { echo made > made.txt; false; }"}',
    options: {
      hooks: {
        'again.ts': `import { hook } from 'hooksmith';
export const again = hook('toolError', (ctx) => ctx.retry({ afterMs: 1 }));`,
      },
    },
  },
  {
    name: 'model-tried-again',
    prompt: 'hello',
    options: {
      script: {
        turns: [
          { error: { status: 500, type: 'api_error', message: 'down' } },
          { content: [{ type: 'text', text: 'here again' }] },
        ],
      },
      hooks: {
        'again.ts': `import { hook } from 'hooksmith';
export const again = hook('modelError', (ctx) => ctx.attempt < 1 ? ctx.retry({ afterMs: 1 }) : undefined);`,
      },
    },
  },
];

describe('golden transcripts', () => {
  for (const { name, prompt, options } of runs) {
    it(name, async () => {
      const core = await Core.start(options);
      // What a session says of itself while it lives is what its record says to whoever reads it, item by item.
      const read = newSessionState();
      const steps: unknown[][] = [];
      core.session.onItem((item) => {
        foldItem(read, item);
        const { usage, costUsd, contextTokens, queue } = core.session;
        const told = [usage, costUsd, contextTokens, queue];
        steps.push([told, [read.usage, read.costUsd, read.contextTokens, read.queue]]);
      });
      try {
        const result = await core.session.send(prompt);
        for (const [told, folded] of steps) assert.deepEqual(told, folded);
        assert.ok(steps.length > 4);
        const { usage, costUsd, history, messageCount, broken } = foldSession(core.session.items);
        assert.deepEqual([usage, costUsd, broken], [result.usage, result.costUsd, false]);
        assert.deepEqual([history, messageCount], [core.session.history, read.messageCount]);
        const text = `${transcript(core.events, core.folder)}= ${result.status}: ${JSON.stringify(result.text)} ${result.signals.map((signal) => signal.reason).join(' ')}\n`;
        const file = join(root, 'test', 'golden', `${name}.golden.txt`);
        if (process.env.UPDATE_GOLDEN || !existsSync(file)) {
          assert.ok(process.env.UPDATE_GOLDEN, `${file} is missing; run with UPDATE_GOLDEN=1 to write it`);
          writeFileSync(file, text);
        }
        assert.equal(text, readFileSync(file, 'utf8'));
      } finally {
        await core.stop();
      }
    });
  }
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getL10nJson, getL10nPseudoLocalized } from '@vscode/l10n-dev';
import { before, describe, it } from 'mocha';
import type { ToView } from '../../src/shared/views/viewProtocol';
import { useLab } from './lab';
import type { ViewName } from './page';
import { approvalOf, hookRecord, Stream, sessionOf } from './samples';

const root = process.env.HOOKSMITH_ROOT!;
const sources = ['src/view', 'src/shared'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ contents: readFileSync(join(root, folder, name), 'utf8'), extension: '.ts' })),
);

/** What a view may show untranslated: names of events, tools, files and decisions are what people type and search for. */
const terms =
  /^[\W\d_]*$|^(Hooksmith|Rehearsal|Ctrl|Enter|Alt|main|ms|s|policy|hook|shadow|deny|modify|ask|allow|continue|USD|k|call|Bash|command|git|LS|path|[a-z]+(_[a-z]+)+)$/;

describe('views in another language', () => {
  const lab = useLab();
  let texts: Record<string, string>;
  before(async () => {
    texts = getL10nPseudoLocalized(await getL10nJson(sources)) as Record<string, string>;
  });

  /** Every word on the page, seen or spoken, that is neither translated nor part of what was sent. */
  async function plainWords(view: ViewName, messages: ToView[]): Promise<string[]> {
    const it = await lab.open(view, { texts, width: view === 'chat' ? 320 : 1100 });
    await it.send(...messages);
    for (const summary of await it.page.locator('[aria-expanded="false"]:not([aria-haspopup])').all())
      await summary.click({ timeout: 1000 }).catch(() => {});
    const shown = await it.page.evaluate(() => {
      const found: string[] = [];
      const walk = (node: Node) => {
        if (node instanceof Element) {
          if (/^(SCRIPT|STYLE)$/.test(node.tagName)) return;
          for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
            found.push(node.getAttribute(name) ?? '');
        }
        if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '');
        for (const child of node.childNodes) walk(child);
      };
      walk(document.body);
      return found;
    });
    await it.page.close();
    const sent = JSON.stringify(messages);
    const words = shown.flatMap((text) => text.match(/[A-Za-z][A-Za-z_]*/g) ?? []);
    return [...new Set(words)].filter((word) => !terms.test(word) && !sent.includes(word));
  }

  const run = new Stream();
  const hooks = [
    hookRecord('no-push', { decision: 'deny', reason: 'NO', changed: [{ field: 'input.command', before: 'A', after: 'B' }] }),
  ];
  const records: [string, () => ToView[]][] = [
    ['nothing', () => [sessionOf([])]],
    [
      'a chip',
      () => [sessionOf([]), { type: 'open', file: { name: 'A.md', lines: [1, 2] } }, { type: 'open', file: { name: 'B.md' } }],
    ],
    ['nothing, in a rehearsal', () => [sessionOf([], false, { rehearsal: true, hookProblems: 2, trusted: false })]],
    [
      'a conversation',
      () => [
        sessionOf([
          ...run.user('HELLO'),
          run.assistant('FINE', 'HM'),
          ...run.call('t1', 'Bash', { command: 'A' }, { hooks }),
          ...run.result('t1', 'Bash', 'OUT'),
          ...run.call('t2', 'Read', { file_path: 'B' }, { requestedInput: { file_path: 'C' } }),
          ...run.result('t2', 'Read', 'BAD', { isError: true, error: { name: 'E', message: 'F' } }),
          run.event('model_retry', { data: { attempt: 1, waitMs: 5000, status: 529, message: 'G' } }),
        ]),
      ],
    ],
    [
      'a prompt',
      () => {
        const changedBy = [{ name: 'h', file: '/h.ts', line: 1, fields: ['command'] }];
        const call = run.call('t1', 'Bash', { command: 'X' });
        return [
          sessionOf([...run.user('HELLO'), ...call, run.asks(approvalOf({ requestedInput: { command: 'Y' }, changedBy }))], true),
        ];
      },
    ],
    [
      'instructions',
      () => [
        sessionOf([
          ...run.user('HELLO'),
          run.event('instructions_loaded', {
            data: {
              files: [{ path: '/ws/A.md', name: 'A.md', characters: 3, importedBy: 'B.md', cut: true }],
              problems: [
                { name: 'C.md', importedBy: 'B.md', reason: 'R' },
                { name: 'D.md', reason: 'R' },
              ],
            },
          }),
        ]),
      ],
    ],
    [
      'how runs end',
      () => [
        sessionOf([
          ...run.user('HELLO'),
          run.event('run_error', { error: { name: 'E', message: 'F' } }),
          run.event('run_done', { data: { status: 'stopped', signals: [{ reason: 'steps_limit', message: 'L', source: 'S' }] } }),
        ]),
      ],
    ],
  ];
  for (const [what, messages] of records) {
    it(`leave no word of the chat in English: ${what}`, async () => assert.deepEqual(await plainWords('chat', messages()), []));
    it(`leave no word of the timeline in English: ${what}`, async () =>
      assert.deepEqual(await plainWords('timeline', messages()), []));
  }
});

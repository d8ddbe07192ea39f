/** VS Code's own chat, guarded: its agent, its tools and its hooks, with a model that a test plays. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { isObject } from '../../../src/shared/basics/json';
import { ScriptedApi, type Step } from '../../fixtures/claudeCode';
import { runCli } from '../../fixtures/cli';
import { useWorkbench, type Workbench } from '../workbench';

const hooks = `import { hook, policy } from 'hooksmith';
export const noSecrets = policy({ tools: 'Write', match: { file_path: '**/secret*' } }, (ctx) => ctx.deny('Secrets are not written.'));
export const signed = hook('preToolUse', { tools: 'Write', match: { file_path: '**/plain*' } }, (ctx) => ctx.modify({ input: { ...ctx.input, content: 'signed\\n' } }));
export const dies = policy({ tools: 'Write', match: { file_path: '**/dies*' } }, () => process.exit(1));
export const told = hook('postToolUse', { tools: 'Read' }, (ctx) => ctx.modify({ context: 'It was read under guard.' }));
export const more = hook('stop', (ctx) => (ctx.state.has('more') ? undefined : (ctx.state.set('more', true), ctx.continueWith('Look once more.'))));
`;

describe('VS Code’s own chat, guarded', () => {
  let api: ScriptedApi;
  let workbench: Workbench;
  let isOpen = false;
  const written = () => join(workbench.folder, '.github', 'hooks', 'hooksmith-vscode.json');
  const hooksmith = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCli(workbench.folder, args, { HOME: workbench.home });
    assert.equal(code, 0, stdout + stderr);
  };

  // Before the workbench closes, and its folders go with it.
  afterEach(async () => {
    try {
      if (isOpen) await hooksmith('serve', '--stop');
    } finally {
      isOpen = false;
      await api.stop();
    }
  });
  const workbenches = useWorkbench();
  beforeEach(async () => {
    api = await ScriptedApi.start([]);
    workbench = await workbenches.open({ hooks: { 'guarding.ts': hooks }, ownChat: api.url, builtIn: 'all' });
    isOpen = true;
    await hooksmith('guard', 'vscode', '--yes');
  });

  const chat = () => workbench.page.locator('.interactive-session');
  /** Until it has its own agent, it holds what is sent. */
  const send = async (text: string) => {
    const { page } = workbench;
    await page.keyboard.press('Control+Alt+I');
    await chat().locator('.interactive-input-part .monaco-editor.focused').first().waitFor();
    await page.keyboard.insertText(text);
    await page.keyboard.press('Enter');
  };
  const create = (path: string): Step => ({
    tool: 'create_file',
    input: { filePath: join(workbench.folder, path), content: 'plain\n' },
  });
  const heard = () => JSON.stringify(api.requests.at(-1)?.messages);

  it('is denied, handed another input and context, and goes on when it is told to', async () => {
    api.steps.push(
      create('secret.txt'),
      create('plain.txt'),
      create('dies.txt'),
      { tool: 'read_file', input: { filePath: join(workbench.folder, 'plain.txt'), startLine: 1, endLine: 2 } },
      { text: 'First end.' },
      { text: 'Last end.' },
    );
    await send('Make the files');
    await chat().getByText('Last end.').waitFor();
    await workbench.screenshot('own-chat');
    assert.ok(!existsSync(join(workbench.folder, 'secret.txt')));
    assert.ok(!existsSync(join(workbench.folder, 'dies.txt')), 'a hook that dies while it judges refuses');
    assert.equal(readFileSync(join(workbench.folder, 'plain.txt'), 'utf8'), 'signed\n');
    for (const said of [/Secrets are not written/, /read under guard/, /Look once more/]) assert.match(heard(), said);
  });

  it('is refused where nothing of ours is left but the line that it runs', async () => {
    api.steps.push(create('kept-out.txt'), { text: 'The end.' });
    const text = readFileSync(written(), 'utf8');
    const gone = text.replaceAll(/gate\.(js|pl|sh)/g, 'gone.$1');
    assert.notEqual(gone, text);
    writeFileSync(written(), JSON.stringify({ hooks: { PreToolUse: JSON.parse(gone).hooks.PreToolUse } }));
    await send('Make the file');
    await chat().getByText('The end.').waitFor();
    assert.ok(!existsSync(join(workbench.folder, 'kept-out.txt')));
    const results = api.requests.at(-1)?.messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
    const told = results?.filter((block) => isObject(block) && block.type === 'tool_result');
    assert.match(JSON.stringify(told), /denied/i);
  });
});

/** `npm start`, as a newcomer meets it. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { type Browser, chromium } from 'playwright-core';
import { guardPlace } from '../../../src/guard/place/place';
import { importModule } from '../../fixtures/importModule';
import { limit, until } from '../../fixtures/limits';
import { frameThatHas } from '../frames';

const root = process.env.HOOKSMITH_ROOT!;
/** Below .vscode-test, and with a home of its own, so that what a person did with the sample is neither met nor touched. */
const place = 'start-test';

describe('npm start', () => {
  let started: ChildProcess | undefined;
  let browser: Browser | undefined;
  let home: string;
  afterEach(async function () {
    const [page] = browser?.contexts().flatMap((context) => context.pages()) ?? [];
    if (this.currentTest?.state === 'failed') {
      await page?.screenshot({ path: join(root, 'test-results', 'npm-start-failed.png') }).catch(() => undefined);
      const logs = join(root, '.vscode-test', place, 'start-profile', 'data', 'logs');
      if (existsSync(logs)) cpSync(logs, join(root, 'test-results', 'npm-start-failed'), { recursive: true });
    }
    await browser?.close();
    const child = started;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    }
    const { folder } = guardPlace(home);
    for (const left of [home, folder]) if (left !== undefined) rmSync(left, { recursive: true, force: true, maxRetries: 10 });
  });

  beforeEach(() => {
    rmSync(join(root, '.vscode-test', place), { recursive: true, force: true });
    home = mkdtempSync(join(tmpdir(), 'hooksmith-start-'));
  });

  it('opens the chat, the timeline and the sample’s first page, and the editor’s own chat not', async () => {
    const child = spawn(process.execPath, [join(root, 'test', 'vscode', 'start.mjs')], {
      env: {
        ...process.env,
        HOME: home,
        HOOKSMITH_START: 'browser',
        HOOKSMITH_START_IN: place,
        DISPLAY: '',
        WAYLAND_DISPLAY: '',
        ANTHROPIC_API_KEY: '',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started = child;
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    const url = await until(() => /http:\/\/127\.0\.0\.1\S+/.exec(said)?.[0]);
    const { portOf } = await importModule<{ portOf(folder: string): number }>('test/vscode/ownPort.mjs');
    const own = portOf(join(root, '.vscode-test', place));
    // Or the next, where somebody else has it.
    const port = Number(new URL(url).port);
    assert.ok(port >= own && port < own + 100, `${port}, where ${own} is its own`);
    const host = await importModule<{ findChromium(): string }>('test/vscode/host.mjs');
    const { browserFlags } = await importModule<{ browserFlags: string[] }>('test/vscode/browser.mjs');
    browser = await chromium.launch({ executablePath: host.findChromium(), args: browserFlags, timeout: limit(30_000) });
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    page.setDefaultTimeout(limit(60_000));
    await page.goto(url);
    const chat = await until(() => frameThatHas(page, 'hooksmith-chat .offer'));
    await until(() => frameThatHas(page, 'hooksmith-timeline'));
    await until(() => frameThatHas(page, 'h1:has-text("Sample workspace")'));
    // Those that name hooks come as soon as the hooks are loaded.
    await until(async () => (await chat.locator('.offer').count()) === 5);
    assert.equal(await page.locator('.part.auxiliarybar').isVisible(), false);
    // What is only told is seen: an editor that is driven by tests keeps its notifications to itself.
    await page.keyboard.press('F1');
    const palette = page.locator('.quick-input-widget input[type="text"]');
    await palette.fill('>Hooksmith: Replay Sessions');
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'Replay Sessions' }).waitFor();
    await palette.press('Enter');
    await page.locator('.notifications-toasts', { hasText: 'There is nothing to replay yet' }).waitFor();
    await page.screenshot({ path: join(root, 'test-results', 'npm-start.png') });
  });
});

/** `npm start`, as a newcomer meets it. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, it } from 'mocha';
import { type Browser, chromium } from 'playwright-core';
import { limit, until } from '../../fixtures/limits';

const root = process.env.HOOKSMITH_ROOT!;
const load = <T>(path: string) => new Function('path', 'return import(path)')(join(root, path)) as Promise<T>;

describe('npm start', () => {
  let started: ChildProcess | undefined;
  let browser: Browser | undefined;
  afterEach(async function () {
    const [page] = browser?.contexts().flatMap((context) => context.pages()) ?? [];
    if (this.currentTest?.state === 'failed')
      await page?.screenshot({ path: join(root, 'test-results', 'npm-start-failed.png') }).catch(() => undefined);
    await browser?.close();
    const child = started;
    if (child && child.exitCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    }
  });

  it('opens the chat, the timeline and the sample’s first page, and the editor’s own chat not', async () => {
    const child = spawn(process.execPath, [join(root, 'test', 'vscode', 'start.mjs')], {
      env: { ...process.env, HOOKSMITH_START: 'browser', DISPLAY: '', WAYLAND_DISPLAY: '', ANTHROPIC_API_KEY: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started = child;
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    const url = await until(() => /http:\/\/127\.0\.0\.1\S+/.exec(said)?.[0]);
    const host = await load<{ findChromium(): string }>('test/vscode/host.mjs');
    const { browserFlags } = await load<{ browserFlags: string[] }>('test/vscode/browser.mjs');
    browser = await chromium.launch({ executablePath: host.findChromium(), args: browserFlags, timeout: limit(30_000) });
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    page.setDefaultTimeout(limit(60_000));
    await page.goto(url);
    const has = async (selector: string) => {
      for (const frame of page.frames())
        if (
          (await frame
            .locator(selector)
            .count()
            .catch(() => 0)) > 0
        )
          return frame;
      return undefined;
    };
    const chat = await until(() => has('hooksmith-chat .offer'));
    await until(() => has('hooksmith-timeline'));
    await until(() => has('h1:has-text("Sample workspace")'));
    assert.equal(await chat.locator('.offer').count(), 5);
    assert.equal(await page.locator('.part.auxiliarybar').isVisible(), false);
    await page.screenshot({ path: join(root, 'test-results', 'npm-start.png') });
  });
});

/**
 * A view in a real browser, on a page as the editor makes it: strict content policy, the theme's custom properties, `acquireVsCodeApi`.
 * The test is the host: it sends ToView messages and reads what the view posted.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import * as esbuild from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { FromView, ToView } from '../../src/shared/views/viewProtocol';
import { importModule } from '../fixtures/importModule';
import { limit } from '../fixtures/limits';
import { rootStyle, type ThemeName, themes } from './themes';

const root = process.env.HOOKSMITH_ROOT ?? process.cwd();

export type ViewName = 'chat' | 'timeline';
export interface ViewOptions {
  theme?: ThemeName;
  /** Translations that the page carries. */
  texts?: Record<string, string>;
  width?: number;
  height?: number;
}

/** A browser with the built views behind it; close it when done. */
export interface ViewLab {
  open(view: ViewName, options?: ViewOptions): Promise<ViewPage>;
  close(): Promise<void>;
}

export interface ViewPage {
  page: Page;
  /** What the content policy refused and what was thrown, so far. */
  problems: string[];
  send(...messages: ToView[]): Promise<void>;
  /** All messages of the view since it was loaded, oldest first. */
  posted(): Promise<FromView[]>;
  /** Waits for a message of this type. */
  next<T extends FromView['type']>(type: T): Promise<Extract<FromView, { type: T }>>;
}

/** `gone` is called once its browser is closed, or has fallen over; nothing is left open then. */
export async function openLab(gone?: () => void): Promise<ViewLab> {
  const { findChromium } = await importModule<{ findChromium(): string }>('test/vscode/host.mjs');
  const { browserFlags } = await importModule<{ browserFlags: string[] }>('test/vscode/browser.mjs');
  const out = await mkdtemp(join(tmpdir(), 'hooksmith-view-'));
  await esbuild.build({
    entryPoints: { chat: join(root, 'src/view/chat.ts'), timeline: join(root, 'src/view/timeline.ts') },
    outdir: out,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    splitting: true,
    chunkNames: 'chunk-[hash]',
    logLevel: 'warning',
  });
  const browser = await chromium.launch({ executablePath: findChromium(), args: browserFlags, timeout: limit(30_000) });
  const server = await serve(out);
  const { port } = server.address() as AddressInfo;
  const left = new Promise((resolve) => browser.once('disconnected', resolve)).then(async () => {
    gone?.();
    server.closeAllConnections();
    server.close();
    await rm(out, { recursive: true, force: true });
  });
  return {
    open: (view, options) => openPage(browser, `http://127.0.0.1:${port}`, view, options),
    close: async () => {
      await browser.close();
      await left;
    },
  };
}

const types = new Map([
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.ttf', 'font/ttf'],
]);

async function serve(out: string): Promise<Server> {
  const codicons = join(root, 'node_modules/@vscode/codicons/dist');
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname.slice(1);
    if (name === 'chat' || name === 'timeline') {
      const theme = (searchParams.get('theme') ?? 'dark') as ThemeName;
      response.setHeader('content-type', 'text/html');
      response.setHeader('content-security-policy', policy);
      return response.end(html(name, theme));
    }
    const folder = name.startsWith('codicon') ? codicons : out;
    const body = /^[\w.-]+$/.test(name) ? await readFile(join(folder, name)).catch(() => undefined) : undefined;
    response.statusCode = body ? 200 : 404;
    response.setHeader('content-type', types.get(extname(name)) ?? 'application/octet-stream');
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Stricter than the editor's own: inline styles are refused, so that the views never come to need them. */
const policy = [
  "default-src 'none'",
  "script-src 'nonce-test' 'self'",
  "style-src 'nonce-test' 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
].join('; ');

/** The state outlives a reload, as the editor keeps it. */
const vscodeApi = `
  window.posted = [];
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => { window.posted.push(structuredClone(message)); window.dispatchEvent(new CustomEvent('posted', { detail: message })); },
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state) => { sessionStorage.setItem('state', JSON.stringify(state)); },
  });`;

/** What the editor gives to every webview before the view's own sheets, as far as it reaches what the views draw. */
const editorDefaults = `
  body { background-color: transparent; color: var(--vscode-editor-foreground); margin: 0; padding: 0 20px; }
  a, a code { color: var(--vscode-textLink-foreground); }
  code { color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; }
  pre code { padding: 0; }
  blockquote { background: var(--vscode-textBlockQuote-background); border-color: var(--vscode-textBlockQuote-border); }`;

function html(view: ViewName, theme: ThemeName): string {
  const { className } = themes[theme];
  const background = view === 'chat' ? 'sideBar' : 'panel';
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Hooksmith</title>
<link rel="stylesheet" href="codicon.css">
<link rel="icon" href="data:,">
<style nonce="test">${editorDefaults}</style>
<style nonce="test">:root { ${rootStyle(theme)} } body { background: var(--vscode-${background}-background); }</style>
<script nonce="test">${vscodeApi}</script>
</head><body class="${className}"><hooksmith-${view}></hooksmith-${view}><script type="module" nonce="test" src="${view}.js"></script></body></html>`;
}

/** The page's translations, where the editor's page has them; there before the view's own script runs. */
function carryTexts(json: string): void {
  document.addEventListener('readystatechange', () => {
    if (document.getElementById('l10n')) return;
    const texts = Object.assign(document.createElement('script'), { type: 'application/json', id: 'l10n', textContent: json });
    document.body.append(texts);
  });
}

async function openPage(browser: Browser, base: string, view: ViewName, options: ViewOptions = {}): Promise<ViewPage> {
  const { theme = 'dark', width = 300, height = 700, texts } = options;
  const page = await browser.newPage({ viewport: { width, height } });
  page.setDefaultTimeout(limit(20_000));
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  if (texts) await page.addInitScript(carryTexts, JSON.stringify(texts));
  await page.goto(`${base}/${view}?theme=${theme}`);
  const posted = () => page.evaluate(() => (window as unknown as { posted: FromView[] }).posted);
  const next = async <T extends FromView['type']>(type: T) => {
    const handle = await page.waitForFunction(
      (wanted) => (window as unknown as { posted: FromView[] }).posted.findLast((message) => message.type === wanted),
      type,
      { timeout: limit(10_000) },
    );
    return (await handle.jsonValue()) as Extract<FromView, { type: T }>;
  };
  await next('ready');
  return {
    page,
    problems,
    posted,
    next,
    send: async (...messages) => {
      // Drawn at the next frame; a second one has passed when this resolves.
      await page.evaluate(async (list) => {
        for (const message of list) window.postMessage(message, '*');
        for (let i = 0; i < 3; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
      }, messages);
    },
  };
}

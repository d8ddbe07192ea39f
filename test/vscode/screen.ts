/**
 * One Chromium for all the tests of a process. A page finds nothing stored there but what was fetched and compiled before, which is most of what an
 * editor costs at its start. Chromium keeps that by address, so all servers are seen at one.
 */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { limit } from '../fixtures/limits';

export interface Screen {
  /** A new page, and the port at which it sees the server that listens on `port`; the pages before it see that one no more. */
  show(port: number, look: { viewport: { width: number; height: number }; scale: number }): Promise<{ page: Page; port: number }>;
  close(): Promise<void>;
}

/** Where the test files, each a bundle of its own, find the one that is there. */
const holder = globalThis as { hooksmithScreen?: Promise<Screen> };

export function theScreen(executablePath: string, args: string[]): Promise<Screen> {
  holder.hooksmithScreen ??= openScreen(executablePath, args, () => {
    holder.hooksmithScreen = undefined;
  });
  return holder.hooksmithScreen;
}

after(async () => {
  const screen = await holder.hooksmithScreen?.catch(() => undefined);
  await screen?.close();
});

/** Chromium keeps a process of some 200 MB of most pages that were closed; what was fetched and compiled outlives it. */
const mostPages = 10;

async function openScreen(executablePath: string, args: string[], gone: () => void): Promise<Screen> {
  const profile = mkdtempSync(join(tmpdir(), 'hooksmith-screen-'));
  const forward = await openForward();
  let closed: Promise<void> | undefined;
  // A process of the browser may write to the last: what is left goes with the stage's temporary folder.
  const close = () => {
    gone();
    closed ??= forward
      .close()
      .then(() => rm(profile, { recursive: true, force: true, maxRetries: 10 }))
      .catch(() => undefined);
    return closed;
  };
  let current: BrowserContext | undefined;
  const open = async () => {
    const launch = { executablePath, args, viewport: null, timeout: limit(30_000) };
    const context = await chromium.launchPersistentContext(profile, launch);
    // Where it fell over, the next test has another.
    context.once('close', () => current === context && void close());
    current = context;
    // The first page stays open, so that the browser does.
    return { context, blank: context.pages()[0], pages: 0 };
  };
  const leave = async (context: BrowserContext) => {
    current = undefined;
    await context.close();
  };
  try {
    let browser = await open();
    return {
      show: async (port, { viewport, scale }) => {
        if (browser.pages++ === mostPages) {
          await leave(browser.context);
          browser = await open();
        }
        const { context, blank } = browser;
        for (const left of context.pages()) if (left !== blank) await left.close();
        forward.to(port);
        const page = scale === 1 ? await newPage(context, forward.port) : await scaledPage(context, scale);
        await page.setViewportSize(viewport);
        return { page, port: forward.port };
      },
      close: async () => {
        await leave(browser.context);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function newPage(context: BrowserContext, port: number): Promise<Page> {
  await context.clearPermissions();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: `http://127.0.0.1:${port}`, storageTypes: 'all' });
  await session.detach();
  return page;
}

/** In a context of its own, since that is what has a scale. */
async function scaledPage(context: BrowserContext, scale: number): Promise<Page> {
  const scaled = await context.browser()!.newContext({ deviceScaleFactor: scale });
  const page = await scaled.newPage();
  page.once('close', () => void scaled.close());
  return page;
}

interface Forward {
  readonly port: number;
  /** From now on; what is open to another is cut. */
  to(port: number): void;
  close(): Promise<void>;
}

/** One port in front of another that changes. */
async function openForward(): Promise<Forward> {
  let target = 0;
  const open = new Set<Socket>();
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    to: (port) => {
      cut();
      target = port;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Drives a real VS Code workbench in Chromium: one server, one profile, one page for each, all in one browser. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { guardPlace } from '../../src/guard/place/place';
import { importModule } from '../fixtures/importModule';
import { limit, until } from '../fixtures/limits';
import { frameThatHas } from './frames';
import { theScreen } from './screen';

interface Server {
  port: number;
  /** At `port`, or at another that leads there. */
  url(folder: string, payload?: [string, string][], port?: number): string;
  stop(): Promise<void>;
  logFile: string;
  dataDir: string;
}
interface HostModule {
  root: string;
  startServer(options: object): Promise<Server>;
  builtInExtension(name: string): string;
  findChromium(): string;
}

const root = process.env.HOOKSMITH_ROOT!;
const sample = join(root, 'test/fixtures/workspace');

/** The editor's themes that views are looked at in: as views call them, as settings do, and as people read them. */
export const themes = [
  ['dark', 'Default Dark Modern', 'Dark Modern'],
  ['light', 'Default Light Modern', 'Light Modern'],
  ['high-contrast', 'Default High Contrast', 'Dark High Contrast'],
  ['high-contrast-light', 'Default High Contrast Light', 'Light High Contrast'],
] as const;

export interface WorkbenchOptions {
  /** Hook files to put into the sample workspace, by name; `null` removes one that is there. */
  hooks?: Record<string, string | null>;
  settings?: Record<string, unknown>;
  env?: Record<string, string>;
  /** Changes the sample workspace's folder, or puts another in its place, before it is opened. */
  prepare?(folder: string): void;
  /** A workspace file beside that folder, to open in its place. */
  workspaceFile?: string;
  viewport?: { width: number; height: number };
  /** Pixels of a screenshot for one of the page. */
  scale?: number;
  theme?: string;
  /** Opens the workspace as one that nobody has trusted yet. */
  restricted?: boolean;
  /** Folders of the editor's own extensions that the test is about, beside themes and grammars: it costs a third more with all of them. */
  builtIn?: string[] | 'all';
  /** Extensions of test/fixtures/extensions to install beside ours. */
  extensions?: string[];
  /** A .vsix to install, in place of what is built here. */
  packaged?: string;
  /** VS Code's own chat, with the model that this server of the Messages API plays: off by default, and no account is signed in. */
  ownChat?: string;
}

/** As a person brings it whose server speaks the Messages API. */
const ownModel = (url: string) => ({
  ...{ vendor: 'customendpoint', name: 'Test', apiKey: 'none', apiType: 'messages' },
  models: [
    {
      ...{ id: 'scripted', name: 'Scripted Model', url: `${url}/v1/messages` },
      ...{ toolCalling: true, vision: false, maxInputTokens: 100_000, maxOutputTokens: 8000 },
    },
  ],
});

/** A folder that has both, since the editor takes one only: ours, and its own chat, which is off in a fresh profile where it is not under development. */
function developed(scratch: string, host: HostModule): string {
  const folder = join(scratch, 'development');
  mkdirSync(folder);
  symlinkSync(root, join(folder, 'hooksmith'));
  symlinkSync(host.builtInExtension('copilot'), join(folder, 'copilot'));
  return folder;
}

/** What one step may take: a little less than a test, whose own limit follows a machine that becomes slower. */
const longestMs = 100_000;

export class Workbench {
  private constructor(
    readonly page: Page,
    readonly folder: string,
    private readonly opened: string,
    private readonly address: string,
    private readonly server: Server,
    private readonly scratch: string,
  ) {}

  /** Its page is blank still. */
  static async start({
    hooks = {},
    settings = {},
    env = {},
    prepare,
    workspaceFile,
    viewport = { width: 1280, height: 860 },
    scale = 1,
    theme = 'Default Dark Modern',
    builtIn = [],
    extensions = [],
    restricted = false,
    packaged,
    ownChat,
  }: WorkbenchOptions = {}): Promise<Workbench> {
    const host = await importModule<HostModule>('test/vscode/host.mjs');
    const { browserFlags } = await importModule<{ browserFlags: string[] }>('test/vscode/browser.mjs');
    const scratch = mkdtempSync(join(tmpdir(), 'hooksmith-e2e-'));
    const folder = join(scratch, 'workspace');
    cpSync(sample, folder, { recursive: true });
    for (const [name, text] of Object.entries(hooks)) {
      const file = join(folder, '.hooksmith', 'hooks', name);
      if (text === null) rmSync(file, { force: true });
      else {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    }
    prepare?.(folder);
    const home = join(scratch, 'home');
    mkdirSync(home);
    for (const name of extensions)
      cpSync(
        join(root, 'test/fixtures/extensions', name),
        join(scratch, 'profile', 'extensions', `hooksmith-test.${name}-1.0.0`),
        {
          recursive: true,
        },
      );
    if (ownChat !== undefined) {
      const user = join(scratch, 'profile', 'data', 'User');
      mkdirSync(user, { recursive: true });
      writeFileSync(join(user, 'chatLanguageModels.json'), JSON.stringify([ownModel(ownChat)]));
    }
    const server = await host.startServer({
      dataDir: join(scratch, 'profile'),
      env: { HOME: home, ANTHROPIC_API_KEY: '', ...env },
      trust: restricted,
      ...(builtIn === 'all' ? {} : { builtIn }),
      packaged,
      settings: {
        'security.workspace.trust.startupPrompt': 'never',
        'workbench.colorTheme': theme,
        'workbench.startupEditor': 'none',
        'editor.minimap.enabled': false,
        // A text is written as the test has it.
        'editor.autoClosingBrackets': 'never',
        // A text that is put in whole is taken for typing where the language is known late: a comment of it would be closed once more.
        'editor.autoClosingComments': 'never',
        'files.autoSave': 'off',
        'workbench.tips.enabled': false,
        'git.enabled': false,
        // The ports of all the machine's processes come and go, and a notification with each.
        'remote.autoForwardPorts': false,
        'chat.disableAIFeatures': ownChat === undefined,
        // On a slow machine the view that was opened before may take the focus late.
        'workbench.quickOpen.closeOnFocusLost': false,
        // The pointer rests where it clicked last: what comes up there covers what is clicked next.
        'workbench.hover.delay': 3_600_000,
        'workbench.hover.reducedDelay': 3_600_000,
        'editor.hover.enabled': 'off',
        'workbench.secondarySideBar.defaultVisibility': 'hidden',
        ...settings,
      },
    });
    try {
      const screen = await theScreen(host.findChromium(), browserFlags);
      const { page, port } = await screen.show(server.port, { viewport, scale });
      page.setDefaultTimeout(limit(longestMs));
      const opened = workspaceFile === undefined ? folder : join(scratch, workspaceFile);
      const payload: [string, string][] =
        ownChat === undefined ? [] : [['extensionDevelopmentPath', `vscode-remote://remote${developed(scratch, host)}`]];
      return new Workbench(page, folder, opened, server.url(opened, payload, port), server, scratch);
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** The webview that has this element, once it is there; the test's own timeout is the limit. */
  async frameWith(selector: string): Promise<Frame> {
    return until(() => {
      if (this.page.isClosed()) throw new Error('the page is closed');
      return frameThatHas(this.page, selector);
    });
  }

  /** Of the user in it. */
  get home(): string {
    return join(this.scratch, 'home');
  }

  async openChat(): Promise<Frame> {
    await this.runCommand('Hooksmith: Open Chat');
    const chat = await this.frameWith('hooksmith-chat');
    await chat.getByRole('textbox', { name: 'Message' }).waitFor();
    await hasKeys(chat);
    return chat;
  }

  /** A chat that nothing was said in, whatever the window was used for before. */
  async newChat(): Promise<Frame> {
    const chat = await this.openChat();
    const said = chat.getByRole('log', { name: 'Conversation' }).locator('.user');
    if ((await said.count()) > 0) await chat.getByRole('button', { name: 'New Chat' }).click();
    await until(async () => (await said.count()) === 0);
    return chat;
  }

  /** As for another task in a window that has done one: no editor open, the sample's files but for its hooks as they were, and nothing said in the chat. */
  async anew(): Promise<Frame> {
    await this.runCommand('View: Close All Editors');
    cpSync(sample, this.folder, { recursive: true, filter: (path) => !path.startsWith(join(sample, '.hooksmith')) });
    return this.newChat();
  }

  async openTimeline(): Promise<Frame> {
    await this.runCommand('Hooksmith: Open Timeline');
    const timeline = await this.frameWith('hooksmith-timeline');
    await hasKeys(timeline);
    return timeline;
  }

  async runCommand(title: string): Promise<void> {
    const { page } = this;
    await page.keyboard.press('F1');
    await this.pick(`>${title}`, title.replace(/^.*: /, ''));
    // The palette closes, or gives way to a list or box of the command's own.
    const palette = page.getByRole('textbox', { name: 'Type the name of a command to run.' });
    await palette.or(page.getByRole('combobox', { name: 'Type the name of a command to run.' })).waitFor({ state: 'hidden' });
  }

  /** Takes the row that the open list puts first for what is typed: until the list is narrowed to that, another is there. */
  private async pick(typed: string, row: string): Promise<void> {
    const { page } = this;
    const input = page.locator('.quick-input-widget input[type="text"]');
    await input.waitFor({ state: 'visible' });
    await input.fill(typed);
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: row }).waitFor();
    // To the list, wherever the focus is: a view that was shown before may have taken it late.
    await input.press('Enter');
  }

  async send(chat: Frame, text: string): Promise<void> {
    const box = chat.getByRole('textbox', { name: 'Message' });
    await box.focus();
    await hasKeys(chat);
    await box.fill(text);
    await box.press('Enter');
  }

  /** Opens a file by its name, through Quick Open. */
  async openFile(name: string): Promise<void> {
    await this.chooseFile(name);
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.editorOf(name);
  }

  async chooseFile(name: string): Promise<void> {
    await this.page.keyboard.press('Control+P');
    await this.pick(name, name);
  }

  /** Has the focus and the file's text: a moment after the tab is there, and until then what is typed ends elsewhere. */
  async editorOf(name: string): Promise<void> {
    await this.page.locator(`.editor-group-container.active .monaco-editor.focused[data-uri*="${encodeURI(name)}"]`).waitFor();
  }

  /** Opens a file, replaces its text and saves it there, as a person would. */
  async editAndSave(name: string, text: string): Promise<void> {
    const { page } = this;
    await this.openFile(name);
    const editor = page.locator('.editor-group-container.active .monaco-editor').first();
    await editor.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
    await page.keyboard.press('Control+S');
    await page.locator('.tab.active:not(.dirty)').waitFor();
  }

  async load(): Promise<void> {
    await this.page.goto(this.address);
    await this.ready();
    while (await this.lacksFolders()) await this.reload();
  }

  /**
   * Of a workspace file that is slow to come, a fresh profile takes the folders before they are there, and has none until it is loaded again: a race of the
   * editor's own.
   */
  private async lacksFolders(): Promise<boolean> {
    if (!this.opened.endsWith('.code-workspace') || JSON.parse(readFileSync(this.opened, 'utf8')).folders.length === 0)
      return false;
    const none = this.page.getByText('You have not yet added a folder');
    await this.page.locator('.explorer-folders-view').getByRole('treeitem').or(none).first().waitFor();
    return none.isVisible();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** The extension is up: its item is in the status bar. */
  private async ready(): Promise<void> {
    await this.page.locator('.statusbar-item', { hasText: /\d+ hooks?/ }).waitFor({ timeout: limit(longestMs) });
  }

  /** Puts one of the `themes` on the window, as a person does, and waits until the view has it too. */
  async wear([name, , label]: (typeof themes)[number], view: Frame): Promise<void> {
    const { page } = this;
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input[type="text"]').fill('>Preferences: Color Theme');
    // The first of the list is another, whose name says more.
    await page.locator('.quick-input-list .monaco-list-row', { hasText: /^Preferences: Color Theme/ }).click();
    await page.getByPlaceholder('Select Color Theme').waitFor();
    await this.pick(label, label);
    await view.waitForFunction((kind) => document.body.dataset.vscodeThemeKind === kind, `vscode-${name}`);
  }

  /** Of the whole window, or of one part of it. */
  async screenshot(name: string, part?: string): Promise<string> {
    const folder = join(root, 'test-results');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name}.png`);
    await (part ? this.page.locator(part) : this.page).screenshot({ path });
    return path;
  }

  /** One of the README's: `UPDATE_PICTURES=1` puts it into media/. */
  async picture(name: string, part?: string): Promise<void> {
    const path = await this.screenshot(name, part);
    if (process.env.UPDATE_PICTURES) copyFileSync(path, join(root, 'media', `${name}.png`));
  }

  /** What a failed test leaves: the screen, the server's log and the extension host's. */
  async keepEvidence(name: string): Promise<void> {
    const safe = name.replace(/\W+/g, '-').slice(0, 80);
    await this.screenshot(safe).catch(() => undefined);
    console.log(`On screen as ${name} failed:\n${await this.described()}`);
    const logs = join(this.server.dataDir, 'data', 'logs');
    const into = join(root, 'test-results', safe);
    if (existsSync(logs) && readdirSync(logs).length > 0) cpSync(logs, into, { recursive: true });
    cpSync(this.server.logFile, join(root, 'test-results', `${safe}.server.log`));
  }

  /** For a log from elsewhere, with which no picture comes: what has the focus, and the words on screen. */
  private async described(): Promise<string> {
    const words = () =>
      `${document.activeElement?.outerHTML.slice(0, 200)}\n${document.body.innerText.replace(/\s*\n\s*/g, ' | ')}`;
    const texts = this.page.frames().map((frame) => frame.evaluate(words).then((text) => text.slice(0, 1500), String));
    const late = new Promise<string[]>((resolve) => setTimeout(resolve, limit(5000), ['nothing said so in time']).unref());
    return (await Promise.race([Promise.all(texts), late])).join('\n— frame —\n');
  }

  async close(): Promise<void> {
    await this.page.close();
    await this.server.stop();
    const { folder } = guardPlace(this.home);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    // The shell of a terminal writes its history as it ends: what is left goes with the stage's temporary folder.
    await rm(this.scratch, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined);
  }
}

/** What is typed goes to whatever has the focus, and a view is given it a moment after it was opened. */
async function hasKeys(view: Frame): Promise<void> {
  await view.waitForFunction(() => document.hasFocus());
}

/** A workbench for each test that opens one. After the test it is closed; where the test failed, what it left is kept. */
export function useWorkbench(): { open(options?: WorkbenchOptions): Promise<Workbench> } {
  let started: Promise<Workbench> | undefined;
  afterEach(async function () {
    // A test that was over before its workbench was there leaves one all the same.
    const workbench = await started?.catch(() => undefined);
    started = undefined;
    if (this.currentTest?.state === 'failed') await workbench?.keepEvidence(this.currentTest.title);
    await workbench?.close();
  });
  return {
    open: async (options) => {
      started = Workbench.start(options);
      const workbench = await started;
      await workbench.load();
      return workbench;
    },
  };
}

/**
 * One workbench for all tests of a `describe`, where its start would take longer than each of them: `begin` says what is done in it first, and what they are
 * given, which is the workbench itself otherwise. They leave it as the next may find it. A test that fails takes it along, and the next has another; so it has
 * after a test with a workbench of its own, since one page is open at a time.
 */
export function shareWorkbench(options?: () => WorkbenchOptions): () => Promise<Workbench>;
export function shareWorkbench<T>(options: () => WorkbenchOptions, begin: (workbench: Workbench) => Promise<T>): () => Promise<T>;
export function shareWorkbench(
  options: () => WorkbenchOptions = () => ({}),
  begin: (workbench: Workbench) => Promise<unknown> = async (workbench) => workbench,
): () => Promise<unknown> {
  let started: Promise<Workbench> | undefined;
  let begun: Promise<unknown> | undefined;
  const current = () => started?.catch(() => undefined);
  const close = async () => {
    const workbench = await current();
    started = begun = undefined;
    await workbench?.close();
  };
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    await (await current())?.keepEvidence(this.currentTest.title);
    await close();
  });
  after(close);
  return async () => {
    if ((await current())?.page.isClosed()) await close();
    started ??= Workbench.start(options());
    begun ??= started.then(async (workbench) => {
      await workbench.load();
      return begin(workbench);
    });
    return begun;
  };
}

/** Answers a prompt by a key, which is lost while the prompt is dead: only a live one is given it, until it is gone. */
export async function answerBy(card: Locator, key: () => Promise<unknown>): Promise<void> {
  const shown = await card.elementHandle();
  await until(async () => {
    const state = await shown!.evaluate((node) => {
      const allow = node.querySelector<HTMLButtonElement>('button.primary');
      return node.isConnected ? allow?.disabled === false : undefined;
    });
    if (state) await key();
    return state === undefined;
  });
}

/**
 * Clicks a button until it was heard, which it may not be: of a prompt, since what comes meanwhile moves it, and what moves is dead for a moment (a click that
 * waits for that itself would scroll the prompt about); of a row in a tree, since the editor makes its buttons anew with each count that the row shows.
 */
export async function press(button: Locator): Promise<void> {
  await until(async () => {
    if (!(await button.isEnabled())) return false;
    const heard = await button.evaluateHandle((node) => {
      const clicks: Event[] = [];
      node.addEventListener('click', (click) => node.ariaDisabled === 'true' || clicks.push(click), { once: true });
      return clicks;
    });
    await button.click({ force: true });
    return heard.evaluate((clicks) => clicks.length > 0);
  });
}

/** Breakpoints in hook files, with the editor's own debugger. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { HooksmithApi } from '../../../src/api/extension';
import type { HookEvent } from '../../../src/shared/events/events';
import { until } from '../../fixtures/limits';
import { emptyByHand, saveByHand, tellsLive } from './hookFiles';

interface Caller {
  hooksmith: HooksmithApi;
  seen: HookEvent[];
}

const file = () => vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, '.hooksmith', 'hooks', 'debugged.ts');
const source = (word: string, first = '') =>
  `${first}import { hook } from 'hooksmith';\n\ninterface Wide { a: string }\n/** Typed, so that lines move when it is compiled. */\nexport const debugged = hook('preToolUse', { tools: 'LS', timeoutMs: 300 }, (ctx) => {\n  let answer = 1;\n  ctx.log('${word}', answer);\n  ctx.log(process.pid);\n});\n`;

describe('Debug Hooks in the real editor', () => {
  let caller: Caller;
  const stops: { session: vscode.DebugSession; threadId: number }[] = [];
  const ended: vscode.DebugSession[] = [];
  const disposables: vscode.Disposable[] = [];
  const reloaded = async (change: () => unknown) => {
    const count = caller.seen.length;
    await change();
    await until(() => caller.seen.slice(count).some((event) => tellsLive(event, file().fsPath)));
  };
  const frame = async ({ session, threadId }: { session: vscode.DebugSession; threadId: number }) =>
    (await session.customRequest('stackTrace', { threadId, startFrame: 0, levels: 1 })).stackFrames[0] as {
      id: number;
      line: number;
      source: { path: string };
    };
  const evaluate = async (stop: (typeof stops)[number], expression: string) =>
    (
      (await stop.session.customRequest('evaluate', { expression, frameId: (await frame(stop)).id, context: 'repl' })) as {
        result: string;
      }
    ).result;
  const goOn = ({ session, threadId }: (typeof stops)[number]) => session.customRequest('continue', { threadId });
  const call = () => caller.hooksmith.run('/call LS {"path": "."}');
  /** A script that is new is bound a moment after it is there: a run that is faster passes, and there is another. */
  const stopped = async (n: number) => {
    for (;;) {
      const run = call();
      await Promise.race([run, until(() => stops[n])]);
      if (stops[n]) return { run, stop: stops[n] };
    }
  };
  const logs = () =>
    caller.seen.findLast((event) => event.type === 'pre_tool_use')!.hooks.find(({ name }) => name === 'debugged')?.logs;

  before(async () => {
    caller = await vscode.extensions.getExtension<Caller>('hooksmith-test.test-caller')!.activate();
    disposables.push(
      vscode.debug.registerDebugAdapterTrackerFactory('*', {
        createDebugAdapterTracker: (session) => ({
          onDidSendMessage: (message: { type: string; event?: string; body?: { threadId: number } }) => {
            if (message.event === 'stopped') stops.push({ session, threadId: message.body!.threadId });
          },
        }),
      }),
      vscode.debug.onDidTerminateDebugSession((session) => ended.push(session)),
    );
    if (!existsSync(file().fsPath)) {
      mkdirSync(dirname(file().fsPath), { recursive: true });
      await reloaded(() => writeFileSync(file().fsPath, ''));
    }
    await reloaded(() => saveByHand(file().fsPath, source('old')));
  });
  after(async () => {
    await vscode.debug.stopDebugging();
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
    for (const one of disposables) one.dispose();
    await reloaded(() => emptyByHand(file().fsPath));
  });

  it('stops a real run at a breakpoint in the TypeScript, where a variable is read and changed; a save meanwhile counts after it', async () => {
    vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(new vscode.Location(file(), new vscode.Position(6, 0)))]);
    await vscode.commands.executeCommand('hooksmith.debugHooks');
    const { run, stop } = await stopped(0);
    const at = await frame(stop);
    assert.equal(at.line, 7);
    assert.ok(at.source.path.endsWith(file().path), at.source.path);
    assert.equal(await evaluate(stop, 'answer'), '1');
    await evaluate(stop, 'answer = 42');
    const document = await vscode.workspace.openTextDocument(file());
    const edit = new vscode.WorkspaceEdit();
    edit.replace(file(), new vscode.Range(6, 11, 6, 14), 'new');
    edit.insert(file(), new vscode.Position(8, 0), '// One more line.\n');
    await vscode.workspace.applyEdit(edit);
    const count = caller.seen.length;
    await document.save();
    // Longer than the hook may take.
    await new Promise((resolve) => setTimeout(resolve, 900));
    await goOn(stop);
    assert.equal((await run).status, 'done');
    assert.equal(logs()?.[0], 'old 42');
    await until(() => caller.seen.slice(count).some((event) => tellsLive(event, file().fsPath)));
  });

  it('binds the breakpoint again after a save, and lets everything run on when the session ends', async () => {
    const { run, stop } = await stopped(1);
    assert.equal((await frame(stop)).line, 7);
    assert.equal(await evaluate(stop, 'answer'), '1');
    await vscode.debug.stopDebugging();
    assert.equal((await run).status, 'done');
    const since = caller.seen.slice(caller.seen.findLastIndex(({ type }) => type === 'pre_tool_use'));
    const [said, host] = logs() ?? [];
    assert.equal(said, 'new 1', JSON.stringify(since));
    await until(() => ended.length > 0);
    assert.equal((await call()).status, 'done');
    // Left to itself, the debugger ends the process that it was attached to.
    assert.equal(logs()?.[1], host);
    assert.equal(stops.length, 2);
  });

  it('attaches again after that', async () => {
    await vscode.commands.executeCommand('hooksmith.debugHooks');
    const { run, stop } = await stopped(2);
    await goOn(stop);
    assert.equal((await run).status, 'done');
    await vscode.debug.stopDebugging();
  });

  it('stops in the hook at a breakpoint on the line that defines it, set before as meanwhile', async () => {
    const defines = () => new vscode.SourceBreakpoint(new vscode.Location(file(), new vscode.Position(4, 0)));
    for (const isMeanwhile of [false, true]) {
      vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
      if (!isMeanwhile) vscode.debug.addBreakpoints([defines()]);
      await vscode.commands.executeCommand('hooksmith.debugHooks');
      if (isMeanwhile) vscode.debug.addBreakpoints([defines()]);
      const { run, stop } = await stopped(stops.length);
      assert.equal((await frame(stop)).line, 6);
      await goOn(stop);
      assert.equal((await run).status, 'done');
    }
    await vscode.debug.stopDebugging();
  });
});

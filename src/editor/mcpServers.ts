/** MCP servers as the human meets them: what they ask for, how they stand, signing in, starting one again. */
import * as vscode from 'vscode';
import type { McpParts, McpServers, ServerState } from '../adapters/mcp/mcp';
import { diagnostic, groupBy } from './hooks/hookDiagnostics';
import { chosenFolder } from './window/chosenFolder';
import { openFolderFirst } from './window/openFolderFirst';
import { onCommand } from './window/ourCommands';

const keyOf = (kind: 'signIn' | 'input', name: string) => `hooksmith.mcp.${kind}.${name}`;

/** What servers are given of the editor. A value that was asked for is kept among the secrets. */
export function serverPorts(
  secrets: vscode.SecretStorage,
  definitions: McpParts['definitions'],
): Required<Pick<McpParts, 'inputs' | 'secrets' | 'browser' | 'definitions'>> {
  const { l10n, window, env, Uri } = vscode;
  return {
    definitions: definitions!,
    secrets: {
      get: async (url) => secrets.get(keyOf('signIn', url)),
      set: async (url, value) => {
        if (value === undefined) await secrets.delete(keyOf('signIn', url));
        else await secrets.store(keyOf('signIn', url), value);
      },
    },
    browser: {
      // As a text it goes out as it is; a Uri would be decoded on the way, and what an address holds of another come apart.
      open: async (url) => void (await env.openExternal(url as unknown as vscode.Uri)),
      reachable: async (url) => (await env.asExternalUri(Uri.parse(url))).toString(true),
    },
    async inputs(server, { id, type, description, default: standard, password, options = [] }) {
      const key = keyOf('input', `${server.file} ${id}`);
      const known = await secrets.get(key);
      if (known !== undefined) return known;
      const title = l10n.t('MCP Server {0}: {1}', server.name, description || id);
      const given =
        type === 'pickString'
          ? await window.showQuickPick(options, { title, ignoreFocusOut: true })
          : await window.showInputBox({ title, password, value: standard, ignoreFocusOut: true });
      if (given !== undefined) await secrets.store(key, given);
      return given;
    },
  };
}

interface ServersParts {
  core: { readonly servers: McpServers };
  log: vscode.LogOutputChannel;
  /** Where one that waits is accepted. */
  review(name: string): unknown;
}

/** The command that lists them, what is wrong with their files in Problems, and words about one that wants a human or has failed for good. */
export function showServers({ core, log, review }: ServersParts): vscode.Disposable {
  const { l10n, window } = vscode;
  const { servers } = core;
  const told = new Map<string, string>();
  const failed = (error: unknown) => void window.showErrorMessage(`Hooksmith: ${(error as Error).message}`);
  const signIn = (name: string) => servers.signIn(name).catch(failed);

  const tell = async ({ name, status, problem }: ServerState): Promise<void> => {
    const before = told.get(name);
    told.set(name, status);
    if (before === status) return;
    if (status === 'signIn') {
      const now = l10n.t('Sign In');
      const text = l10n.t('The MCP server {0} wants you to sign in.', name);
      if ((await window.showInformationMessage(`Hooksmith: ${text}`, now)) === now) await signIn(name);
    } else if (status === 'failed') {
      const show = l10n.t('Show Servers');
      const text = l10n.t('The MCP server {0} does not run: {1}', name, problem ?? '');
      if ((await window.showWarningMessage(`Hooksmith: ${text}`, show)) === show) await list();
    }
  };

  const list = async (): Promise<void> => {
    const { states, problems } = servers;
    const wrong = problems.map(({ file, line, name, message }) => {
      const path = vscode.workspace.asRelativePath(file);
      const selection = new vscode.Range(line - 1, 0, line - 1, 0);
      return {
        ...{ label: `$(error) ${name ?? path}`, description: `${path}:${line}`, detail: message },
        run: () => window.showTextDocument(vscode.Uri.file(file), { selection }),
      };
    });
    const items = states.map((state) => ({
      label: `$(${icons[state.status]}) ${state.name}`,
      description: wordOf(state),
      detail: state.problem ?? state.tools.map((tool) => tool.replace(/^mcp__.+?__/, '')).join(', '),
      run: () => act(state),
    }));
    const more = { label: `$(add) ${l10n.t('Declare a Server…')}`, detail: l10n.t('In {0}', '.mcp.json'), run: declareServer };
    const all: (vscode.QuickPickItem & { run(): unknown })[] = [...wrong, ...items, more];
    const picked = await window.showQuickPick(all, {
      title: l10n.t('MCP Servers'),
      placeHolder: all.length === 1 ? l10n.t('None is declared in .mcp.json or .vscode/mcp.json yet.') : undefined,
      matchOnDetail: true,
    });
    await picked?.run();
  };

  const act = async ({ name, file, status }: ServerState): Promise<void> => {
    if (status === 'waiting') return void review(name);
    const actions: (vscode.QuickPickItem & { run(): unknown })[] = [
      ...(status === 'signIn' ? [{ label: `$(sign-in) ${l10n.t('Sign In')}`, run: () => signIn(name) }] : []),
      { label: `$(debug-restart) ${l10n.t('Start Again')}`, run: () => servers.restart(name).catch(failed) },
      { label: `$(go-to-file) ${l10n.t('Open Its File')}`, run: () => window.showTextDocument(vscode.Uri.file(file)) },
      { label: `$(output) ${l10n.t('Show Log')}`, run: () => log.show() },
    ];
    await (await window.showQuickPick(actions, { title: name }))?.run();
  };

  const diagnostics = vscode.languages.createDiagnosticCollection('hooksmith-servers');
  const draw = () => {
    diagnostics.clear();
    for (const [file, problems] of groupBy(servers.problems, (problem) => problem.file))
      diagnostics.set(
        vscode.Uri.file(file),
        problems.map(({ line, message }) => diagnostic(line, 1, undefined, message, vscode.DiagnosticSeverity.Error)),
      );
  };

  return vscode.Disposable.from(
    diagnostics,
    onCommand('hooksmith.mcpServers', list),
    servers.onDidChange(() => {
      draw();
      for (const state of servers.states) void tell(state);
    }),
  );
}

/** The folder's file, with what is to be filled in where there is none: saved by hand, it is read. */
async function declareServer(): Promise<void> {
  const { window, workspace } = vscode;
  const folder = await chosenFolder();
  if (!folder)
    return workspace.workspaceFolders
      ? undefined
      : openFolderFirst(vscode.l10n.t('Open a folder first: its .mcp.json declares MCP servers.'));
  const file = vscode.Uri.joinPath(folder.uri, '.mcp.json');
  const exists = await workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  const document = await workspace.openTextDocument(exists ? file : file.with({ scheme: 'untitled' }));
  const editor = await window.showTextDocument(document);
  if (document.getText() === '') await editor.insertSnippet(declaration);
}

const declaration = new vscode.SnippetString(`{
  "mcpServers": {
    "\${1:name}": {
      "command": "\${2:npx}",
      "args": ["-y", "\${3:package}"]
    }
  }
}
`);

const icons: Record<ServerState['status'], string> = {
  waiting: 'lock',
  starting: 'loading~spin',
  restarting: 'loading~spin',
  running: 'pass',
  signIn: 'sign-in',
  failed: 'error',
  stopped: 'circle-slash',
};

function wordOf({ status, tools }: ServerState): string {
  const { l10n } = vscode;
  switch (status) {
    case 'waiting':
      return l10n.t('not started: waits for you to accept it');
    case 'starting':
      return l10n.t('starts');
    case 'restarting':
      return l10n.t('ended by itself and is started again');
    case 'running':
      return tools.length === 1 ? l10n.t('runs, 1 tool') : l10n.t('runs, {0} tools', tools.length);
    case 'signIn':
      return l10n.t('wants you to sign in');
    case 'failed':
      return l10n.t('does not run');
    case 'stopped':
      return l10n.t('stopped');
  }
}

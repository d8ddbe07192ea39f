/** One webview of ours: its page with a strict content policy, and messages that are checked before anyone acts on them. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { issuesText } from '../../shared/basics/issuesText';
import { type FromView, fromView, type ToView } from '../../shared/views/viewProtocol';
import { type OurView, runCommand } from '../window/ourCommands';

export interface Pane {
  post(message: ToView): void;
  reveal(): void;
  /** The keyboard goes to its message box, or its rows. */
  focus(): Promise<void>;
  readonly visible: boolean;
  readonly onDidHide: vscode.Event<void>;
  /** Whether its page has come up, hidden again or not. */
  readonly isThere: boolean;
  /** It asks for the parts of a long session. */
  readonly inParts?: boolean;
  badge(count: number, tooltip: string): void;
}

/** Built by esbuild, with the element that its script defines. */
interface Page {
  script: `${'chat' | 'timeline'}.js`;
  element: `hooksmith-${'chat' | 'timeline'}`;
  inParts?: boolean;
}

/** What the human asked for; the rest is told anew when the page is there. */
const kept: ReadonlySet<ToView['type']> = new Set<ToView['type']>(['reveal', 'filter', 'focus', 'insert', 'attach']);

export function registerPane(
  viewId: OurView,
  page: Page,
  extensionUri: vscode.Uri,
  handle: (message: FromView, pane: Pane) => void,
  log: (text: string) => void,
): { pane: Pane; disposable: vscode.Disposable } {
  let view: vscode.WebviewView | undefined;
  let badge: vscode.ViewBadge | undefined;
  let isReady = false;
  const hidden = new vscode.EventEmitter<void>();
  /** What the user asked for while the page was on its way. */
  const waiting: ToView[] = [];
  const pane: Pane = {
    inParts: page.inParts,
    post: (message) => {
      if (isReady) void view?.webview.postMessage(message);
      else if (kept.has(message.type)) waiting.push(message);
    },
    reveal: () => (view ? view.show(true) : void runCommand(`${viewId}.focus`)),
    focus: async () => {
      await runCommand(`${viewId}.focus`);
      pane.post({ type: 'focus' });
    },
    get visible() {
      return view?.visible === true;
    },
    onDidHide: hidden.event,
    get isThere() {
      return isReady;
    },
    badge: (value, tooltip) => {
      badge = value > 0 ? { value, tooltip } : undefined;
      if (view) view.badge = badge;
    },
  };
  const provider: vscode.WebviewViewProvider = {
    resolveWebviewView(resolved) {
      view = resolved;
      view.badge = badge;
      isReady = false;
      const root = vscode.Uri.joinPath(extensionUri, 'dist', 'view');
      resolved.webview.options = { enableScripts: true, localResourceRoots: [root] };
      resolved.webview.html = html(resolved.webview, root, page);
      resolved.webview.onDidReceiveMessage((message: unknown) => {
        const parsed = fromView.safeParse(message);
        if (parsed.success) {
          if (parsed.data.type === 'ready') isReady = true;
          handle(parsed.data, pane);
          if (parsed.data.type === 'ready') for (const message of waiting.splice(0)) pane.post(message);
        } else log(`${viewId}: message refused: ${issuesText(parsed.error.issues, 'type')}`);
      });
      resolved.onDidChangeVisibility(() => !resolved.visible && hidden.fire());
      resolved.onDidDispose(() => {
        if (view !== resolved) return;
        view = undefined;
        isReady = false;
      });
    },
  };
  return {
    pane,
    disposable: vscode.Disposable.from(
      hidden,
      vscode.window.registerWebviewViewProvider(viewId, provider, { webviewOptions: { retainContextWhenHidden: true } }),
    ),
  };
}

function html(webview: vscode.Webview, root: vscode.Uri, { script, element }: Page): string {
  const nonce = randomBytes(16).toString('base64url');
  const uri = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${webview.cspSource}`,
    // The views' own sheets are adopted by script, so no inline style is needed.
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
  ].join('; ');
  // What a translation says must not end the element that carries it.
  const texts = vscode.l10n.bundle ? JSON.stringify(vscode.l10n.bundle).replaceAll('<', '\\u003c') : '';
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hooksmith</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${uri('codicon.css')}" nonce="${nonce}">
</head>
<body><script type="application/json" id="l10n">${texts}</script><${element}></${element}><script type="module" nonce="${nonce}" src="${uri(script)}"></script></body>
</html>`;
}

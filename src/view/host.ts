/** The view's end of the protocol, and what it remembers while it is hidden. */
import type { FromView, ToView } from '../shared/protocol';

declare function acquireVsCodeApi(): { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void };

const api = acquireVsCodeApi();

export function post(message: FromView): void {
  api.postMessage(message);
}

/** Calls back for each message of the host, and tells the host that the view is there. */
export function listen(handle: (message: ToView) => void): void {
  window.addEventListener('message', (event: MessageEvent) => handle(event.data as ToView));
  post({ type: 'ready' });
}

export function remember(draft: string): void {
  api.setState({ draft });
}

export function remembered(): string {
  const state = api.getState() as { draft?: unknown } | undefined;
  return typeof state?.draft === 'string' ? state.draft : '';
}

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

/** Kept while the view is hidden and over a reload of the window. */
export function remember(values: Readonly<Record<string, string>>): void {
  api.setState(values);
}

export function remembered(name: string): string {
  const state = new Map(Object.entries((api.getState() as object | undefined) ?? {}));
  const value = state.get(name) as unknown;
  return typeof value === 'string' ? value : '';
}

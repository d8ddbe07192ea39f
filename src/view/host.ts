/** The view's end of the protocol, and what it remembers while it is hidden. */
import type { FromView, ToView } from '../shared/views/viewProtocol';

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

const memory = () => new Map<string, unknown>(Object.entries((api.getState() as object | undefined) ?? {}));

/** Kept while the view is hidden and over a reload of the window; an empty value is forgotten. */
export function remember(values: Readonly<Record<string, string>>): void {
  const kept = new Map([...memory(), ...Object.entries(values)]);
  for (const [name, value] of Object.entries(values)) if (value === '') kept.delete(name);
  api.setState(Object.fromEntries(kept));
}

export const rememberedNames = (prefix: string): string[] => [...memory().keys()].filter((name) => name.startsWith(prefix));

export function rememberedText(name: string): string {
  const value = memory().get(name);
  return typeof value === 'string' ? value : '';
}

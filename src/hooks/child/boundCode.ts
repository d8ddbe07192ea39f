/** Code that runs in the midst of anybody's, as that of whom it was bound by (`AsyncResource`, and `AsyncLocalStorage.bind` and `snapshot`, which stand on it). */
import { AsyncResource } from 'node:async_hooks';

type Any = (...args: unknown[]) => unknown;

/**
 * `turned` is told that other code runs from now on, as it begins and once it is over: from Node 24 on, hooks on asynchronous work hear of it before it is known
 * whose it is. To be called before Node's modules are closed.
 */
export function followBound(turned: () => void): void {
  const resources = AsyncResource.prototype as unknown as { runInAsyncScope: Any };
  const { runInAsyncScope } = resources;
  resources.runInAsyncScope = function (this: unknown, act, ...rest) {
    const begun: Any = function (this: unknown, ...args) {
      turned();
      return (act as Any).apply(this, args);
    };
    try {
      return runInAsyncScope.call(this, begun, ...rest);
    } finally {
      turned();
    }
  };
}

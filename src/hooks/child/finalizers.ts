/** What is called once an object is gone: the engine calls it in the middle of anybody's work, and knows of nobody who asked for it. */
import { AsyncResource } from 'node:async_hooks';

type Construct = NonNullable<ProxyHandler<FinalizationRegistryConstructor>['construct']>;

/** From now on it runs as the code of who asked. To be called before the language's built-ins are closed. */
export function followFinalizers(): void {
  const construct: Construct = (Registry, [cleanUp, ...rest], newTarget) =>
    Reflect.construct(Registry, [typeof cleanUp === 'function' ? AsyncResource.bind(cleanUp) : cleanUp, ...rest], newTarget);
  const followed = new Proxy(FinalizationRegistry, { construct });
  Object.defineProperty(followed.prototype, 'constructor', { value: followed });
  globalThis.FinalizationRegistry = followed;
}

/** What is called once an object is gone: the engine calls it in the middle of anybody's work, and knows of nobody who asked for it. */

/** From now on it is called as `bound` has it. To be called before the language's built-ins are closed. */
export function followFinalizers(bound: (act: (...args: unknown[]) => unknown) => unknown): void {
  globalThis.FinalizationRegistry = new Proxy(FinalizationRegistry, {
    construct: (Registry, [cleanUp, ...rest], newTarget) =>
      Reflect.construct(Registry, [typeof cleanUp === 'function' ? bound(cleanUp) : cleanUp, ...rest], newTarget) as object,
  });
}

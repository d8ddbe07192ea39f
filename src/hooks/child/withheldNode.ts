/** Parts of Node that no file of the workspace is given. */
import asyncHooks from 'node:async_hooks';
import diagnosticsChannel from 'node:diagnostics_channel';
import inspector from 'node:inspector';
import Module from 'node:module';
import v8 from 'node:v8';

const { defineProperty } = Object;

const startsAgain: ReadonlySet<string> = new Set(['cluster', 'node:cluster']);

/** The same of a module that is loaded when a file asks for it. */
export function withholdIn(id: string, exports: unknown): void {
  if (startsAgain.has(id)) (exports as { fork: unknown }).fork = noFork;
}

function noFork(): never {
  throw new Error(
    'cluster.fork is not there for hooks and tools: it would start their process once more. Use node:child_process',
  );
}

/** What shows one file's work to another, or lets it act in its place. */
export function withhold(): void {
  const denied = (name: string) =>
    function denied(): never {
      throw new Error(`${name} is not there for hooks and tools: it reaches into the work of others in the same process`);
    };
  const deny = (holder: object, label: string, ...names: string[]) => {
    for (const name of names)
      if (name in holder)
        defineProperty(holder, name, {
          value: denied(`${label}.${name}`),
          writable: false,
          configurable: false,
          enumerable: true,
        });
  };
  deny(asyncHooks, 'async_hooks', 'createHook', 'executionAsyncResource');
  // What the module itself offers comes by these.
  deny(diagnosticsChannel.Channel.prototype, 'diagnostics_channel.Channel', 'subscribe', 'bindStore');
  deny(v8, 'v8', 'getHeapSnapshot', 'writeHeapSnapshot', 'setHeapSnapshotNearHeapLimit', 'setFlagsFromString', 'queryObjects');
  // Node itself uses the object that stands there.
  const promiseHooks = { onInit: 0, onBefore: 0, onAfter: 0, onSettled: 0, createHook: 0 };
  deny(promiseHooks, 'v8.promiseHooks', ...Object.keys(promiseHooks));
  defineProperty(v8, 'promiseHooks', { value: promiseHooks, enumerable: true });
  deny(Module, 'module', 'register', 'registerHooks');
  deny(inspector, 'inspector', 'Session', 'open', 'close', 'url', 'waitForDebugger');
  deny(
    process,
    'process',
    'binding',
    '_linkedBinding',
    '_getActiveHandles',
    '_getActiveRequests',
    '_debugProcess',
    '_debugEnd',
    // Who takes what is thrown takes it from all.
    'setUncaughtExceptionCaptureCallback',
    'addUncaughtExceptionCaptureCallback',
  );
  // Imports in code that is made at run time see the same.
  Module.syncBuiltinESMExports();
}

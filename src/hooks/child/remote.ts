/** `addHook` of the API: a handler in another extension's process as one hook of the chain, checked and ordered like those of files. */
import { type HookDefinition, hook } from '../../api/define';
import type { EventName } from '../../shared/points';
import { baseContext, contextFor, explainError } from '../chain/context';
import { registerExports } from '../chain/register';
import type { RemoteCalls, RemoteHook } from '../parent/remoteHooks';
import { textOf } from './childProcess';

/** After all layers of files. */
export const addHookLayer = 1_000_000;

export interface RemotePlace {
  /** Who registers it, as far as that can be told. */
  file: string;
  /** 1-based. */
  line: number;
  /** Counts registrations. */
  n: number;
}

/** `args` are those of `hook(event, options?, handler)`. Throws a TypeError that says what is wrong with them. */
export function remoteHook(args: readonly unknown[], { file, line, n }: RemotePlace): RemoteHook {
  const name = `addHook[${n}]`;
  const definition = (hook as (...args: readonly unknown[]) => HookDefinition)(...args);
  const lines = new Map([[name, line]]);
  const registered = registerExports({ [name]: definition }, { file, version: String(n), layer: addHookLayer, lines });
  const [made] = registered.hooks;
  if (!made) throw new TypeError(registered.problems[0]?.message ?? `${name} is no hook`);
  const { handler, ...facts } = made;
  return {
    ...facts,
    position: n,
    async handler(fields, { log, complete, ...rest }: RemoteCalls) {
      const event = fields.event as EventName;
      const ctx = contextFor(baseContext(event, 'hook', fields, rest), {
        log: (values) => log(textOf(values)),
        complete: (prompt, options = {}) => complete(prompt, options),
      });
      try {
        return await handler(ctx);
      } catch (thrown) {
        throw thrown instanceof Error ? new Error(explainError(thrown, event), { cause: thrown }) : thrown;
      }
    },
  };
}

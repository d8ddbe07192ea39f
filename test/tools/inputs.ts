/** The inputs that hook files are told of are those of the tools; compiled by `npm run check`, never run. */
import type { z } from 'zod';
import type { ToolInputs } from '../../src/api/toolInputs';
import type { BuiltInName } from '../../src/shared/calls/toolNames';
import type { builtInTools } from '../../src/tools';

type BuiltIn = ReturnType<typeof builtInTools>[number];
type Taken = { [T in BuiltIn as T['name']]: z.infer<T['input']> };
type Same<A, B> = [A, B, keyof A, keyof B] extends [B, A, keyof B, keyof A] ? true : false;
type Differing = {
  [N in keyof Taken]: N extends keyof ToolInputs ? (Same<Taken[N], ToolInputs[N]> extends true ? never : N) : N;
}[keyof Taken];

/** Fails with the names of tools that `ToolInputs` lacks, describes wrongly or invents, and with those that the list of names lacks or invents. */
type Mistaken = Differing | Exclude<keyof ToolInputs | BuiltInName, keyof Taken> | Exclude<keyof Taken, BuiltInName>;
export const none: never = undefined as unknown as Mistaken;

/** The words of a command line by these options. What is wrong with them is the caller's fault: an option that there is not leads to the one that was meant. */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearest } from '../shared/basics/nearest';
import { UsageError } from './usage';

type Options = NonNullable<ParseArgsConfig['options']>;
type Read<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

export function readArguments<O extends Options>(args: string[], options: O): Read<O> {
  const read = parsed(args, options);
  // A variable of a shell that is not set: what it was to name must not be left out in silence.
  for (const [name, value] of Object.entries(read.values))
    if (value === '' || (Array.isArray(value) && value.includes(''))) throw new UsageError(`--${name}: its value is empty`);
  return read;
}

/** The real path of a folder that an option names. */
export function existingFolder(option: string, given: string): string {
  const path = resolve(given);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${option}: there is no folder ${path}`);
  return realpathSync(path);
}

function parsed<O extends Options>(args: string[], options: O): Read<O> {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw misread((error as Error).message, options);
  }
}

function misread(message: string, options: Options): UsageError {
  const name = /^Unknown option '--([^']+)'/.exec(message)?.[1];
  const [near] = name === undefined ? [] : nearest(name, Object.keys(options), 1);
  return new UsageError(near === undefined ? message : `Unknown option '--${name}': did you mean '--${near}'?`);
}

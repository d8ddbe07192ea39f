/** Why a hook file is not built, in words for who wrote it. */
import { basename, isAbsolute } from 'node:path';
import type { HookProblem } from '../../chain/words/registered';

/** What the bundler says of its own formats says nothing to who wrote the file. */
export function ofOurs(text: string): string {
  if (/top-level await/i.test(text))
    return "'await' at the top level: a hook file is loaded at once, so await inside a handler, or call an async function there and keep its promise";
  const unresolved = /^Could not resolve "([^"]+)"$/.exec(text)?.[1];
  if (unresolved !== undefined)
    return /^[./]/.test(unresolved) || isAbsolute(unresolved)
      ? `${text}: there is no such file, seen from the one that imports it`
      : `${text}: install the package in the workspace, or import a file by its relative path`;
  const [, ending, path] = /^No loader is configured for "(.*?)" files: (.*)$/s.exec(text) ?? [];
  if (path === undefined) return text;
  const instead = ending === '.node' ? 'native add-ons cannot be bundled' : 'read it with node:fs where it is needed';
  return `cannot import ${basename(path)}, a ${ending || 'nameless'} file: ${instead}`;
}

export function whyNotBuilt({
  bundle,
  problems: [first],
}: {
  bundle?: unknown;
  problems: readonly HookProblem[];
}): string | undefined {
  return bundle || !first ? undefined : `does not compile: ${basename(first.file)}:${first.line}: ${first.message}`;
}

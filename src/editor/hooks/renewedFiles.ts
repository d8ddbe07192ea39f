/** Which hook files an event brought into force anew: a save answers what a run of the version before complained about. */
import type { HookEvent } from '../../shared/events/events';

const none: ReadonlySet<string> = new Set();

/** None for what is no reload. A file that did not load, or is held, goes on as it was. */
export function renewedFiles(event: HookEvent): ReadonlySet<string> {
  if (event.type !== 'hooks_reloaded') return none;
  const { files, held, problems } = event.data;
  const asItWas = new Set([...held, ...problems.filter(({ severity }) => severity === 'error').map(({ file }) => file)]);
  return new Set(files.filter((file) => !asItWas.has(file)));
}

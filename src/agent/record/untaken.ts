/** Changes of which the agent's model is not told: no record shows them as if they counted. */
import type { HookRecord } from '../../shared/verdicts/hookRecord';
import type { ModelPort } from '../ports/model';

/** The field of a request by which a model learns what a hook changed; undefined of all that is not for the model. */
function requestField(changed: string): string | undefined {
  if (changed === 'responseFormat') return 'output_config';
  const [of, name] = changed.split('.');
  return of === 'request' ? name : undefined;
}

/** `modelOf` is asked only where a hook changed something. */
export function tellUntaken(modelOf: () => ModelPort, hooks: readonly HookRecord[]): void {
  for (const record of hooks) {
    const { changed = [], shadow } = record;
    const wanted = changed.map(({ field }) => requestField(field));
    if (shadow || changed.length === 0 || wanted.includes(undefined)) continue;
    const model = modelOf();
    if (wanted.every((field) => model.takes?.(field!) === false))
      record.noEffect ??= `${model.label} is not told of ${changed.map(({ field }) => field).join(', ')}`;
  }
}

/** The providers of models. The command line, the settings, the list to choose from and the cost shown read this list; the editor adds its own to it. */
import { anthropic } from './anthropic';
import { openai } from './openai';
import type { Provider } from './provider';
import { rehearsal, script } from './rehearsal';

export const providers = [rehearsal, script, anthropic, openai] as const satisfies readonly Provider[];

type Intersected<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
export type ModelSettings = Intersected<(typeof providers)[number]['settings']>;
/** Of all providers, by their names after `hooksmith.`. */
export const modelSettings = Object.assign({}, ...providers.map(({ settings }) => settings)) as ModelSettings;

export interface NamedModel {
  provider: Provider;
  /** What stands after the colon. */
  model: string;
}

/** The provider that a model's name belongs to; undefined where it is no provider's. */
export function providerOf(name: string, among: readonly Provider[] = providers): NamedModel | undefined {
  const colon = name.indexOf(':');
  const [first, model] = colon < 0 ? [name, ''] : [name.slice(0, colon), name.slice(colon + 1)];
  const provider = among.find((one) => one.name === first && one.form.includes(':') === colon >= 0);
  return provider && (colon < 0 || model !== '') ? { provider, model } : undefined;
}

/** The model that an agent's file names, with its provider or by a bare name. */
export function agentModel(name: string, among: readonly Provider[] = providers): NamedModel | undefined {
  const whole = providerOf(name, among);
  if (whole || name.includes(':')) return whole;
  for (const provider of among) {
    const model = provider.named?.(name);
    if (model !== undefined) return { provider, model };
  }
  return undefined;
}

/** `rehearsal, script:FILE, anthropic:MODEL, openai:MODEL` */
export const formsOf = (among: readonly Provider[] = providers): string => among.map(({ form }) => form).join(', ');

/** The date of the price that a model's calls are counted at; undefined where it has none here. */
export const pricedAsOf = (model: string): string | undefined =>
  (providers as readonly Provider[]).find((provider) => provider.facts?.(model))?.pricesAsOf;

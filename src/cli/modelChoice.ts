/** The model that --model names, for each agent. */
import { readFileSync } from 'node:fs';
import { lateModelFetch } from '../adapters/web/lateWeb';
import type { ModelPort } from '../agent/ports/model';
import { agentModel, formsOf, type NamedModel, providerOf, providers } from '../models';
import type { Provider, Setup } from '../models/provider';
import type { ModelRequest } from '../shared/messages/messages';
import { UsageError } from './usage';

export type ModelChoice = (agent: string, ownModel: string | undefined) => ModelPort;

/** An agent's own model counts where its provider can be asked here. What is wrong with the name, or with its file, is said before anything runs. */
export function modelChoice({
  model: name = providers[0].name,
  baseUrl,
  stream,
}: {
  model?: string;
  baseUrl?: string;
  stream: boolean;
}): ModelChoice {
  const chosen = providerOf(name);
  if (!chosen) throw new UsageError(`--model: '${name}' is none of ${formsOf()}`);
  const addressSetting = `${chosen.provider.name}.baseUrl`;
  if (baseUrl !== undefined) {
    const schema = chosen.provider.settings[addressSetting];
    if (!schema) throw new UsageError(`--base-url: the models of ${chosen.provider.name} have no server`);
    if (baseUrl === '' || !schema.safeParse(baseUrl).success)
      throw new UsageError(`--base-url: '${baseUrl}' is no URL that begins with http:// or https://`);
  }
  // Read once, however many agents play it: it may be a pipe.
  const files = new Map<string, string>();
  const readFile = (path: string) => {
    const text = files.get(path) ?? readFileSync(path, 'utf8');
    files.set(path, text);
    return text;
  };
  const fetch = lateModelFetch();
  const setupOf = ({ key }: Provider): Setup => ({
    fetch,
    key: key && process.env[key.variable],
    setting: (setting) => (setting === addressSetting ? baseUrl : undefined),
    readFile,
    stream,
  });
  const made = new Map<string, ModelPort>();
  const make = (agent: string, { provider, model }: NamedModel) => {
    const key = `${agent} ${provider.name}:${model}`;
    const known = made.get(key) ?? provider.make(model, agent, setupOf(provider));
    made.set(key, known);
    return known;
  };
  const { provider } = chosen;
  if (provider.key && provider.missing?.(setupOf(provider)))
    throw new UsageError(`--model ${provider.name}:… needs ${provider.key.variable} in the environment, or a --base-url`);
  try {
    make('main', chosen);
  } catch (error) {
    throw new UsageError(`--model: ${(error as Error).message}`);
  }
  return (agent, own) => {
    const wanted = own === undefined || provider.forAll ? undefined : agentModel(own);
    return make(agent, wanted && !wanted.provider.missing?.(setupOf(wanted.provider)) ? wanted : chosen);
  };
}

/** The same model, whose requests are told as they go to it. */
export function recordingModel(model: ModelPort, tell: (request: ModelRequest) => void): ModelPort {
  return Object.create(model, {
    call: {
      value: (request: ModelRequest, stream: Parameters<ModelPort['call']>[1]) => {
        tell(request);
        return model.call(request, stream);
      },
    },
  }) as ModelPort;
}

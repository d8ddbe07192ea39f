/** What a provider of models says of itself: settings, key, names, the list to choose from and prices all follow from its row in the list. */
import type { z } from 'zod';
import type { ModelPort } from '../agent/ports/model';

/** A model that may be used, as its provider describes it. */
export interface ModelDescription {
  id: string;
  name: string;
  /** For the human who chooses, beside its name. */
  note?: string;
  contextWindow?: number;
  maxOutput?: number;
  thinking?: 'adaptive' | 'extended' | 'none';
  /** False where it is known to call none. */
  tools?: boolean;
  /** USD per token, where its provider tells. */
  price?: { input: number; output: number; cacheRead?: number };
}

/** How HTTP is spoken here: the official clients take it in the place of the one they would use. */
export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** What a provider is given of its surroundings. */
export interface Setup {
  fetch: Fetch;
  /** From the secret storage or the environment. */
  key?: string;
  /** The value of one of its own settings; undefined where nobody set it. */
  setting(name: string): unknown;
  /** Throws as `readFileSync` does. */
  readFile(path: string): string;
  /** False where whole answers are asked for. */
  stream?: boolean;
  /** What the provider's own list says of the model, where it was asked. */
  described?: ModelDescription;
}

type SettingShapes = Readonly<Record<string, z.ZodType>>;

/** The values of a provider's own settings, as these shapes say. */
export const settingsIn = <S extends SettingShapes>(
  shapes: S,
  { setting }: Setup,
): { [K in keyof S]: z.infer<S[K]> | undefined } =>
  Object.fromEntries(Object.keys(shapes).map((name) => [name, setting(name)])) as never;

export interface Provider<S extends SettingShapes = SettingShapes> {
  /** What stands before the colon of `anthropic:claude-sonnet-5-5`, or the whole name of its only model. */
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** How its models are named: `anthropic:MODEL`. */
  readonly form: string;
  /** What one should know to choose it, in a few words. */
  readonly note?: string;
  /** Its own settings by their names after `hooksmith.`, each with its schema. All are the user's alone to set. */
  readonly settings: S;
  /** `variable` of the environment, `secret` of the editor's storage. */
  readonly key?: { readonly variable: string; readonly secret: string };
  /** Where its server is: the setting that says so, and places that are known by name. */
  readonly address?: { readonly setting: keyof S & string; readonly known: Readonly<Record<string, string>> };
  /** Chosen where nobody chose and its key is set. */
  readonly standard?: string;
  /** One for all agents of a conversation, whatever their definitions name. */
  readonly forAll?: true;
  /** Date of the prices. */
  readonly pricesAsOf?: string;

  /** Why none of its models can be asked now; undefined where they can. */
  missing?(setup: Setup): string | undefined;
  /** `model` is what stands after the colon, '' where there is none. Throws where the name, or what it leads to, is wrong, with what is. */
  make(model: string, agent: string, setup: Setup): ModelPort;
  /** Rejects where the list cannot be had. */
  list?(setup: Setup): Promise<ModelDescription[]>;
  /** The model that a bare name means, as `sonnet` in an agent's file; undefined where it knows none. */
  named?(name: string): string | undefined;
  /** What is known of a model without asking; undefined for one that has no price here. */
  facts?(model: string): { contextWindow: number } | undefined;
}

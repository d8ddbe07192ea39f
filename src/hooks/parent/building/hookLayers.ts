/** Folders of hook files in their order: those of the user, of workspace folders, and of each agent there. */
import { join, relative, sep } from 'node:path';
import { agentHooks, findHookFiles } from './hookFiles';

export interface HookLayer {
  root: string;
  layer: number;
  /** The agent whose own hooks these are. */
  agent?: string;
  /** Real path of the workspace folder that they are of, where there are several. */
  folder?: string;
  /** `root` holds agents: the hooks of each are in `NAME/hooks`. */
  ofAgents?: boolean;
  /** Files that are not loaded, as if they were not there. */
  except?: readonly string[];
}

/** What a host is told of the layer of a file. */
export const layerFacts = ({ layer, agent, folder }: HookLayer) => ({
  ...{ layer, agent },
  ...(folder === undefined ? {} : { folder }),
});

/** After all layers of folders, before what extensions add. */
export const agentLayer = 1_000;

/** The hook files that are there, each with its layer; of those folders that `isWanted` says. */
export function filesIn(layers: readonly HookLayer[], isWanted = (_root: string): boolean => true): Map<string, HookLayer> {
  const folders = layers.flatMap(({ ofAgents, ...layer }) =>
    ofAgents ? agentHooks(layer.root).map((own): HookLayer => ({ ...layer, ...own })) : [layer],
  );
  return new Map(
    folders
      .filter(({ root }) => isWanted(root))
      .flatMap((layer) =>
        findHookFiles(layer.root)
          .filter((file) => !layer.except?.includes(file))
          .map((file) => [file, layer] as const),
      ),
  );
}

/** The layer of a file below its root, whether the file is there or not; undefined where it is none of its. */
export function layerOf(file: string, layer: HookLayer): HookLayer | undefined {
  if (layer.except?.includes(file)) return undefined;
  const { ofAgents, except: _, ...own } = layer;
  if (!ofAgents) return layer;
  const [agent, hooks] = relative(layer.root, file).split(sep);
  return hooks === 'hooks' ? { ...own, root: join(layer.root, agent!, hooks), agent } : undefined;
}

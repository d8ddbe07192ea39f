/** Every fault, in the order of the report. */
import { fuzz } from './fuzz';
import { invented } from './invented';
import { deafTools, longOutput, manyChats, manyHooks, soak } from './loads';
import { fullDisks, hookHosts, loops, windows } from './processes';
import { quoting } from './quoting';
import { sessionFiles } from './sessions';
import { cutStreams, storms } from './streams';
import type { Share, Tally } from './tally';

export const faults: Record<string, (share: Share) => Promise<Tally | Tally[]>> = {
  sessionFiles,
  invented,
  quoting,
  fuzz,
  cutStreams,
  storms,
  deafTools,
  hookHosts,
  loops,
  windows,
  fullDisks,
  manyHooks,
  manyChats,
  longOutput,
  soak,
};

/** The five systems, with the behaviours that have their verdict. */
import type { Behaviour, System } from './behaviour';
import { s0 } from './s0';
import { s1 } from './s1';
import { s2 } from './s2';
import { s3 } from './s3';
import { s4 } from './s4';

/** Files hold what belongs together, the table goes by number. */
const inOrder = (behaviours: Behaviour[]) => behaviours.toSorted((a, b) => (a.id < b.id ? -1 : 1));

export const systems: System[] = [
  { id: 'S0', repository: 'JoakimCarlsson/ai', commit: '2538779', count: 59, behaviours: inOrder(s0) },
  { id: 'S1', repository: 'trpc-group/trpc-agent-go', commit: '0e352fd', count: 55, behaviours: inOrder(s1) },
  { id: 'S2', repository: 'cognesy/instructor-php', commit: '05e240c', count: 48, behaviours: inOrder(s2) },
  { id: 'S3', repository: 'ag2b/ag2b', commit: '4153da3', count: 48, behaviours: inOrder(s3) },
  { id: 'S4', repository: 'wernerstrydom/claude-agent-sdk-go', commit: 'd840edd', count: 44, behaviours: inOrder(s4) },
];

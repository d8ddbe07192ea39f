/** The five systems, with the behaviours that have their verdict. */
import type { System } from './behaviour';
import { chain as s0Chain } from './s0/chain';
import { gate as s0Gate } from './s0/gate';
import { model as s0Model } from './s0/model';
import { observers as s0Observers } from './s0/observers';
import { results as s0Results } from './s0/results';
import { runs as s0Runs } from './s0/runs';

export const systems: System[] = [
  {
    id: 'S0',
    name: 'JoakimCarlsson/ai',
    count: 59,
    behaviours: [...s0Chain, ...s0Gate, ...s0Results, ...s0Model, ...s0Runs, ...s0Observers],
  },
  { id: 'S1', name: 'trpc-group/trpc-agent-go', count: 55, behaviours: [] },
  { id: 'S2', name: 'cognesy/instructor-php', count: 48, behaviours: [] },
  { id: 'S3', name: 'ag2b/ag2b', count: 48, behaviours: [] },
  { id: 'S4', name: 'wernerstrydom/claude-agent-sdk-go', count: 44, behaviours: [] },
];

/** Those whose every behaviour has a verdict. */
export const judged = systems.filter(({ count, behaviours }) => behaviours.length >= count);

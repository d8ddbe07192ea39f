/** The five systems, with the behaviours that have their verdict. */
import type { System } from './behaviour';
import { chain as s0Chain } from './s0/chain';
import { gate as s0Gate } from './s0/gate';
import { loop as s0Loop } from './s0/loop';
import { model as s0Model } from './s0/model';
import { observers as s0Observers } from './s0/observers';
import { results as s0Results } from './s0/results';
import { runs as s0Runs } from './s0/runs';
import { agent as s1Agent } from './s1/agent';
import { batch as s1Batch } from './s1/batch';
import { chain as s1Chain } from './s1/chain';
import { model as s1Model } from './s1/model';
import { tools as s1Tools } from './s1/tools';

export const systems: System[] = [
  {
    id: 'S0',
    name: 'JoakimCarlsson/ai',
    count: 59,
    behaviours: [...s0Chain, ...s0Gate, ...s0Results, ...s0Model, ...s0Runs, ...s0Observers, ...s0Loop],
  },
  {
    id: 'S1',
    name: 'trpc-group/trpc-agent-go',
    count: 55,
    behaviours: [...s1Chain, ...s1Tools, ...s1Batch, ...s1Model, ...s1Agent],
  },
  { id: 'S2', name: 'cognesy/instructor-php', count: 48, behaviours: [] },
  { id: 'S3', name: 'ag2b/ag2b', count: 48, behaviours: [] },
  { id: 'S4', name: 'wernerstrydom/claude-agent-sdk-go', count: 44, behaviours: [] },
];

/** Those whose every behaviour has a verdict. */
export const judged = systems.filter(({ count, behaviours }) => behaviours.length >= count);

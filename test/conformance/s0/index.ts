import { chain } from './chain';
import { gate } from './gate';
import { loop } from './loop';
import { model } from './model';
import { observers } from './observers';
import { results } from './results';
import { runs } from './runs';
import { subagents } from './subagents';

export const s0 = [...chain, ...gate, ...results, ...model, ...runs, ...observers, ...subagents, ...loop];

import type { Behaviour } from '../behaviour';
import { chain } from './chain';
import { helpers } from './helpers';
import { others } from './others';

export const s4: Behaviour[] = [...chain, ...others, ...helpers];

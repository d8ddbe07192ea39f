import type { Behaviour } from '../behaviour';
import { guards } from './guards';
import { lifecycle } from './lifecycle';
import { stack } from './stack';
import { tools } from './tools';

export const s2: Behaviour[] = [...stack, ...tools, ...lifecycle, ...guards];

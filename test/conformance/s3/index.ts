import type { Behaviour } from '../behaviour';
import { ends } from './ends';
import { model } from './model';
import { registration } from './registration';
import { streams } from './streams';
import { tools } from './tools';

export const s3: Behaviour[] = [...registration, ...model, ...tools, ...ends, ...streams];

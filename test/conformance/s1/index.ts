import { agent } from './agent';
import { batch } from './batch';
import { chain } from './chain';
import { model } from './model';
import { tools } from './tools';
import { translate } from './translate';

export const s1 = [...chain, ...tools, ...batch, ...model, ...agent, ...translate];

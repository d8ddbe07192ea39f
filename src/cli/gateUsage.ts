/** `hooksmith gate` in words; what it does is a program of its own, small enough to start at every step of an agent. */
import { agentNames } from '../protocols/protocol';

export const gateUsage = `hooksmith gate --agent ${agentNames.join('|')} [--at SOCKET] [--within SECONDS]

What a guarded agent calls: reads that agent's hook JSON from standard input, and answers in its JSON and exit code. Whatever goes wrong, it ends with exit
code 2, which refuses; so it does where there is no answer in time (50 seconds). 'hooksmith guard' writes the calls into the agent's configuration,
with the socket at which the guard of that home folder is found (--at).`;

/** What can be done about a run that broke: the commands and the setting that the error's words name, and of a model that failed to choose another. */
import type { ErrorFacts } from '../shared/events';
import type { FromView } from '../shared/viewProtocol';

export type WayOut =
  | Extract<FromView, { type: 'openSetting' }>
  | { type: 'command'; command: 'hooksmith.setApiKey' | 'hooksmith.compact' | 'hooksmith.chooseModel' };

/** By their titles in the palette, as errors name them. */
const commands = {
  'Set Anthropic API Key': 'hooksmith.setApiKey',
  'Compact Conversation': 'hooksmith.compact',
  'Choose Model…': 'hooksmith.chooseModel',
} as const;

export function waysOut({ name, message }: ErrorFacts): WayOut[] {
  const setting = /\bhooksmith(?:\.\w+)+/.exec(message)?.[0];
  const isNamed = (title: string) => message.includes(`: ${title}”`);
  const isModels = (command: string) => name === 'ModelError' && command === 'hooksmith.chooseModel';
  return [
    ...(setting === undefined ? [] : [{ type: 'openSetting' as const, setting }]),
    ...Object.entries(commands)
      .filter(([title, command]) => isNamed(title) || isModels(command))
      .map(([, command]) => ({ type: 'command' as const, command })),
  ];
}

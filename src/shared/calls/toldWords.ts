/** What a human said to the agent when they allowed its call, as the model reads it beside the result. */
export const toldWords = (toolName: string, words: string): string => `The user allowed ${toolName} and says: ${words}`;

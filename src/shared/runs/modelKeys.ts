/** Variables of the environment that hold keys of models: nothing that an agent starts is given them. */
export const modelKeys: readonly string[] = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'];

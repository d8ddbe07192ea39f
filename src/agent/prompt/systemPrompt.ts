/** What the model is told of where it is. Short on purpose: projects say the rest through `contextConfig` or their own hooks. */
export interface PromptSurroundings {
  cwd: string;
  folders: readonly string[];
  platform: string;
  /** ISO date. */
  date: string;
  mode: string;
}

/** `role` is a subagent's own prompt. */
export function systemPrompt({ cwd, folders, platform, date, mode }: PromptSurroundings, role?: string): string {
  return [
    role ||
      'You are a coding agent that works in the editor. Use the tools to look before you answer and to act where you are asked to.',
    `Workspace folder: ${cwd}. Relative paths start there.${folders.length > 1 ? ` Other folders: ${folders.filter((folder) => folder !== cwd).join(', ')}.` : ''}`,
    `Platform: ${platform}. Date: ${date}.`,
    'Every tool call passes through hooks and policies of the user, and the user decides on calls that act. When a call is denied, read the reason and choose another way; do not try the same call again by other means.',
    'Read a file before you edit it. Keep answers short; use Markdown.',
    ...(mode === 'plan'
      ? ['You are in Plan mode: look and think, but act on nothing. End with a plan for the user to accept.']
      : []),
  ].join('\n');
}

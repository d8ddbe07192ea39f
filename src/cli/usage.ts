/** What the command line takes, in words. */
import { providers } from '../models';
import type { Provider } from '../models/provider';

/** The caller is at fault: it is told what is wrong, and exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Of a folder that went while somebody stood in it Node speaks in the words of a system call. */
export const inWords = (thrown: unknown): unknown =>
  thrown instanceof Error && 'syscall' in thrown && thrown.syscall === 'uv_cwd'
    ? new UsageError('the folder that this was started in is gone, or cannot be read: go to one that is there')
    : thrown;

const modelForms = (providers as readonly Provider[])
  .map(
    ({ form, key, address }, at) =>
      form + (key ? ` (needs ${key.variable}${address ? ' or --base-url' : ''})` : at === 0 ? ' (default)' : ''),
  )
  .join(', ');

export const runUsage = `hooksmith run [options] [PROMPT]

Runs the agent once, with its hooks, without an editor.

  --cwd DIR          the workspace folder (default: here); paths of other options start here all the same
  --hooks DIR        a folder of hook files, beside .hooksmith/hooks; may be repeated
  --no-hooks         no hook files but those of --hooks; tools, agents and, with --mcp, MCP servers stay
  --model MODEL      ${modelForms}
  --base-url URL     the server of that model: a gateway, or one that speaks OpenAI's API, as http://127.0.0.1:11434/v1
  --approve WHEN     never (default) denies what would be asked; always says yes, but to protected paths
  --no-stream        ask the model for whole answers
  --events FILE|-    every HookEvent as a JSON line
  --requests FILE    every request as it goes to the model, as a JSON line
  --session FILE     append to FILE, and go on from what it holds; without PROMPT a broken run goes on
  --external GLOB    tools whose calls you answer: a call of one ends the run as waiting, once the others have run; may be repeated
  --results FILE     what a --session waits for, as [{tool_use_id, content, is_error?}]: the run goes on with it
  --final-answer     at a limit one last model call without tools, so that the run ends with words
  --env NAME         a variable that hooks and tools of files are given beside PATH, HOME and the like; may be repeated
  --mcp              start the servers of .mcp.json and .vscode/mcp.json; inputs that they ask for come from HOOKSMITH_INPUT_ID
  --private-host HOST  a host of this machine or its network that WebFetch may reach, as localhost:3000; may be repeated
  --sandbox MODE     confined (default): commands run in the system's sandbox where a policy says so; always; off
  --json             one line: {status, text, signals, usage, costUsd, error?, pending?}

Exit codes: 0 done, 1 error, 2 usage, 3 denied, 4 stopped, 5 waiting, 130 aborted.`;

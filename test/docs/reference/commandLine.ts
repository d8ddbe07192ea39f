/** The command line in its own words. */
import { checkCommand } from '../../../src/cli/checkCommand';
import { gateUsage } from '../../../src/cli/gateUsage';
import { guardCommand } from '../../../src/cli/guard';
import { importCommand } from '../../../src/cli/importCommand';
import { replayUsage } from '../../../src/cli/replayOptions';
import { serveCommand } from '../../../src/cli/serve';
import { runUsage } from '../../../src/cli/usage';

const never = (): never => {
  throw new Error('only its usage is asked for');
};
/** By what follows `hooksmith`. */
export const usages: Readonly<Record<string, string>> = {
  run: runUsage,
  replay: replayUsage,
  check: checkCommand('', never, never).usage,
  import: importCommand.usage,
  guard: guardCommand('').usage,
  serve: serveCommand(never).usage,
  gate: gateUsage,
};

export const commandSections = () =>
  Object.entries(usages)
    .map(([name, usage]) => `## hooksmith ${name}\n\n\`\`\`text\n${usage}\n\`\`\``)
    .join('\n\n');

/** `hooksmith import`: the hooks of other agents as hooks of ours. */

import { realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type Imported, importHooks } from '../adapters/definitions/importedHooks';
import { hooksFolder } from '../hooks/parent/building/hookFiles';
import { homeFolder } from './home';
import { readArguments } from './readArguments';
import type { Subcommand } from './subcommand';
import { UsageError } from './usage';

const usage = `hooksmith import [DIR] [--out DIR]

Writes a TypeScript hook for each hook that other agents have in DIR (default: here) and for its user: .claude/settings*.json, ~/.claude, plugins' hooks.json,
.github/hooks/*.json, .github/copilot/settings*.json, .cursor/hooks.json, .gemini/settings.json, .codex/hooks.json. Each calls the same command with the same JSON
in and out. What cannot be carried over is listed with the reason. A file that was changed since is left alone.

  --out DIR          where they are written (default: DIR/.hooksmith/hooks)

Exit codes: 0 done, 1 error, 2 usage.`;

export const importCommand: Subcommand = {
  usage,
  main: async (args) => {
    const { folder, out } = readOptions(args);
    process.stdout.write(`${told(importHooks({ folder, home: homeFolder(), out }), out)}\n`);
    return 0;
  },
};

const options = { out: { type: 'string' } } as const;

function readOptions(args: string[]): { folder: string; out: string } {
  const { values, positionals } = readArguments(args, options);
  if (positionals.length > 1) throw new UsageError(`one DIR at most: ${positionals.join(', ')}`);
  const given = resolve(positionals[0] ?? '.');
  if (!statSync(given, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`DIR: there is no folder ${given}`);
  const folder = realpathSync(given);
  const out = values.out === undefined ? hooksFolder(folder) : resolve(values.out);
  const there = statSync(out, { throwIfNoEntry: false });
  if (there && !there.isDirectory()) throw new UsageError(`--out: ${out} is no folder`);
  return { folder, out };
}

function told({ hooks, leftOut, sources }: Imported, out: string): string {
  const whole = leftOut.filter(({ partly }) => !partly).length;
  const lines = [
    ...hooks.map(
      ({ file, became, title }) =>
        `${became === 'kept' ? 'kept, as it was changed by hand' : became} ${relative(out, file)}: ${title}`,
    ),
    ...leftOut.map(
      ({ source, event, what, reason, partly }) =>
        `${partly ? 'only partly' : 'not'} carried over: ${[source, event].filter(Boolean).join(' ')}: ${what}: ${reason}`,
    ),
  ];
  const none = sources.length === 0 ? ['no hooks of other agents were found'] : [];
  return [...lines, ...none, `${hooks.length} ${hooks.length === 1 ? 'hook' : 'hooks'} imported, ${whole} not carried over`].join(
    '\n',
  );
}

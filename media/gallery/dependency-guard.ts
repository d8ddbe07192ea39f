/** A new dependency is a human's decision. */
import { policy } from 'hooksmith';

/** With something named; `npm ci` and `npm install` alone bring what was decided before. */
const adding = [
  'npm install *',
  'npm i *',
  'npm add *',
  'pnpm add *',
  'yarn add *',
  'bun add *',
  'pip install *',
  'pip3 install *',
  'uv add *',
  'poetry add *',
  'cargo add *',
  'go get *',
  'gem install *',
  'composer require *',
];
/** Options alone name nothing. */
const onlyOptions = (args: readonly string[]) => args.slice(1).every((arg) => arg.startsWith('-'));

export const added = policy({ tools: 'Bash', match: { command: adding } }, (ctx) => {
  const commands = ctx.commands?.filter(({ args }) => ['install', 'i', 'add', 'get', 'require'].includes(args[0] ?? ''));
  if (!ctx.uncertain && commands && commands.length > 0 && commands.every(({ args }) => onlyOptions(args))) return;
  return ctx.ask(`A new dependency: ${(commands ?? []).map(({ text }) => text).join('; ') || 'which one is only known when it runs'}`);
});

/** The other way in. */
export const written = policy(
  { tools: ['Write', 'Edit', 'MultiEdit'], match: { file_path: ['**/package.json', '**/pyproject.toml', '**/requirements*.txt', '**/Cargo.toml', '**/go.mod'] } },
  (ctx) => ctx.ask('This file names what the project depends on.'),
);

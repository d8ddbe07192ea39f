import assert from 'node:assert/strict';
import { requireCommand } from '../../src/api/commandPolicies';
import { factsOf } from '../shell/disk';

/** What the policy says of a line, its reason alone. */
const says = (use: string, insteadOf: string[], line: string): unknown =>
  (requireCommand(use, ...insteadOf).handler as (ctx: unknown) => unknown)({
    ...factsOf(line),
    deny: (reason: string) => reason,
    ask: (reason: string) => reason,
    confine: () => undefined,
  });

describe('requireCommand', () => {
  it('lets run what it wants, though that is another name of what it does not', () => {
    assert.equal(says('python -m pip', ['pip'], 'python -m pip install x'), undefined);
    assert.equal(says('docker compose', ['docker-compose'], 'docker compose up'), undefined);
    assert.equal(says('npm install', ['npm i', 'yarn'], 'npm install x'), undefined);
  });
  it('refuses the rest, by whatever name', () => {
    assert.equal(says('python -m pip', ['pip'], 'pip install x'), 'use python -m pip instead of pip');
    assert.equal(says('pnpm', ['npm install'], 'npm i x'), 'use pnpm instead of npm install');
    assert.equal(says('make', ['go build'], 'make; go build'), 'use make instead of go build');
  });
});

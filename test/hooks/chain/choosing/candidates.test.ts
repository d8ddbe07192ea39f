import assert from 'node:assert/strict';
import { hook, policy } from '../../../../src/api/define';
import { candidatesFor } from '../../../../src/hooks/chain/choosing/candidates';
import { skipReason } from '../../../../src/hooks/chain/choosing/matching';
import { carriedOf } from '../../../../src/hooks/chain/folding/carried';
import { runChain, runPolicies } from '../../../../src/hooks/chain/running/chain';
import type { RegisteredHook } from '../../../../src/hooks/chain/words/registered';
import { LiveSet } from '../../../../src/hooks/parent/lasting/liveSet';
import type { DispatchRequest } from '../../../../src/shared/hooks/dispatch';
import { noSkips } from '../../../../src/shared/verdicts/hookRecord';
import { seeded } from '../../../fixtures/seeded';
import { around, bash, hooksOf, requestOf, toolFacts } from '../chaining';

type Maker = (options: object, handler: (ctx: { event: string; deny(why: string): unknown }) => unknown) => unknown;

/** Hooks and policies of all kinds, each of which notes that it ran; `ending` denies. */
function mixed(seed: number, ran: string[], ending = -1): RegisteredHook[] {
  const below = seeded(seed);
  const random = () => below(1000) / 1000;
  const any = <T>(...items: T[]): T => items[below(items.length)]!;
  const exports: Record<string, unknown> = {};
  for (let n = 0; n < 40; n++) {
    const isPolicy = random() < 0.3;
    const options = {
      tools: any<unknown>(undefined, 'Bash', 'bash', 'B*', 'Read', ['Read', 'Shell'], 'mcp__*', ['Edit', 'Write']),
      match: any<unknown>(undefined, undefined, { command: 'ls*' }, { command: 'make' }),
      agents: any<unknown>(undefined, undefined, undefined, 'main', 'scraper'),
      enabled: random() > 0.2,
      ...(isPolicy ? {} : { inherit: any('always', 'always', 'never', 'if-none'), priority: any(0, 0, 10, -10) }),
    };
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    const make: Maker = isPolicy
      ? (policy as never)
      : (...rest) => hook(any('preToolUse', 'postToolUse') as never, ...(rest as [never, never]));
    exports[`h${n}`] = make(given, (ctx) => {
      ran.push(`h${n}`);
      return n === ending && ctx.event === 'preToolUse' ? ctx.deny('no') : undefined;
    });
  }
  return hooksOf(exports);
}

/** The rule, asked of each hook of the set in turn. */
function asked(hooks: readonly RegisteredHook[], request: DispatchRequest, ending: number) {
  const skipped = { ...noSkips };
  const ran: string[] = [];
  let isEnded = false;
  const concerned = (kind: string) =>
    hooks.filter((one) => one.kind === kind && (kind === 'policy' || one.events.includes(request.event)));
  for (const one of concerned('hook')) {
    const why = skipReason(one, request, request.payload);
    if (isEnded) skipped.ended++;
    else if (why) skipped[why]++;
    else {
      ran.push(one.name);
      isEnded = one.name === `h${ending}`;
    }
  }
  for (const one of request.event === 'preToolUse' && !isEnded ? concerned('policy') : []) {
    const why = skipReason(one, request, request.payload);
    if (why) skipped[why]++;
    else ran.push(one.name);
  }
  return { ran, skipped };
}

const within = (request: DispatchRequest, depth: number): DispatchRequest => ({
  ...request,
  run: { ...request.run, depth, ...(depth > 0 ? { agentName: 'scraper', branch: 'main/scraper' } : {}) },
});
const aliased = (toolName: string, aliases: string[]) =>
  requestOf('preToolUse', { ...toolFacts(toolName, {}), aliases, status: 'known' } as never);
const requests = [
  bash('ls -l'),
  bash('make'),
  aliased('Read', []),
  aliased('Exec', ['Shell']),
  aliased('mcp__a__b', []),
  requestOf('postToolUse', { ...bash('ls').payload, output: '', isError: false }),
].flatMap((one) => [within(one, 0), within(one, 1)]);

describe('the candidates of a dispatch', () => {
  it('are run and counted as if each hook of the set had been asked', async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const ending = seed % 3 === 0 ? seed % 40 : -1;
      const ran: string[] = [];
      const hooks = mixed(seed, ran, ending);
      for (const request of [...requests, ...requests]) {
        ran.length = 0;
        const { skipped } = await runChain(request, hooks, around());
        const expected = asked(hooks, request, ending);
        // A policy that denies ends nothing.
        const isHook = request.event === 'preToolUse' && hooks.some(({ name, kind }) => name === `h${ending}` && kind === 'hook');
        const wanted = isHook ? expected : asked(hooks, request, -1);
        assert.deepEqual([ran, skipped], [wanted.ran, wanted.skipped], `seed ${seed}, ${JSON.stringify(request.payload)}`);
      }
    }
  });

  it('are all that could run: what crosses to the host is decided by them', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const hooks = mixed(seed, []).filter((_, place) => seed % 2 === 0 || place % 7 === 0);
      const live = new LiveSet();
      live.take({ id: 'set', hooks, problems: [], failed: [] });
      for (const request of requests) {
        const { ran, skipped } = asked(hooks, request, -1);
        assert.deepEqual(live.leavesOut(request), ran.length > 0 ? undefined : skipped);
        const policies = hooks.filter(({ kind }) => kind === 'policy');
        assert.equal(
          live.judgesNot(request),
          policies.every((one) => skipReason(one, request, request.payload)),
        );
      }
    }
  });

  it('of one name of a tool are not those of another with other names besides', () => {
    const hooks = hooksOf({ shell: policy({ tools: 'Shell' }, () => undefined) });
    const of = (toolName: string, aliases?: string[]) => candidatesFor(hooks, 'policy', { toolName, aliases }).hooks.length;
    assert.deepEqual(
      [of('Exec'), of('Exec', ['Shell']), of('Exec'), of('Exec', ['Other']), of('Exec\nShell'), of('shell')],
      [0, 1, 0, 0, 0, 1],
    );
  });

  it('of a redirected call are those of the new tool, and who ran is counted no more', async () => {
    const ran: string[] = [];
    const note = (name: string) => () => void ran.push(name);
    const exports = {
      read: hook('preToolUse', { tools: 'Read' }, note('read')),
      edit: hook('preToolUse', { tools: 'Edit' }, note('edit')),
      bash: hook('preToolUse', { tools: 'Bash' }, note('bash')),
      turn: hook('preToolUse', { tools: 'Bash' }, (ctx) => {
        ran.push('turn');
        return ctx.redirect('Read', { file_path: 'a' });
      }),
      judge: policy({ tools: 'Read' }, note('judge')),
      other: policy({ tools: 'Bash' }, note('other')),
    };
    const { skipped } = await runChain(bash('ls'), hooksOf(exports), around());
    assert.deepEqual(ran, ['bash', 'turn', 'read', 'judge']);
    assert.deepEqual(skipped, { ...noSkips, tool: 2 });
  });

  it('are not asked of all that are to come each time that one has ended', async () => {
    let asked = 0;
    const hooks = hooksOf({ all: Array.from({ length: 500 }, () => hook('preToolUse', () => undefined)) }).map((one) => ({
      ...one,
      options: Object.defineProperty({ ...one.options }, 'redacts', { get: () => ++asked < 0, enumerable: true }),
    }));
    await runChain(bash('ls'), hooks, around());
    assert.ok(asked < 10 * hooks.length, `${asked}`);
  });

  it('are not asked of one that has judged before its host died', async () => {
    const ran: string[] = [];
    const hooks = hooksOf({
      first: policy({ tools: 'Bash' }, () => void ran.push('first')),
      second: policy({ tools: 'Bash' }, () => void ran.push('second')),
    });
    const request = bash('ls');
    let progress: unknown;
    await runPolicies(request, [hooks[0]!], around({ progressed: (now) => (progress = structuredClone(now)) }));
    progress ??= { ranIds: [hooks[0]!.id], carried: carriedOf(request, {}) };
    ran.length = 0;
    await runPolicies(request, hooks, around(), { progress: progress as never });
    assert.deepEqual(ran, ['second']);
  });
});

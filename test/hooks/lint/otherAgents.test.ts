/** What the agents under guard cannot be told of a hook: said where it is written, only where one is guarded, and true to what happens. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentConfig } from '../../../src/guard/config/agentConfigs';
import { Linter } from '../../../src/hooks/lint/lint';
import { answer, protocols } from '../../../src/protocols';
import { beyond, type Use } from '../../../src/protocols/beyond';
import { type AgentName, agentNames, type Occurrence, type SharedEvent, type Verdict } from '../../../src/protocols/protocol';
import { runCli } from '../../fixtures/cli';
import { root } from '../../fixtures/core';

const head = "import { hook, policy } from 'hooksmith';\n";
const said: [text: string, guarded: AgentName[], message: string | undefined][] = [
  ["hook('beforeStep', (ctx) => ctx.stop('no'))", ['claude', 'cursor'], 'beforeStep is not called in Claude Code and Cursor'],
  ["hook('preToolUse', (ctx) => ctx.deny('no'))", ['claude', 'vscode', 'copilot', 'cursor', 'gemini', 'codex'], undefined],
  ["policy((ctx) => ctx.ask('hm'))", ['claude', 'cursor', 'codex'], 'asks: not in Cursor and Codex (denied)'],
  [
    "hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.respond('done'))",
    ['copilot'],
    'answers for the tool: not in GitHub Copilot (denied, with the answer as the reason)',
  ],
  [
    "hook('preToolUse', { tools: 'Bash' }, (ctx) => (ctx.step > 1 ? ctx.modify({ input: { command: 'ls' } }) : ctx.deny('no')))",
    ['claude', 'gemini'],
    undefined,
  ],
  [
    "hook('postToolUse', (ctx) => ctx.modify({ output: 'less' }))",
    ['cursor', 'vscode', 'gemini'],
    'changes the output: not in Cursor (not told, but of an MCP tool); changes the output: not in VS Code (told beside the output, which stays)',
  ],
  [
    "hook('UserPromptSubmit', (ctx) => ctx.modify({ context: 'today' }))",
    ['codex', 'vscode'],
    'adds context: not in VS Code (not told)',
  ],
  ["hook('preToolUse', () => ({ action: 'ask', reason: 'hm' }))", ['codex'], 'asks: not in Codex (denied)'],
];

describe('What other agents cannot be told', function () {
  this.timeout(120_000);
  let folder: string;
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-lint-')));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const linter = new Linter(join(root, 'dist'));
  const messages = async (text: string, guarded: AgentName[]) => {
    const path = join(folder, 'a.ts');
    writeFileSync(path, `${head}export const a = ${text};`);
    const problems = await linter.lint({ folder, hooks: [path] }, { tools: ['Bash'], guarded });
    return problems.filter(({ code }) => code === 'other-agent').map(({ line, message }) => ({ line, message }));
  };

  for (const [text, guarded, message] of said)
    it(`is said of ${text.slice(0, 90)} for ${guarded.join(', ')}`, async () => {
      assert.deepEqual(await messages(text, guarded), message === undefined ? [] : [{ line: 2, message }]);
      assert.deepEqual(await messages(text, []), []);
    });

  it('are tools that they alone have: a name that looks like none of ours is theirs, a misspelt one of ours is not', async () => {
    const path = join(folder, 'a.ts');
    const unknown = async (tool: string, guarded: AgentName[]) => {
      writeFileSync(path, `${head}export const a = policy({ tools: '${tool}' }, (ctx) => ctx.deny('no'));`);
      const problems = await linter.lint({ folder, hooks: [path] }, { tools: ['Bash', 'Read'], guarded });
      return problems.filter(({ code }) => code === 'unknown-tool').map(({ message }) => message);
    };
    assert.deepEqual(await unknown('ExitPlanMode', ['claude']), []);
    assert.deepEqual(await unknown('ExitPlanMode', []), ["no tool is named 'ExitPlanMode'"]);
    assert.deepEqual(await unknown('Bsh', ['claude']), ["no tool is named 'Bsh': did you mean 'Bash'?"]);
  });

  it('is told by hooksmith check, where one is guarded', async () => {
    const [home, project] = ['home', 'project'].map((name) => join(folder, name));
    mkdirSync(join(project!, '.hooksmith', 'hooks'), { recursive: true });
    mkdirSync(home!);
    writeFileSync(join(project!, '.hooksmith', 'hooks', 'a.ts'), `${head}export const a = policy((ctx) => ctx.ask('hm'));`);
    const env = { HOME: home, USERPROFILE: home };
    const check = async () => (await runCli(project!, ['check'], env)).stdout;
    assert.equal(await check(), '1 files, 0 errors, 0 warnings\n');
    await runCli(project!, ['guard', 'cursor', '--yes'], env);
    assert.match(await check(), /^\.hooksmith\/hooks\/a\.ts:2:18: warning other-agent: asks: not in Cursor \(denied\)\n/);
  });

  /** What happens at the event itself is the measure. */
  const verdicts: Partial<Record<Use, Verdict>> = {
    allow: { action: 'allow' },
    ask: { action: 'ask', reason: 'hm' },
    deny: { action: 'deny', reason: 'no' },
    input: { inputs: [{ command: 'pwd' }] },
    output: { output: 'less' },
    context: { context: ['more'] },
    continueWith: { continueWith: 'go on' },
  };
  const calls = [{ toolName: 'Bash', input: { command: 'ls' } }];
  const told: Partial<Record<SharedEvent, Occurrence['told']>> = {
    preToolUse: { event: 'preToolUse', calls },
    postToolUse: { event: 'postToolUse', calls, output: 'all' },
    userMessage: { event: 'userMessage', text: 'hello' },
    stop: { event: 'stop', again: false },
  };
  const decides: Record<string, Use[]> = {
    preToolUse: ['allow', 'ask', 'deny', 'input'],
    postToolUse: ['output', 'context'],
    userMessage: ['deny', 'context'],
    stop: ['continueWith'],
  };
  for (const agent of agentNames)
    it(`is what ${agent} is not told when it happens`, () => {
      const { events } = protocols[agent];
      for (const [event, uses] of Object.entries(decides))
        for (const use of uses) {
          const lost = [...events]
            .filter(([, { ours }]) => ours === event)
            .map(([theirEvent]) => {
              const payload = {
                tool_name: theirTool(agent),
                tool_input: { command: 'ls' },
                tool_response: { stdout: 'all', stderr: '' },
              };
              const occurrence = { agent, theirEvent, sessionId: 's', folders: [], told: told[event as SharedEvent]!, payload };
              return answer(occurrence as Occurrence, verdicts[use]!).lost.length > 0;
            });
          const isLost = lost.every(Boolean);
          assert.equal(beyond(agent, event, [use]).length > 0, isLost, `${agent} ${event} ${use}`);
        }
    });

  it('is an end that an agent never tells of, and that no tool runs again', () => {
    const reach = { command: '', windows: '' };
    for (const agent of agentNames) {
      const asked = agentConfig(agent, reach, { user: false, local: false }).entries.map(({ event }) => event);
      for (const ours of new Set([...protocols[agent].events.values()].map((event) => event.ours))) {
        const isAsked = asked.some((event) => protocols[agent].events.get(event)?.ours === ours);
        if (ours) assert.equal(beyond(agent, ours, []).length === 0, isAsked, `${agent} ${ours}`);
      }
      if (beyond(agent, 'toolError', []).length === 0)
        assert.deepEqual(beyond(agent, 'toolError', ['retry']), [
          { does: 'has the tool run again', becomes: 'what it gave stays' },
        ]);
    }
  });
});

const theirTool = (agent: AgentName): string =>
  ({ claude: 'Bash', vscode: 'run_in_terminal', copilot: 'bash', cursor: 'Shell', gemini: 'run_shell_command', codex: 'Bash' })[
    agent
  ];

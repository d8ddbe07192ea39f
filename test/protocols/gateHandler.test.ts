/** What `hooksmith guard` writes, and has written, is known by its form; what others wrote is theirs, however alike it looks. */
import assert from 'node:assert/strict';
import { configuredIn } from '../../src/protocols/configured';
import { isGateHandler } from '../../src/protocols/gateHandler';
import { type AgentName, agentNames } from '../../src/protocols/protocol';

const node = `'/opt/node' '/x/it'\\''s/dist/gate.js' --agent claude --within 50`;
const told = "claude '/tmp/hooksmith-1/gate' '/opt/node' 50";
const byPerl = `PERL5OPT= PERL_UNICODE=0 PERL_BADLANG=0 /usr/bin/perl '/x/dist/gate.pl' ${told}`;
const byCmd = '"C:\\Program Files\\node.exe" "C:\\x\\dist\\gate.js" --agent claude --within 50 || exit 2';
const command = (line: string) => ({ type: 'command', command: line });
const address = { type: 'http', url: 'http://127.0.0.1:4711/gate/claude', headers: { Authorization: 'Bearer 0123' } };

describe('a handler that asks the gate', () => {
  it('is ours in each form that any version of ours has written', () => {
    for (const handler of [
      command(`${node} || exit 2`),
      command(`ELECTRON_RUN_AS_NODE=1 ${node} || exit 1`),
      command(`ELECTRON_RUN_AS_NODE=1 ${node.replace(' --within', " --at '/tmp/hooksmith-1/gate' --within")} || exit 2`),
      { ...command(`${byPerl} || exit 2`), windows: byCmd.replace(' --within', ' --at "\\\\.\\pipe\\hooksmith-me" --within') },
      command(`sh '/x/dist/gate.sh' ${told} || exit 2`),
      command(`PERL5OPT= PERL_UNICODE=0 PERL_BADLANG=0 perl '/x/dist/gate.pl' ${told} || exit 2`),
      command(`${byPerl} || exit 1`),
      command(`${byPerl} || sh -c 'echo hooksmith refuses >&2; exit 2'`),
      { command: `${byPerl} || exit 2`, timeout: 60, failClosed: true },
      { ...command(`${byPerl} || exit 2`), windows: byCmd, timeout: 60, timeoutSec: 60 },
      { ...command(`${byPerl} || exit 2`), commandWindows: `set ELECTRON_RUN_AS_NODE=1&& ${byCmd}` },
      { type: 'command', bash: `${byPerl} || exit 2`, powershell: `cmd /c '${byCmd.replace('x', "it''s")}'` },
      address,
    ]) {
      assert.ok(isGateHandler('claude', handler), JSON.stringify(handler));
      assert.ok(!isGateHandler('codex', handler), 'of that agent alone');
    }
  });

  it('is somebody else’s where it only looks alike, or does more', () => {
    const theirs: unknown[] = [
      command('./ci/quality-gate.sh claude'),
      command('node gate.js --agent claude'),
      command("sh './gate.sh' claude"),
      command(`${byPerl} || exit 2; ./notify.sh`),
      command(`./log.sh && ${byPerl} || exit 2`),
      { ...command(`${byPerl} || exit 2`), windows: 'mine.cmd' },
      { ...command('./mine.sh'), env: { LINE: `${byPerl} || exit 2` } },
      { ...address, url: 'http://127.0.0.1:4711/gate/claude/mine' },
      { ...address, headers: {} },
      { ...command('./mine.sh'), url: address.url },
      { type: 'http' },
      {},
      `${byPerl} || exit 2`,
    ];
    for (const handler of theirs) assert.ok(!isGateHandler('claude', handler), JSON.stringify(handler));
  });

  it('is not imported, of whichever agent; one that looks alike is', () => {
    const line = (agent: AgentName) => `${byPerl.replace('claude', agent)} || exit 2`;
    const hooks = [...agentNames.map((agent) => command(line(agent))), command('./ci/quality-gate.sh claude')];
    const found = configuredIn('claude', { hooks: { PreToolUse: [{ hooks }] } }, 'linux');
    assert.deepEqual([found.hooks.map((hook) => hook.command), found.leftOut], [['./ci/quality-gate.sh claude'], []]);
  });
});

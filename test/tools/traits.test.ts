import assert from 'node:assert/strict';
import type { Tool } from '../../src/agent/ports/tool';
import { Toolbox } from '../../src/agent/tools/toolbox';
import { ToolRegistry } from '../../src/agent/tools/toolRegistry';
import { builtIn, editing } from '../../src/shared/calls/toolNames';
import { allowingRule, restrictingRule } from '../../src/shell/rules/rules';
import { builtIns } from '../fixtures/builtIns';

const place = {
  cwd: '/w',
  folders: ['/w'],
  home: '/home/me',
  files: { realPath: (path: string) => path } as never,
};

describe('what is true of a tool', () => {
  const registry = new ToolRegistry();
  registry.registerScope(builtIn, builtIns);
  const toolbox = new Toolbox(registry, place);
  const named = (test: (tool: Tool) => unknown) =>
    (builtIns as readonly unknown[] as Tool[]).filter(test).map(({ name }) => name);

  it('says what runs unasked, what edits, and what reads', () => {
    const harmless = [
      'Read',
      'Glob',
      'Grep',
      'LS',
      'Diagnostics',
      'TodoWrite',
      'AskUserQuestion',
      'TaskOutput',
      'Agent',
      'Handoff',
    ];
    assert.deepEqual(named((tool) => tool.harmless).sort(), harmless.sort());
    assert.deepEqual(named((tool) => tool.edits).sort(), ['Edit', 'MultiEdit', 'NotebookEdit', 'Write']);
    assert.deepEqual([...editing].sort(), named((tool) => tool.edits).sort());
    assert.deepEqual(
      named((tool) => tool.reads),
      ['Read'],
    );
    // What runs unasked must not act.
    assert.deepEqual(
      named((tool) => tool.harmless && !tool.readOnly),
      [],
    );
  });

  it('is told of an input that its schema refuses, whatever stands there', () => {
    const nonsense = [5, true, null, [5], { a: 5 }];
    for (const name of ['Bash', 'Read', 'Write', 'Edit', 'MultiEdit', 'Glob', 'Grep', 'LS', 'WebFetch', 'NotebookEdit']) {
      const fields = Object.keys(toolbox.facts(name, {}).declaration!.input_schema.properties ?? {});
      for (const value of nonsense) {
        const { status, problem } = toolbox.facts(name, Object.fromEntries(fields.map((field) => [field, value])));
        assert.equal(status, 'invalid', `${name} of ${JSON.stringify(value)}`);
        assert.match(problem!, new RegExp(`^invalid input for ${name}: `));
      }
    }
  });

  it('says what a call waits for', () => {
    const waiting = (lock: string) => registry.names.filter((name) => toolbox.lockOf(name) === lock).sort();
    assert.deepEqual(waiting('write'), ['Bash', 'Edit', 'MultiEdit', 'NotebookEdit', 'Write']);
    assert.deepEqual(waiting('none'), ['AskUserQuestion', 'BashOutput', 'Handoff', 'KillShell', 'TaskOutput', 'TaskStop']);
    assert.deepEqual(waiting('agents'), ['Agent', 'Task']);
    assert.equal(toolbox.lockOf('gone'), 'write');
  });

  it('knows what is answered elsewhere by whatever name it is called', () => {
    const elsewhere = new Toolbox(registry, place, undefined, ['Agent', 'mcp__*']);
    for (const name of ['Agent', 'agent', 'Task', 'mcp__far__echo']) assert.ok(elsewhere.isExternal(name), name);
    for (const name of ['Read', 'TaskOutput', 'gone']) assert.ok(!elsewhere.isExternal(name), name);
  });

  it('takes a rule that restricts edits for one on all that changes files', () => {
    const calls = [
      toolbox.facts('Edit', { file_path: 'src/a', old_string: 'a', new_string: 'b' }),
      toolbox.facts('Write', { file_path: 'src/a', content: '' }),
      toolbox.facts('MultiEdit', { file_path: 'src/a', edits: [{ old_string: 'a', new_string: 'b' }] }),
      toolbox.facts('notebookedit', { notebook_path: 'src/a.ipynb', new_source: '' }),
    ];
    for (const rule of ['Edit', 'edit(src/**)', 'Edit(src)'])
      for (const [n, facts] of calls.entries()) {
        assert.equal(restrictingRule([rule], facts)?.rule, rule, facts.toolName);
        assert.equal(allowingRule([rule], facts), n === 0 ? rule : undefined, facts.toolName);
      }
    for (const facts of calls) assert.equal(restrictingRule(['Edit(lib/**)', 'Write(lib)'], facts), undefined);
    assert.equal(restrictingRule(['Edit'], toolbox.facts('Read', { file_path: 'src/a' })), undefined);
    assert.equal(restrictingRule(['Write'], calls[0]!), undefined);
  });

  it('knows a skill by its bare name, however it is called', () => {
    for (const skill of ['deploy', '/deploy', ' /deploy ']) assert.equal(toolbox.facts('Skill', { skill }).input.skill, 'deploy');
    assert.equal(toolbox.facts('Skill', { skill: ' / ' }).status, 'invalid');
  });

  it('takes a rule on an older name for one on the tool', () => {
    const facts = toolbox.facts('bashoutput', { bash_id: 'command_1' });
    for (const rule of ['BashOutput', 'bashoutput', 'TaskOutput', 'Bash*', 'Task*'])
      assert.equal(restrictingRule([rule], facts)?.rule, rule);
    for (const rule of ['BashOutput', 'TaskOutput', 'Task*']) assert.equal(allowingRule([rule], facts), rule);
    // Nobody who allows `Bash*` means tasks.
    assert.equal(allowingRule(['Bash*'], facts), undefined);
  });
});

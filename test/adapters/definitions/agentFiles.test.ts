/** Definitions of subagents: what a file may say, and how it is told what is wrong with it. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AgentFiles, agentFolders } from '../../../src/adapters/definitions/agentFiles';

describe('agent files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-agents-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, text: string) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const read = () => new AgentFiles(agentFolders(folder));
  const problems = (agents: AgentFiles) =>
    agents.problems.map(
      ({ file, line, column, severity, message }) => `${file.slice(folder.length + 1)}:${line}:${column} ${severity} ${message}`,
    );

  it('reads front matter and body', () => {
    write(
      '.hooksmith/agents/reader.md',
      '---\r\nname: reader\r\ndescription: >\r\n  Reads\r\n  much.\r\ntools: Read, Grep\r\nmodel: haiku\r\n---\r\n\r\nYou read.\r\n\r\n---\r\nAnd more.\r\n',
    );
    write(
      '.hooksmith/agents/plain.md',
      '---\ndescription: Plain.\ntools:\n  - Read\n  - mcp__*\ndisallowedTools: [mcp__x__*]\nmodel: inherit\n---\nBody',
    );
    const agents = read();
    assert.deepEqual(problems(agents), []);
    const { file: _, ...reader } = agents.get('reader')!;
    assert.deepEqual(reader, {
      name: 'reader',
      description: 'Reads much.\n',
      system: 'You read.\r\n\r\n---\r\nAnd more.',
      tools: ['Read', 'Grep'],
      model: 'haiku',
    });
    const plain = agents.get('plain')!;
    assert.deepEqual([plain.tools, plain.disallowedTools, plain.model], [['Read', 'mcp__*'], ['mcp__x__*'], undefined]);
  });

  it('takes what Claude Code takes and YAML does not: a colon or a star in a plain value', () => {
    const why = 'Use this agent when it\'s late. Examples: <example>Context: a\\nuser: "b"</example>';
    const path = write(
      '.claude/agents/late.md',
      `---\r\nname: late\r\ndescription: ${why}\r\ntools: *\r\nmodle: opus\r\n---\r\nx`,
    );
    const agents = read();
    const { description, tools } = agents.get('late')!;
    assert.deepEqual([description, tools], [why, ['*']]);
    assert.deepEqual(problems(agents), ['.claude/agents/late.md:5:1 warning modle is not known here; did you mean model?']);
    // What is wrong beside is told as it stands.
    writeFileSync(path, `---\ndescription: ${why}\ntools: [Read\n---\nx`);
    agents.load();
    assert.match(problems(agents)[0]!, /^\.claude\/agents\/late\.md:\d+:\d+ error /);
  });

  it('names a tool that is not there, its place and the nearest there is, as the tools are now', () => {
    write(
      '.hooksmith/agents/a.md',
      '---\ndescription: A.\ntools: read, Grpe, Task, mcp__db__x, WebFetch\ndisallowedTools:\n  - Bsh\n  - Edit*\n  - Weather\n---\nx',
    );
    const tools = ['Read', 'Grep', 'Bash', 'Edit', 'Agent', 'Task'];
    const agents = new AgentFiles(agentFolders(folder), () => tools);
    const told = [
      '.hooksmith/agents/a.md:3:14 warning there is no tool Grpe; did you mean Grep?',
      '.hooksmith/agents/a.md:5:5 warning there is no tool Bsh; did you mean Bash?',
    ];
    assert.deepEqual(problems(agents), [...told, '.hooksmith/agents/a.md:7:5 warning there is no tool Weather']);
    tools.push('Weather');
    assert.deepEqual(problems(agents), told);
  });

  it('reads what the conversation’s own agent is, which nobody gives a task', () => {
    write('.hooksmith/agents/main.md', '---\nhandoffs: writer, editr\ntools: Read\nmodel: opus\n---\nYou lead.');
    write('.hooksmith/agents/writer.md', '---\ndescription: writes\nhandoffs: [editor, main]\n---\nx');
    write('.hooksmith/agents/editor.md', '---\ndescription: edits\n---\nx');
    const agents = read();
    assert.deepEqual(
      agents.all().map(({ name }) => name),
      ['editor', 'writer'],
    );
    const { system, tools, handoffs, model } = agents.get('main')!;
    assert.deepEqual([system, tools, handoffs, model], ['You lead.', ['Read'], ['writer', 'editr'], undefined]);
    assert.deepEqual(agents.get('writer')!.handoffs, ['editor', 'main']);
    assert.deepEqual(problems(agents), [
      '.hooksmith/agents/main.md:1:1 warning the model of the conversation is chosen where it is held: model counts for other agents',
      '.hooksmith/agents/main.md:2:19 warning there is no agent editr; did you mean editor?',
    ]);
  });

  it('takes those of .claude too, after its own', () => {
    write('.claude/agents/a.md', '---\nname: a\ndescription: theirs\ncolor: red\n---\nx');
    write('.claude/agents/b.md', '---\nname: b\ndescription: theirs\n---\nx');
    write('.hooksmith/agents/a.md', '---\nname: a\ndescription: ours\n---\nx');
    const agents = read();
    assert.deepEqual(
      agents.all().map(({ name, description }) => `${name} ${description}`),
      ['a ours', 'b theirs'],
    );
    assert.deepEqual(problems(agents), [
      `.claude/agents/a.md:1:1 warning the agent a is defined in ${join(folder, '.hooksmith/agents/a.md')} already`,
    ]);
  });

  it('names what is wrong at its place, and keeps the last good version', () => {
    const path = write('.hooksmith/agents/a.md', '---\ndescription: good\n---\nx');
    const agents = read();
    for (const [text, problem] of [
      ['You are a.', '1:1 error an agent begins with front matter: a line ---, then name and description, then a line ---'],
      ['---\ndescription: [1\n---\nx', /^[23]:\d+ error /],
      ['---\ntools: Read\n---\nx', '1:1 error description is needed: it tells the model what the agent is for'],
      ['---\nname: a/b\ndescription: x\n---\nx', '2:7 error name must be letters, digits, - and _'],
      ['---\ndescription: x\ntools: 5\n---\nx', '3:8 error tools must be names, as a list or with commas between them'],
      ['---\ndescription: x\ntools: [Read, 5]\n---\nx', '3:8 error tools must be names, as a list or with commas between them'],
      ['---\ndescription: 5\n---\nx', '2:14 error description must be a text'],
      ['---\ndescription: x\nhandoffs: {}\n---\nx', /^3:\d+ error handoffs /],
    ] as const) {
      writeFileSync(path, text);
      agents.load();
      const [found] = problems(agents).map((line) => line.slice('.hooksmith/agents/a.md:'.length));
      if (typeof problem === 'string') assert.equal(found, problem);
      else assert.match(found ?? '', problem);
      assert.equal(agents.get('a')?.description, 'good');
    }
    writeFileSync(path, '---\ndescription: x\ntool: Read\n---\nx');
    agents.load();
    assert.deepEqual(problems(agents), ['.hooksmith/agents/a.md:3:1 warning tool is not known here; did you mean tools?']);
    assert.equal(agents.get('a')?.description, 'x');
    rmSync(path);
    agents.load();
    assert.deepEqual(agents.all(), []);
  });
});

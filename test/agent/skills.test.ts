import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'mocha';
import type { ModelPort } from '../../src/agent/ports/model';
import { Rehearsal } from '../../src/models/rehearsal';
import type { RehearsalScript } from '../../src/models/rehearsalScript';
import type { ModelRequest } from '../../src/shared/messages/messages';
import { allows, Core, type CoreOptions, SharedHost } from '../fixtures/core';

const use = (skill: string, args?: string) => ({
  content: [{ type: 'tool_use' as const, id: `use-${skill}`, name: 'Skill', input: { skill, ...(args ? { args } : {}) } }],
});
const says = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const file = (head: string, body: string) => `---\n${head}\n---\n${body}\n`;
const files = {
  '.claude/skills/release/SKILL.md': file(
    'name: release\ndescription: Makes a release. Use it\n  when a version is to be published.\nallowed-tools: Bash',
    'Tag it as $ARGUMENTS, then read checklist.md.',
  ),
  '.hooksmith/skills/review/SKILL.md': file('description: Reviews a change', 'Look for bugs.'),
  '.claude/skills/mine/SKILL.md': file('description: For people\ndisable-model-invocation: true', 'By hand only.'),
  '.claude/skills/its/SKILL.md': file('description: For models\nuser-invocable: false', 'Never by hand.'),
};

describe('skills', () => {
  const host = new SharedHost();
  let core: Core;
  let requests: ModelRequest[];
  afterEach(() => core?.stop());
  after(() => host.dispose());
  const start = async (script: RehearsalScript, options: CoreOptions = {}) => {
    requests = [];
    const model = (agent: string): ModelPort => {
      const rehearsal = new Rehearsal(script, agent);
      return Object.assign(Object.create(rehearsal) as ModelPort, {
        call: (request: ModelRequest, stream: never) => {
          requests.push(structuredClone(request));
          return rehearsal.call(request, stream);
        },
      });
    };
    core = await Core.start({ host, files, model, ...options });
  };
  const offered = (n = 0) => requests[n]!.tools?.find(({ name }) => name === 'Skill')?.description ?? '';
  const result = () => {
    const blocks = core.session.history.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
    const found = blocks.find(({ type }) => type === 'tool_result') as { content: unknown; is_error?: boolean };
    return { text: JSON.stringify(found.content), isError: found.is_error === true };
  };
  const commands = async () =>
    (await Promise.all(core.assembled.commands.map((source) => source.list()))).flat().map(({ name }) => name);

  it('are offered to the model by name and description, and loaded when it asks and the human lets it', async () => {
    const asked: string[][] = [];
    await start(
      { turns: [use('release', '1.2.0'), says('done')] },
      {
        human: (request, signal) => {
          asked.push([request.toolName, ...request.suggestions]);
          return allows(request, signal);
        },
      },
    );
    await core.session.send('go');
    assert.deepEqual(asked, [['Skill', 'Skill']]);
    assert.match(offered(), /^- release: Makes a release\. Use it when a version is to be published\.$/m);
    assert.match(offered(), /^- review: Reviews a change$/m);
    assert.ok(!offered().includes('Tag it as'));
    const { text } = result();
    assert.match(text, /Tag it as 1\.2\.0, then read checklist\.md\./);
    assert.ok(text.includes(join('skills', 'release').replaceAll('\\', '\\\\')), 'where its files lie');
    assert.match(text, /grant nothing/);
  });

  it('are for people, for models or for both, as their heads say', async () => {
    await start({ turns: [use('mine'), says('done')] });
    await core.session.send('go');
    assert.match(offered(), /^- its: For models$/m);
    assert.ok(!offered().includes('mine'));
    assert.match(result().text, /there is no skill mine/);
    const all = await commands();
    assert.ok(all.includes('mine') && all.includes('release') && !all.includes('its'));
    const { content } = await core.session.compose('/its');
    assert.equal(content, '/its');
  });

  it('are no tool where there is none, and in an agent that may not have it', async () => {
    await start({ turns: [says('done')] }, { files: {} });
    await core.session.send('go');
    assert.equal(offered(), '');
    await core.stop();
    await start(
      {
        turns: [
          { content: [{ type: 'tool_use', id: 'a', name: 'Agent', input: { subagent_type: 'helper', prompt: 'go' } }] },
          says('done'),
        ],
        agents: { helper: { turns: [says('done')] } },
      },
      { files: { ...files, '.hooksmith/agents/helper.md': file('name: helper\ndescription: Helps\ntools: Read', 'Help.') } },
    );
    await core.session.send('go');
    assert.deepEqual(
      requests.map((_, n) => offered(n) !== ''),
      [true, false, true],
    );
  });

  it('that come or go count from the next run on; one that went cannot be loaded', async () => {
    await start({ turns: [says('one'), use('review'), says('two')] });
    await core.session.send('go');
    rmSync(join(core.folder, '.hooksmith/skills'), { recursive: true });
    await core.session.send('again');
    assert.ok(!offered(1).includes('review'));
    assert.match(result().text, /there is no skill review/);
  });

  it('pass hooks and policies like any call; what may not be read is neither offered nor loaded', async () => {
    await start(
      { turns: [use('release'), says('done')] },
      {
        hooks: {
          'a.ts': `import { denyPaths, hook } from 'hooksmith';
            export const hidden = denyPaths('.hooksmith/skills');
            export const clean = hook('postToolUse', { tools: 'Skill' }, (ctx) => ctx.modify({ output: String(ctx.output).replace('Tag it', 'Sign it') }));`,
        },
      },
    );
    await core.session.send('go');
    assert.ok(offered().includes('release') && !offered().includes('review'));
    assert.match(result().text, /Sign it as/);
    await core.stop();
    await start(
      { turns: [use('release'), says('done')] },
      {
        hooks: {
          'a.ts':
            "import { hook } from 'hooksmith';\nexport const no = hook('preToolUse', { tools: 'Skill' }, (ctx) => ctx.deny('not here'));",
        },
      },
    );
    await core.session.send('go');
    assert.deepEqual([result().isError, /not here/.test(result().text)], [true, true]);
  });

  it('are those of the agent that loads one: what is hidden from it, another was offered', async () => {
    await start(
      {
        turns: [
          { content: [{ type: 'tool_use', id: 'a', name: 'Agent', input: { subagent_type: 'helper', prompt: 'go' } }] },
          says('done'),
        ],
        agents: { helper: { turns: [use('review'), use('release'), says('done')] } },
      },
      {
        files: { ...files, '.hooksmith/agents/helper.md': file('name: helper\ndescription: Helps', 'Help.') },
        hooks: {
          'a.ts': `import { policy } from 'hooksmith';
            export const hidden = policy({ tools: 'Read', match: { file_path: '**/review/*' } }, (ctx) =>
              ctx.agentName === 'helper' ? ctx.deny('not for helpers') : undefined);`,
        },
      },
    );
    await core.session.send('go');
    assert.ok(offered(0).includes('review') && !offered(1).includes('review') && offered(1).includes('release'));
    const [, second, third] = requests.slice(1).map(({ messages }) => JSON.stringify(messages.at(-1)));
    assert.match(second ?? '', /there is no skill review/);
    assert.match(third ?? '', /Tag it as/);
  });

  it('of a workspace that nobody trusts are not there', async () => {
    await start({ turns: [says('done')] }, { distrusted: 'nobody trusts it' });
    await core.session.send('go');
    assert.equal(offered(), '');
  });
});

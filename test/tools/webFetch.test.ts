import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Toolbox } from '../../src/agent/tools/toolbox';
import { ToolRegistry } from '../../src/agent/tools/toolRegistry';
import { builtIn } from '../../src/shared/calls/toolNames';
import { suggestRules } from '../../src/shell/rules/ruleOffers';
import { allowingRule, restrictingRule, ruleProblem } from '../../src/shell/rules/rules';
import { builtIns } from '../fixtures/builtIns';
import { allows, Core } from '../fixtures/core';

const registry = new ToolRegistry();
registry.registerScope(builtIn, builtIns);
const place = { cwd: '/w', folders: ['/w'], home: '/home/me', files: { realPath: (path: string) => path } as never };
const toolbox = new Toolbox(registry, place);
const facts = (url: string) => toolbox.facts('WebFetch', { url });

describe('WebFetch', () => {
  const rules: [rule: string, url: string, matches: boolean][] = [
    ['WebFetch(domain:example.com)', 'https://example.com/a?b', true],
    ['WebFetch(domain:example.com)', 'https://EXAMPLE.com./', true],
    ['WebFetch(domain:EXAMPLE.com)', 'https://user:pass@example.com:8080/', true],
    ['WebFetch(domain:example.com)', 'https://evil.example.com/', false],
    ['WebFetch(domain:example.com)', 'https://example.com.evil.org/', false],
    ['WebFetch(domain:example.com)', 'https://example.com@evil.org/', false],
    ['WebFetch(domain:*.example.com)', 'https://a.b.example.com/', true],
    ['WebFetch(domain:*.example.com)', 'https://example.com/', false],
    ['WebFetch', 'https://anything.org', true],
    ['WebFetch(domain:bücher.example)', 'https://BÜCHER.example/', true],
    ['WebFetch(domain:*.bücher.example)', 'https://a.b%C3%BCcher.example/', true],
    ['WebFetch(domain:*.bücher.example)', 'https://bucher.example/', false],
    ['WebFetch(domain:127.1)', 'http://0x7f000001/', true],
    ['WebFetch(domain:::1)', 'http://[0:0::1]:80/', true],
    ['webfetch(domain:example.com)', 'https://example.com/', true],
    ['Read(domain:example.com)', 'https://example.com/', false],
  ];
  for (const [rule, url, matches] of rules)
    it(`${matches ? 'is' : 'is not'} what ${rule} means, of ${url}`, () => {
      assert.equal(allowingRule([rule], facts(url)), matches ? rule : undefined);
      assert.equal(restrictingRule([rule], facts(url))?.rule, matches ? rule : undefined);
    });

  it('is offered rules by its host, and rules of another form are none', () => {
    assert.deepEqual(suggestRules(facts('https://docs.example.com/a')), ['WebFetch(domain:docs.example.com)']);
    assert.match(ruleProblem('WebFetch(https://example.com)') ?? '', /write WebFetch\(domain:example\.com\)/);
    assert.equal(ruleProblem('WebFetch(domain:example.com)'), undefined);
    // What no host is compared with.
    for (const text of ['example.com:8080', 'https://example.com', 'example.com/a', 'me@example.com', '[::1]:80', '*:80'])
      assert.match(ruleProblem(`WebFetch(domain:${text})`) ?? '', /can never match/, text);
  });

  for (const url of ['file:///etc/passwd', 'ftp://example.com', 'example.com', 'javascript:alert(1)'])
    it(`takes no ${url}`, () => assert.equal(facts(url).status, 'invalid'));

  it('is held to the hosts of a policy that confines it', () => {
    const call = facts('https://example.com/');
    assert.match(toolbox.goesAgainst(call, { hosts: ['other.org'] }) ?? '', /example\.com may not be reached/);
    assert.match(toolbox.goesAgainst(call, { denyRead: ['x'] }) ?? '', /may not be reached/);
    assert.equal(toolbox.goesAgainst(call, { hosts: ['*.com'] }), undefined);
    assert.equal(toolbox.goesAgainst(call, { denyRead: ['x'], hideOnly: true }), undefined);
  });

  it('asks for each host, shows it to hooks, and gives the page', async () => {
    const server = createServer((request, response) => response.end(request.url === '/away' ? '' : `said ${request.url}`));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const fetch = (path: string, more = {}) => ({
      type: 'tool_use' as const,
      name: 'WebFetch',
      input: { url: url + path, ...more },
    });
    const asked: string[] = [];
    const core = await Core.start({
      hooks: {
        'a.ts': `import { policy, hook } from 'hooksmith';
export const no = policy({ tools: 'WebFetch', match: { url: '*/forbidden*' } }, (ctx) => ctx.deny('not that one'));
export const seen = hook('preToolUse', { tools: 'WebFetch' }, (ctx) => { ctx.log(ctx.input.url); });`,
      },
      script: { turns: [{ content: [fetch('/one', { prompt: 'what it says' }), fetch('/forbidden')] }, { content: [] }] },
      human: (request, signal) => {
        asked.push(`${request.toolName}: ${request.suggestions.join()}`);
        return allows(request, signal);
      },
    });
    try {
      await core.session.send('go');
      const results = JSON.stringify(core.items);
      assert.deepEqual(asked, ['WebFetch: WebFetch(domain:127.0.0.1)']);
      assert.match(results, /Wanted: what it says.*said \/one/);
      assert.match(results, /not that one/);
    } finally {
      await core.stop();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

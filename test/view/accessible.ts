/** axe-core over a page or a frame of the real workbench. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

export async function assertAccessible(page: Page | Frame): Promise<void> {
  const root = process.env.HOOKSMITH_ROOT ?? process.cwd();
  // A webview is transparent; behind it is what the view stands in.
  await page.evaluate(() => {
    const { style } = document.body;
    if (getComputedStyle(document.body).backgroundColor === 'rgba(0, 0, 0, 0)')
      style.background = 'var(--vscode-sideBar-background)';
  });
  // Evaluated by the browser's debugger, so that the page's content policy stays as it is.
  await page.evaluate(readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8'));
  const violations = (await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: unknown[] }> } };
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  })) as Violation[];
  assert.deepEqual(
    violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
    ),
    [],
  );
}

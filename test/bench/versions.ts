/** Of what the figures were measured with, beside Node. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../fixtures/core';

const packages = ['@anthropic-ai/sdk', 'openai', '@modelcontextprotocol/client', 'esbuild'];

export async function versions(): Promise<string> {
  type Host = { findChromium(): string | undefined; builtInExtension(name: string): string };
  const { findChromium, builtInExtension }: Host = await import(pathToFileURL(join(root, 'test', 'vscode', 'host.mjs')).href);
  const chromium = findChromium();
  const told = chromium ? spawnSync(chromium, ['--version'], { encoding: 'utf8' }).stdout : '';
  const all = [
    ['Chromium', /[\d.]{5,}/.exec(told ?? '')?.[0]],
    ['VS Code', versionIn(join(builtInExtension('..'), 'package.json'))],
    ...packages.map((name) => [name, versionIn(join(root, 'node_modules', name, 'package.json'))]),
  ];
  return `With ${all.map(([name, version]) => `${name} ${version ?? '(not there)'}`).join(', ')}; peers with the versions that their rows name.`;
}

function versionIn(path: string): string | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).version;
  } catch {
    return undefined;
  }
}

/** What others do the same work with, in a folder of the bench's own: nothing of it is a dependency of the product. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../fixtures/core';

const folder = join(root, '.vscode-test', 'bench-peers');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
/** In the order of their installation: one that cannot be had leaves those before it. */
const packages = {
  aiSdk: ['ai@6.0.326', '@ai-sdk/anthropic@3.0.138', 'zod@4.6.7'],
  langchain: ['langchain@1.5.14', '@langchain/anthropic@1.5.11', '@langchain/core@1.4.0'],
  agentSdk: ['@anthropic-ai/claude-agent-sdk@0.3.330'],
  jiti: ['jiti@2.7.0'],
  tsx: ['tsx@4.23.15'],
} as const;
export type Peer = keyof typeof packages;

export class PeerMissing extends Error {}

/** What a peer's packages export. Rejects with `PeerMissing` where it cannot be installed. */
// biome-ignore lint/suspicious/noExplicitAny: their types are not there where they are not installed.
export function peer(name: Peer): { load(id: string): any; import(id: string): Promise<any>; version: string } {
  const wanted = packages[name];
  mkdirSync(folder, { recursive: true });
  const own = join(folder, 'package.json');
  if (!existsSync(own)) writeFileSync(own, '{"private":true}\n');
  if (!wanted.every(isInstalled)) {
    console.error(`installing ${wanted.join(', ')} …`);
    const { status, stderr } = spawnSync(npm, ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 180_000,
    });
    if (status !== 0 || !wanted.every(isInstalled))
      throw new PeerMissing(`${wanted[0]} could not be installed${stderr ? `: ${stderr.trim().split('\n').at(-1)}` : ''}`);
  }
  // A module of that folder, so that names are found from there.
  const importer = join(folder, 'importer.mjs');
  writeFileSync(importer, 'export const load = (id) => import(id);\n');
  const imported = async (id: string) => (await import(pathToFileURL(importer).href)).load(id);
  return { load: createRequire(own), import: imported, version: wanted[0].replace(/^(.+)@/, '$1 ') };
}

function isInstalled(wanted: string): boolean {
  const at = wanted.lastIndexOf('@');
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', wanted.slice(0, at), 'package.json'), 'utf8'));
    return version === wanted.slice(at + 1);
  } catch {
    return false;
  }
}

/** A hook as most agents run one: a command with the event on its input. */
export const spawnedHook = (file: string, event: unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', `node ${file}`], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', reject).on('close', () => resolve());
    child.stdin.end(JSON.stringify(event));
  });

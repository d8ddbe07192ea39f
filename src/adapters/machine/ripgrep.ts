/** ripgrep, from the platform package that carries its binary. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Search } from '../../agent/ports/machine';
import { whenAborted } from '../../shared/basics/whenAborted';

export function ripgrep(root: string): Search {
  let binary: string | undefined;
  return {
    run(args, { cwd, input, signal, maxBytes }) {
      binary ??= ripgrepBinary(root);
      return new Promise((resolve, reject) => {
        const child = spawn(binary!, ['--no-config', ...args], { cwd, stdio: 'pipe' });
        const notAborted = whenAborted(signal, () => child.kill());
        // It may end before it has read all.
        child.stdin.on('error', () => undefined).end(input);
        let stdout = '';
        let stderr = '';
        let truncated = false;
        child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
          if (truncated) return;
          stdout += chunk;
          if (stdout.length < maxBytes) return;
          truncated = true;
          // Whole lines, if there are any.
          stdout = stdout.slice(0, stdout.lastIndexOf('\n', maxBytes) + 1 || maxBytes);
          child.kill();
        });
        child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
          stderr += chunk;
        });
        child.on('error', reject);
        child.on('close', (code, ended) => {
          notAborted();
          if (signal.aborted) reject(signal.reason);
          else if (code === null && !truncated) reject(new Error(`ripgrep was ended by ${ended}`));
          else resolve({ code: code ?? 0, stdout, stderr, truncated });
        });
      });
    },
  };
}

/** The package's own entry resolves by import.meta, which does not survive bundling: its platform package is looked up here. */
export function ripgrepBinary(root: string): string {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const platform = `@vscode/ripgrep-${process.platform}-${process.arch}`;
  const packaged = join(root, 'dist', 'bin', name);
  if (existsSync(packaged)) return packaged;
  const require = createRequire(join(root, 'package.json'));
  try {
    return join(dirname(require.resolve(`${platform}/package.json`)), 'bin', name);
  } catch {
    throw new Error(`ripgrep was not found: the package ${platform} is not installed`);
  }
}

/** What makes IntelliSense work in hook files with no install: a tsconfig and typings beside them, kept current with the extension. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const tsconfig = `{
  // Written by Hooksmith, which keeps ./types current. Add what you like.
  "compilerOptions": {
    "target": "ES2022",
    "module": "ESNext",
    "moduleResolution": "Bundler",
    "lib": ["ES2023"],
    "strict": true,
    "noEmit": true,
    "skipLibCheck": true,
    "typeRoots": ["./types"],
    "types": ["node"],
    "paths": {
      "hooksmith": ["./types/hooksmith/api/index.d.ts"],
      "hooksmith/testing": ["./types/hooksmith/api/testing.d.ts"],
      "zod": ["./types/zod/index.d.cts"],
      "undici-types": ["./types/undici-types/index.d.ts"]
    }
  },
  "include": ["hooks", "tools", "agents"]
}
`;

/** Of the module `hooksmith`: where they are, and of which version. */
export interface Typings {
  folder: string;
  version: string;
}

/** Writes what is missing or of another version into `DIR/.hooksmith`; what the user wrote stays. Resolves with whether anything was written. */
export async function writeTypings(folder: string, { folder: source, version }: Typings): Promise<boolean> {
  const root = join(folder, '.hooksmith');
  const stamp = join(root, 'types', 'version');
  const isCurrent = (await readFile(stamp, 'utf8').catch(() => '')) === version;
  if (isCurrent && existsSync(join(root, 'tsconfig.json'))) return false;
  await mkdir(root, { recursive: true });
  if (!existsSync(join(root, 'tsconfig.json'))) await writeFile(join(root, 'tsconfig.json'), tsconfig);
  if (!isCurrent) {
    await rm(join(root, 'types'), { recursive: true, force: true });
    await cp(source, join(root, 'types'), { recursive: true });
    // Made anew on every machine: nothing to keep in a repository.
    await writeFile(join(root, 'types', '.gitignore'), '*\n');
    await writeFile(stamp, version);
  }
  return true;
}

/** What makes IntelliSense work in hook files with no install: a tsconfig and typings beside them, kept current with the extension. */
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
    "allowJs": true,
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
  "include": ["hooks", "tools", "agents", "types/untyped.d.ts"]
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
  const config = join(root, 'tsconfig.json');
  const isCurrent = (await readFile(stamp, 'utf8').catch(() => '')) === version;
  const there = await readFile(config, 'utf8').catch(() => undefined);
  const text = there === undefined ? tsconfig : withUntyped(withScripts(withTesting(there)));
  if (isCurrent && text === there) return false;
  await mkdir(root, { recursive: true });
  if (text !== there) await writeFile(config, text);
  if (!isCurrent) {
    await rm(join(root, 'types'), { recursive: true, force: true });
    await cp(source, join(root, 'types'), { recursive: true });
    // Made anew on every machine: nothing to keep in a repository.
    await writeFile(join(root, 'types', '.gitignore'), '*\n');
    await writeFile(stamp, version);
  }
  return true;
}

const ownPath = /(^[ \t]*)?"hooksmith"\s*:\s*\[\s*"([^"]*types\/hooksmith\/api\/)index\.d\.ts"\s*\]/m;

/** A tsconfig of before there were tests of hooks is given the path of their module; who leads `hooksmith` elsewhere has their own way. */
function withTesting(text: string): string {
  if (text.includes('"hooksmith/testing"')) return text;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  return text.replace(
    ownPath,
    (own, indent: string | undefined, types: string) =>
      `${indent ?? ''}"hooksmith/testing": ["${types}testing.d.ts"],${indent === undefined ? ' ' : end}${own}`,
  );
}

/** One of ours of before hook files of JavaScript were typed: without it they stand alone, and nothing in them has a type. */
function withScripts(text: string): string {
  const isOurs = text.includes('// Written by Hooksmith') && !text.includes('"allowJs"');
  return isOurs ? text.replace(/^([ \t]*)"noEmit": true,(\r?\n)/m, '$1"allowJs": true,$2$&') : text;
}

/** One of ours of before packages without types were declared, as long as it is of what we wrote. */
const withUntyped = (text: string): string =>
  text.includes('// Written by Hooksmith')
    ? text.replace('"include": ["hooks", "tools", "agents"]', '"include": ["hooks", "tools", "agents", "types/untyped.d.ts"]')
    : text;

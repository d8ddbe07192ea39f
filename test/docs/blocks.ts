/** Fenced blocks of the documents, and what each of them is for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../fixtures/core';

export interface Block {
  /** '' where the page says none. */
  language: string;
  text: string;
  /** 1-based, of its first fence. */
  line: number;
  /** Where it would be saved: what the line before begins with, as `.hooksmith/hooks/guard.ts`. */
  path?: string;
}
export interface Page {
  /** From the root of the repository. */
  name: string;
  text: string;
  blocks: Block[];
}

const fence = /^(`{3,})(\w*)\s*\n([\s\S]*?)\n\1\s*$/gm;

export function blocksOf(text: string): Block[] {
  return [...text.matchAll(fence)].map(({ index, 2: language, 3: body }) => {
    const before = text.slice(0, index).trimEnd().split('\n');
    const path = /^`([\w./@-]+\.(?:[mc]?[tj]s|jsonl?|ya?ml|md))`/.exec(before.at(-1)!)?.[1];
    return { language: language!, text: body!, line: text.slice(0, index).split('\n').length, ...(path ? { path } : {}) };
  });
}

const markdown = (folder: string): string[] => {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  const names = readdirSync(path, { recursive: true }).map((name) => String(name).replaceAll('\\', '/'));
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
};

/** All that is written for people who use or build the product. */
export const pages = (): Page[] =>
  ['README.md', ...markdown('.github'), ...markdown('media/reference')].map((name) => {
    const text = readFileSync(join(root, name), 'utf8');
    return { name, text, blocks: blocksOf(text) };
  });

/** What follows `#`, for each heading of a page, as GitHub and the editor make it. */
export const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.replace(fence, '').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );

/** Addresses of a page that lead to other files here, from the root; and to which heading. */
export const linksOf = ({ name, text }: Page): { path: string; anchor?: string }[] =>
  [...text.replace(fence, '').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, address]) => {
    if (/^(https?|command):/.test(address!)) return [];
    const [path, anchor] = address!.split('#');
    return [{ path: path ? join(dirname(name), path) : name, ...(anchor ? { anchor } : {}) }];
  });

/** Links of an answer to files of the workspace: a model writes them as paths, which lead nowhere from a page. */

import { decoded } from '../../shared/basics/decoded';
import { post } from '../host';

export interface FilePlace {
  path: string;
  /** 1-based. */
  line?: number;
}

/** An address that only this page knows: what else a link may lead to has a scheme of its own. */
const scheme = 'workspace:';

/** The file that a link is to, `src/a.ts`, `src/a.ts:12`, `src/a.ts#L12` and `file:///ws/a.ts` alike; undefined where it is to something else. */
export function fileOf(href: string): FilePlace | undefined {
  const text = href.replace(/^file:\/\//i, '');
  const place = /^([^#?]+?)(?:#L(\d+)[^#]*|:(\d+)(?::\d+)?)?$/s.exec(text);
  if (!place || text.startsWith('//') || /^[a-z][\w+.-]+:/i.test(place[1]!)) return undefined;
  const line = place[2] ?? place[3];
  return { path: decoded(place[1]!), ...(line === undefined ? {} : { line: Math.max(1, Number(line)) }) };
}

export const fileHref = ({ path, line }: FilePlace): string =>
  `${scheme}${encodeURIComponent(path)}${line === undefined ? '' : `:${line}`}`;

/** Takes the click on such a link, before the editor's own page would open it as an address. */
export function openFileLink(event: Event): void {
  const href = (event.target as Element | null)?.closest?.('a')?.getAttribute('href');
  if (!href?.startsWith(scheme)) return;
  event.preventDefault();
  event.stopPropagation();
  const file = fileOf(href.slice(scheme.length));
  if (file) post({ type: 'openMentioned', ...file });
}

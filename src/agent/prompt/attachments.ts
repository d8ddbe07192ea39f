/** Files and folders that the human mentions with an @: read as Read would be let to, bounded, each with a word on what is left out. */

import type { BuiltInName } from '../../shared/calls/toolNames';
import type { ImageBlock } from '../../shared/messages/messages';
import { isTooWide, pictureTypeIn } from '../../shared/messages/pictureBytes';
import { longestPictureSide, mostPictureBytes, pictureTypes } from '../../shared/messages/pictureLimits';
import type { PromptPart } from '../../shared/messages/promptParts';
import { isInside, resolvePath } from '../../shell/paths/paths';
import { shownPath } from '../../shell/paths/shownPath';
import type { AgentContext } from '../context/agentContext';
import { factsFor } from '../judging/call';
import { leavingOut } from '../judging/leavesOut';
import { whyHidden } from '../judging/mayRead';

/** Characters of one part. */
export const longestPart = 60_000;
/** Bytes of a file that is read at all. */
const largestFile = 20_000_000;
const mostEntries = 400;

export type ReadMention = { part: Omit<PromptPart, 'tag'>; image?: ImageBlock } | { refused: string };

/** `src/a.ts#L10-20`: lines, 1-based. */
const linesAt = /#L?(\d+)(?:-L?(\d+))?$/;

/** Undefined where the mention names nothing that is there. */
export async function readMention(ctx: AgentContext, mention: string): Promise<ReadMention | undefined> {
  const { files, folders } = ctx.deps.environment;
  const lines = linesAt.exec(mention);
  const named = lines ? mention.slice(0, lines.index) : mention;
  for (const candidate of candidatesOf(named, folders)) {
    const path = resolvePath(candidate, { cwd: folders[0] ?? '/', home: '/', realPath: (one) => files.realPath(one) });
    const found = await files.stat(path).catch(() => undefined);
    if (!found || found.type === 'other') continue;
    if (!folders.some((folder) => isInside(folder, path))) return { refused: 'it lies outside of the workspace' };
    const hidden = await whyHidden(ctx, path);
    if (hidden) return { refused: hidden.reason };
    if (found.type === 'directory') return { part: await folderPart(ctx, path) };
    if (found.size > largestFile) return { refused: `it is larger than ${largestFile / 1_000_000} MB` };
    return filePart(ctx, path, found.size, lines ? [Number(lines[1]), Number(lines[2] ?? lines[1])] : undefined);
  }
  return undefined;
}

/** As it stands below each folder, and with the folder's name before it: where there are several, that is how it is offered. */
function candidatesOf(named: string, folders: readonly string[]): string[] {
  if (/^(\/|~|[A-Za-z]:[\\/])/.test(named)) return [named];
  const below = folders.map((folder) => `${folder}/${named}`);
  const ofFolder = folders.filter((folder) => folder.split(/[\\/]/).at(-1) === named.split('/')[0]);
  const byName = ofFolder.map((folder) => `${folder}/${named.split('/').slice(1).join('/')}`);
  return folders.length > 1 ? [...byName, ...below] : [...below, ...byName];
}

async function filePart(
  { deps }: AgentContext,
  path: string,
  size: number,
  lines: [number, number] | undefined,
): Promise<ReadMention> {
  const { files, folders } = deps.environment;
  const name = shownPath(path, { folders });
  const extension = /\.(png|jpe?g|gif|webp)$/i.exec(path)?.[1]?.toLowerCase().replace('jpg', 'jpeg');
  const called = pictureTypes.find((type) => type === `image/${extension}`);
  if (called) {
    if (size > mostPictureBytes) return { refused: 'the picture is too large' };
    const bytes = await files.readBytes(path);
    const media_type = pictureTypeIn(bytes, called);
    if (media_type && isTooWide(bytes)) return { refused: `a side of the picture has more than ${longestPictureSide} pixels` };
    if (media_type)
      return {
        part: { kind: 'file', name, path, text: 'A picture, beside this text.' },
        image: { type: 'image', source: { type: 'base64', media_type, data: Buffer.from(bytes).toString('base64') } },
      };
  }
  const whole = await files.readText(path).catch(() => undefined);
  if (whole === undefined) return { refused: 'it cannot be read' };
  if (whole.includes('\0')) return { refused: 'it is no text' };
  if (!lines) return { part: boundedPart({ kind: 'file', name, path, text: whole }) };
  const [first, last] = [Math.max(1, lines[0]), Math.max(...lines)];
  const text = whole
    .split('\n')
    .slice(first - 1, last)
    .join('\n');
  return { part: boundedPart({ kind: 'file', name: `${name}:${first}-${last}`, path, text }) };
}

/** Cut where it is too long, with a word on it. */
export function boundedPart(part: Omit<PromptPart, 'tag'>, most = longestPart): Omit<PromptPart, 'tag'> {
  const { text } = part;
  if (text.length <= most) return part;
  return { ...part, text: text.slice(0, most), note: `cut: the first ${most} of ${text.length} characters` };
}

/** The files beneath it by name, without what searches leave out. */
async function folderPart(ctx: AgentContext, path: string): Promise<Omit<PromptPart, 'tag'>> {
  const { search, folders, files } = ctx.deps.environment;
  const input = { path };
  const call = {
    id: '',
    requestedInput: input,
    facts: factsFor(ctx, 'LS' satisfies BuiltInName, input),
    decidedBy: { kind: 'default' as const },
  };
  const leavesOut = leavingOut(ctx, call);
  const { stdout, truncated } = await files.within(path, (held) =>
    search.run(['--files', '--no-require-git', '--sort', 'path'], { cwd: held, signal: ctx.agent.signal, maxBytes: 200_000 }),
  );
  const all = stdout.split('\n').filter(Boolean);
  const shown = all.filter((name) => leavesOut(`${path}/${name}`) === undefined);
  const notes = [
    ...(truncated || shown.length > mostEntries ? [`cut: the first ${Math.min(mostEntries, shown.length)} files`] : []),
    ...(shown.length < all.length ? [`${all.length - shown.length} are left out`] : []),
  ];
  return {
    ...{ kind: 'folder', name: shownPath(path, { folders }), path },
    text: shown.slice(0, mostEntries).join('\n') || '(no files)',
    ...(notes.length > 0 ? { note: notes.join('; ') } : {}),
  };
}

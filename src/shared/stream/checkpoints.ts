/** What agents did to files and what the human took back of it: versions by their content, changes call by call, and what they come to. One fold for the session and for its views. */

import type { UnreadBy } from '../events/eventReaders';
import type { HookEvent } from '../events/events';
import type { FileChange, FileVersion, LeftOut } from '../events/fileChanges';
import { textOf } from '../messages/messages';
import type { StreamItem } from './stream';

/** What several changes of one path come to. */
export interface Changed extends FileChange {
  /** Somebody else changed it between two of them. */
  mixed?: true;
}

/** Before a message of the human. */
export interface Checkpoint {
  /** Of its `user_message`. */
  eventId: string;
  timestamp: string;
  text: string;
  /** Until the next one. */
  changes: FileChange[];
}

/** What was restored, while it can be taken back. */
export interface Restored {
  /** The checkpoint; absent where changes of single files were undone. */
  to?: string;
  files: FileChange[];
  /** Of the conversation: the checkpoints that went with it, and how many changes the one before them had. */
  rewound?: { checkpoints: Checkpoint[]; kept: number };
  before?: Restored;
}

export interface FilesState {
  /** What agents changed and the human has neither kept nor undone, by path. */
  changed: ReadonlyMap<string, Changed>;
  checkpoints: readonly Checkpoint[];
  /** The last restore, as long as nothing came after it. */
  redo?: Restored;
  /** What the last look left out. */
  leftOut: readonly LeftOut[];
}

export const noFiles: FilesState = { changed: new Map(), checkpoints: [], leftOut: [] };

export function sameVersion(a: FileVersion | undefined, b: FileVersion | undefined): boolean {
  if (a === undefined || b === undefined || a.kind !== b.kind) return a === b;
  if (a.kind === 'link') return b.kind === 'link' && a.target === b.target;
  if (a.kind === 'file') return b.kind === 'file' && a.hash === b.hash && a.mode === b.mode;
  return b.kind === 'left' && a.size === b.size && a.mtimeMs === b.mtimeMs;
}

/** The state after the item; the same one where it says nothing of files. */
export function foldFiles(state: FilesState, item: StreamItem): FilesState {
  if (item.kind === 'event') return foldEvent(state, item.event);
  if (item.kind !== 'history' || item.branch !== 'main') return state;
  if (item.rewoundTo) return rewound(state, item.rewoundTo);
  return item.redone ? unwound(state) : state;
}

function foldEvent(state: FilesState, event: HookEvent): FilesState {
  switch (event.type) {
    case 'user_message': {
      if (event.branch !== 'main' || event.data?.decision === 'deny') return state;
      const { id: eventId, timestamp } = event;
      return { ...state, checkpoints: [...state.checkpoints, { eventId, timestamp, text: textOf(event.input), changes: [] }] };
    }
    // Whoever goes on has made up their mind.
    case 'before_run':
      return state.redo ? { ...state, redo: undefined } : state;
    case 'files_changed': {
      const { files, leftOut } = event.data;
      const changed = new Map(state.changed);
      for (const change of files) put(changed, joined(changed.get(change.path), change));
      return { ...noted(state, files), changed, redo: files.length > 0 ? undefined : state.redo, leftOut };
    }
    case 'files_restored': {
      const { files, to, redo } = event.data;
      const changed = new Map(state.changed);
      for (const { path, before, after } of files) {
        const own = changed.get(path);
        if (own) put(changed, { path, before: own.before, after });
        else if (redo) put(changed, { path, before, after });
      }
      const { redo: last } = state;
      return {
        ...noted(state, files),
        changed,
        redo: redo ? last?.before : { ...(to ? { to } : {}), files, ...(last ? { before: last } : {}) },
      };
    }
    case 'files_kept': {
      const changed = new Map(state.changed);
      for (const path of event.data.paths) changed.delete(path);
      return { ...state, changed };
    }
    default:
      event.type satisfies UnreadBy<'files'>;
      return state;
  }
}

/** The human took back that message and all after it: what was done to files since belongs to the one before. */
function rewound(state: FilesState, to: string): FilesState {
  const at = state.checkpoints.findIndex(({ eventId }) => eventId === to);
  if (at < 0) return state;
  const gone = state.checkpoints.slice(at);
  const left = state.checkpoints.slice(0, at);
  const last = left.at(-1);
  const kept = last?.changes.length ?? 0;
  const { redo } = state;
  const own = redo?.to === to && !redo.rewound ? redo : { to, files: [], ...(redo ? { before: redo } : {}) };
  return {
    ...state,
    checkpoints: last
      ? [...left.slice(0, -1), { ...last, changes: [...last.changes, ...gone.flatMap(({ changes }) => changes)] }]
      : left,
    redo: { ...own, rewound: { checkpoints: gone, kept } },
  };
}

/** The conversation comes back before the files that went with it. */
function unwound(state: FilesState): FilesState {
  const { redo } = state;
  if (!redo?.rewound) return state;
  const { rewound: _, ...files } = redo;
  const { checkpoints, kept } = redo.rewound;
  const last = state.checkpoints.at(-1);
  const count = checkpoints.reduce((sum, { changes }) => sum + changes.length, 0);
  // What came while they were away stays after them.
  const since = last?.changes.slice(kept + count) ?? [];
  const before = last ? [...state.checkpoints.slice(0, -1), { ...last, changes: last.changes.slice(0, kept) }] : [];
  const after = { ...state, checkpoints: [...before, ...checkpoints], redo: files.files.length > 0 ? files : redo.before };
  return noted(after, since);
}

function noted(state: FilesState, files: readonly FileChange[]): FilesState {
  const last = state.checkpoints.at(-1);
  if (!last || files.length === 0) return state;
  return { ...state, checkpoints: [...state.checkpoints.slice(0, -1), { ...last, changes: [...last.changes, ...files] }] };
}

function joined(earlier: Changed | undefined, { path, before, after, unsure }: FileChange): Changed {
  if (!earlier) return { path, before, after, ...(unsure ? { mixed: unsure } : {}) };
  const mixed = unsure || earlier.mixed || !sameVersion(earlier.after, before);
  return { path, before: earlier.before, after, ...(mixed ? { mixed: true as const } : {}) };
}

/** A change that came to nothing is none. */
function put(all: Map<string, Changed>, change: Changed): void {
  if (sameVersion(change.before, change.after) && !change.mixed) all.delete(change.path);
  else all.set(change.path, change);
}

/** What came to pass with files since that checkpoint, by path; undefined where there is none of that name. */
export function changesSince({ checkpoints }: FilesState, eventId: string): Changed[] | undefined {
  const at = checkpoints.findIndex((one) => one.eventId === eventId);
  if (at < 0) return undefined;
  const all = new Map<string, Changed>();
  for (const change of checkpoints.slice(at).flatMap(({ changes }) => changes)) put(all, joined(all.get(change.path), change));
  return [...all.values()];
}

/** Everything that the extension host and its webviews say to each other: two closed unions, each message checked at the host's border. */
import * as z from 'zod';
import { approvalScopes } from '../calls/approvals';
import { type Mode, modes } from '../calls/modes';
import type { Span } from '../events/eventSpan';
import type { HookEvent } from '../events/events';
import { mostPictureBytes, mostPictures, pictureTypes } from '../messages/pictureLimits';
import { helpfulSettings } from '../runs/waysOut';
import type { StreamItem } from '../stream/stream';
import type { ChainStep } from '../verdicts/chainStep';
import type { Codicon } from './codicons';

export type { Mode };

/** The line of facts around the chat. */
export interface Status {
  model: string;
  /** True while the rehearsal model answers because nothing else is set up. */
  rehearsal: boolean;
  /** Why the model that was chosen does not answer, where the rehearsal model does so in its place. */
  modelProblem?: string;
  mode: Mode;
  /** Absent until the first set of hooks is in force. */
  hooksLive?: number;
  hookProblems: number;
  trusted: boolean;
  workspace: string | undefined;
  /** Real paths of its folders. */
  folders: readonly string[];
  sessionId: string;
  usage: { input_tokens: number; output_tokens: number; cache_read_input_tokens?: number; cache_creation_input_tokens?: number };
  costUsd: number;
  /** Tokens that the last request and its answer took of the model's context window, if they are known. */
  contextTokens?: number;
  contextWindow: number;
  /** The day of the price table, where the model stands in it. */
  pricesAsOf?: string;
  /** What the model's calls cost cannot be told. */
  priceUnknown?: boolean;
  /** Set where the session is only shown (an imported file). */
  readOnly?: boolean;
  /** Path of the file that is shown. */
  shownFile?: string;
  /** Whose session it is, where another agent's: for people. */
  guest?: string;
  codeTheme: string;
  /** Offered by the empty chat of the rehearsal model. */
  examples?: Example[];
  /** How many language models the editor offers, which nobody has chosen. */
  editorModels?: number;
  /** Where a debugger holds the hooks. */
  paused?: PausedAt;
}

/** A message to send, and what its calls come to. */
export interface Example {
  kind: 'asks' | 'denied' | 'changed' | 'agent';
  text: string;
}

/** The file that the human looks at, as its chip names it. */
export interface OpenFile {
  name: string;
  /** 1-based, where something is selected. */
  lines?: [number, number];
}

/** A session that is open, as its tab names it. */
export interface SessionTab {
  /** Its file. */
  id: string;
  /** Empty where nothing was said yet. */
  title: string;
  state: 'idle' | 'running' | 'asks';
  current: boolean;
}

/** One thing that can stand behind a slash or an @. */
export interface CompletionItem {
  label: string;
  detail?: string;
  icon: Codicon;
  /** What takes the place of what was typed, slash or @ included. */
  insert: string;
  /** Places in the label that match what was typed. */
  marks?: number[];
  /** A command that does something at once. */
  runs?: true;
  /** What is typed next narrows it. */
  goesOn?: true;
}

export interface PausedAt {
  /** The calls whose hooks wait there. */
  toolCallIds: string[];
  file?: string;
  /** Of the file. */
  name?: string;
  line?: number;
}

/** A session whose events come in parts, which the view asks for; the other items of it come with it. */
export interface LongSession {
  /** Which opening of a session it is. */
  of: number;
  /** How many events there are. */
  events: number;
  /** The last rows of the tree of all events, without gaps. */
  end: EndRow[];
}
export interface EndRow {
  event: HookEvent;
  /** 0-based, in order of arrival. */
  index: number;
  /** 1 for what stands at the top. */
  level: number;
  run?: Span;
}

export type ToView =
  /** The whole session; the view folds it anew. */
  | { type: 'session'; sessionId: string; items: StreamItem[]; status: Status; long?: LongSession }
  /** What `part` asked for: so many events of that session from this one on, as JSON in UTF-8, which nothing on the way has to read. */
  | { type: 'part'; of: number; from: number; next: number; events: Uint8Array }
  | { type: 'items'; items: StreamItem[] }
  | { type: 'status'; status: Status }
  /** Something the user asked for failed or cannot be. */
  | { type: 'notice'; level: 'info' | 'warning' | 'error'; text: string }
  /** Put the focus into the message box, with this text if given; which with `over` takes the place of no other words. In the timeline, on its rows. */
  | { type: 'focus'; text?: string; over?: string }
  /** Show and select the row of this event or tool call. */
  | { type: 'reveal'; eventId?: string; toolCallId?: string }
  /** Show the events in which this hook ran, by its id; other filters end. */
  | { type: 'filter'; hook: string }
  /** The file that goes with the next message, unless the human takes its chip away. */
  | { type: 'open'; file: OpenFile | undefined }
  /** The sessions that are open. */
  | { type: 'tabs'; tabs: SessionTab[] }
  /** What `complete` asked for. */
  | { type: 'completions'; id: number; items: CompletionItem[] }
  /** What was sent last is not on its way: it was no message, or could not be sent; then its `text` is to be mended. */
  | { type: 'notSent'; text?: string }
  /** Goes with the next message. */
  | { type: 'attach'; file: { name: string; text: string } }
  /** Put these words into the message box, where the cursor is. */
  | { type: 'insert'; text: string }
  /** What `explain` asked for; undefined where the session holds no record of the hooks of that time. */
  | { type: 'chain'; eventId: string; steps: ChainStep[] | undefined };

const id = z.string().min(1).max(200);
const place = { file: z.string().max(4096), line: z.number().int().min(1).optional() };
const filePath = z.string().min(1).max(4096);
const json = z.record(z.string(), z.unknown());

const pictures = z
  .array(
    z.object({
      media_type: z.enum(pictureTypes),
      data: z
        .string()
        .min(1)
        .max(Math.ceil(mostPictureBytes / 3) * 4)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/),
    }),
  )
  .max(mostPictures);

export const fromView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('send'),
    text: z.string().max(2_000_000),
    images: pictures.optional(),
    /** Files that were pasted or dropped, by their text. */
    files: z
      .array(z.object({ name: z.string().min(1).max(1000), text: z.string().max(2_000_000) }))
      .max(40)
      .optional(),
    /** The chip of the open file stood. */
    open: z.literal(true).optional(),
    /** While a run is on: into it, before the next model call; else after it. */
    steers: z.boolean().optional(),
  }),
  /** Of a message that waits: lets it steer the run, or sends it where none is on. */
  z.object({ type: z.literal('sendQueued'), id }),
  z.object({ type: z.literal('changeQueued'), id, text: z.string().min(1).max(2_000_000) }),
  z.object({ type: z.literal('dropQueued'), id }),
  /** What can stand in the message box here. */
  z.object({ type: z.literal('complete'), id: z.number().int(), trigger: z.enum(['/', '@']), query: z.string().max(500) }),
  /** Files of the editor that were dropped onto the message box. */
  z.object({ type: z.literal('dropped'), uris: z.array(z.string().max(8192)).max(100) }),
  /** Whether words that are not sent stand in the message box while the human is in it. */
  z.object({ type: z.literal('drafting'), is: z.boolean() }),
  z.object({ type: z.literal('stop') }),
  z.object({ type: z.literal('newChat') }),
  /** Of sessions that are open. */
  z.object({ type: z.literal('openTab'), id: filePath }),
  z.object({ type: z.literal('closeTab'), id: filePath }),
  /** A new session that goes on from before the message of this `user_message` event; this one stays. */
  z.object({ type: z.literal('fork'), eventId: id }),
  /** Leaves the session file that is only shown. */
  z.object({ type: z.literal('backToSession') }),
  z.object({ type: z.literal('retry') }),
  /** Not now: the run that reached a limit stays where it is. */
  z.object({ type: z.literal('declineContinue') }),
  z.object({
    type: z.literal('approve'),
    id,
    inputHash: id,
    scope: z.enum(approvalScopes),
    rule: z.string().optional(),
    /** For the agent, beside the result. */
    message: z.string().max(100_000).optional(),
  }),
  z.object({ type: z.literal('deny'), id, inputHash: id, reason: z.string().max(100_000).optional() }),
  z.object({ type: z.literal('editInput'), id, inputHash: id, input: json }),
  z.object({ type: z.literal('openDiff'), id }),
  z.object({ type: z.literal('openFile'), ...place }),
  /** A link of an answer: from a folder of the workspace, or a whole path in one. */
  z.object({ type: z.literal('openMentioned'), path: filePath, line: z.number().int().min(1).optional() }),
  z.object({ type: z.literal('openPayload'), eventId: id }),
  /** Jump from a chat row to its events, or from an event to its chat row. */
  z.object({ type: z.literal('showInTimeline'), toolCallId: id }),
  z.object({ type: z.literal('showInChat'), toolCallId: id }),
  /** Which hooks an event met, and why those that did not run did not. */
  z.object({ type: z.literal('explain'), eventId: id }),
  /** The events of a long session from this one on. */
  z.object({ type: z.literal('part'), of: z.number().int(), from: z.number().int().min(0) }),
  /** A hook for what was seen: an event, or a call by its id. */
  z.object({ type: z.literal('turnIntoHook'), eventId: id.optional(), toolCallId: id.optional() }),
  /** Takes back the message of this `user_message` event and all that came after it, and sends this one in its place, with the same images. */
  z.object({ type: z.literal('resend'), eventId: id, text: z.string().max(2_000_000) }),
  /** Back to before the message of this `user_message` event: files, conversation or both, as the editor then asks. */
  z.object({ type: z.literal('restore'), eventId: id }),
  /** Takes back the last restore. */
  z.object({ type: z.literal('redo') }),
  /** Of files that agents changed, by their paths. */
  z.object({ type: z.literal('showFileChange'), path: filePath }),
  z.object({ type: z.literal('keepFiles'), paths: z.array(filePath).max(100_000) }),
  z.object({ type: z.literal('undoFiles'), paths: z.array(filePath).max(100_000) }),
  z.object({ type: z.literal('setMode'), mode: z.enum(modes) }),
  z.object({ type: z.literal('insertText'), text: z.string() }),
  z.object({ type: z.literal('copy'), text: z.string() }),
  z.object({
    type: z.literal('command'),
    command: z.enum([
      'hooksmith.openChat',
      'hooksmith.chooseModel',
      'hooksmith.newHook',
      'hooksmith.reviewHookFiles',
      'hooksmith.setApiKey',
      'hooksmith.openTimeline',
      'hooksmith.compact',
      'hooksmith.showSessions',
    ]),
  }),
  z.object({ type: z.literal('openSetting'), setting: z.enum(helpfulSettings) }),
  /** To AskUserQuestion, a list for each question; none skips them. */
  z.object({
    type: z.literal('answer'),
    toolCallId: id,
    answers: z
      .array(z.array(z.string().max(100_000)))
      .max(4)
      .optional(),
  }),
]);
export type FromView = z.infer<typeof fromView>;

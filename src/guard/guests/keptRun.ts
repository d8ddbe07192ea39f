/** What is known of a guarded agent's run beside its record: who goes on with it in another process is to be as strict. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import * as z from 'zod';
import { writeWhole } from '../../adapters/disk/writeWhole';

const run = z.object({
  version: z.literal(1),
  id: z.string(),
  /** Why every call is refused until the human speaks again. */
  halted: z.string().optional(),
  /** How often in a row hooks kept which agent going. */
  continued: z.array(z.tuple([z.string(), z.number()])),
  /** Calls that a human is to decide. */
  asked: z.array(z.string()),
  /** What hooks keep for the run, as Node serialises it. */
  state: z.string().optional(),
});

export interface RunLeft {
  id: string;
  halted?: string;
  continued: readonly (readonly [id: string, times: number])[];
  asked: readonly string[];
  state?: [string, unknown][];
}

/** What another version of Node wrote may say nothing to this one: the hooks' own notes are lost then, and no decision. */
function stateOf(text: string | undefined): Pick<RunLeft, 'state'> {
  if (text === undefined) return {};
  try {
    return { state: deserialize(Buffer.from(text, 'base64')) as [string, unknown][] };
  } catch {
    return {};
  }
}

export class KeptRun {
  private written: string | undefined;

  constructor(private readonly path: string) {}

  /** Undefined where nothing was to be kept; `lost` says why what was kept is not known. */
  read(): RunLeft | { lost: string } | undefined {
    try {
      this.written = readFileSync(this.path, 'utf8');
      const { version: _, state, ...left } = run.parse(JSON.parse(this.written));
      return { ...left, ...stateOf(state) };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      // Once more is known there is something to write, or to remove.
      this.written ??= '';
      return { lost: `what was kept of its run is not known, a stop perhaps: ${code ? message : 'it cannot be read'}` };
    }
  }

  /** Nothing is written where nothing changed, or where a new run would be the same. */
  keep({ state, ...left }: RunLeft): void {
    const isPlain = left.halted === undefined && left.continued.length === 0 && left.asked.length === 0 && !state?.length;
    const kept = { version: 1, ...left, ...(state?.length ? { state: serialize(state).toString('base64') } : {}) };
    const text = isPlain ? undefined : `${JSON.stringify(kept)}\n`;
    if (text === this.written) return;
    this.written = text;
    if (text === undefined) return rmSync(this.path, { force: true });
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    writeWhole(this.path, text, 0o600);
  }
}

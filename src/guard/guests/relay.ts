/** A question that a window of the editor answers in the guard's place. */
import type { Occurrence } from '../../protocols/protocol';
import { isObject, type JsonObject } from '../../shared/basics/json';
import type { Asker } from '../place/asker';
import { postTo } from '../place/post';

/** The window's answer; `gone` where it has not taken the question and never will. Rejects where it may have taken it: nobody judges a call twice. */
export async function askWindow(
  socket: string,
  { payload, told }: Occurrence,
  { gate, gone }: Pick<Asker, 'gate' | 'gone'>,
): Promise<JsonObject | 'gone'> {
  let answer: Awaited<ReturnType<typeof postTo>>;
  try {
    // A call may wait for a human there, and then for nobody; what else happens is heard, whoever still waits.
    answer = await postTo(socket, `/gate/${gate}`, JSON.stringify(payload), told.event === 'preToolUse' ? gone : undefined);
  } catch (error) {
    if (unreached.has((error as NodeJS.ErrnoException).code ?? '')) return 'gone';
    throw new Error(`the editor's window went away before it had answered: ${(error as Error).message}`);
  }
  const { status, text } = answer;
  if (status === leftStatus) return 'gone';
  if (status !== 200) throw new Error(text.replace(/^refused: /, '') || `the editor's window answered ${status}`);
  const json: unknown = JSON.parse(text);
  if (!isObject(json)) throw new Error("the editor's window answered with what is no verdict");
  return json;
}

/** Of the connection, before anything was sent. */
const unreached: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);

/** A window that is closing says so, once all that it had taken is judged and kept. */
export const leftStatus = 410;
export class Left extends Error {}

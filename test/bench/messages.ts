/** What is asked of the rehearsal model in a chat, in the editor and in plain Node: a message with one tool call, answered twice. */
export const asked = '/call LS {"path": "."}';
/** The first of them run code that has never run. */
const [cold, warm] = [10, 20];

/** Milliseconds of each that is asked when all is warm. Rejects where one does not end well. */
export async function messages(ask: () => Promise<{ status: string }>): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < cold + warm; n++) {
    const before = performance.now();
    const { status } = await ask();
    if (status !== 'done') throw new Error(`a message ended as ${status}`);
    if (n >= cold) taken.push(performance.now() - before);
  }
  return taken;
}

/** Does one thing after the other, whatever became of those before. Rejects with why the first of them failed that did. */
export async function allDone(...steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps)
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

/** The candidates closest to a mistyped name, best first: what every "did you mean" in the product uses. */
export function nearest(name: string, candidates: Iterable<string>, most = 3): string[] {
  const wanted = name.toLowerCase();
  if (wanted === '') return [];
  let steps = 0;
  const near = (candidate: string): number | undefined => {
    const has = candidate.toLowerCase();
    const furthest = Math.max(2, Math.floor(candidate.length / 3));
    const isPart = has.includes(wanted);
    // So many letters it lacks at least.
    if (!isPart && Math.abs(has.length - wanted.length) > furthest) return undefined;
    steps += has.length * wanted.length;
    if (steps > mostSteps) return undefined;
    const found = distance(wanted, has);
    // Names that differ in every letter are not alike, however short they are.
    return isPart || (found <= furthest && found < Math.max(has.length, wanted.length)) ? found : undefined;
  };
  return [...candidates]
    .flatMap((candidate) => {
      const found = near(candidate);
      return found === undefined ? [] : [{ candidate, distance: found }];
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Letters that are compared at most: whoever names something may choose how long the name is. */
const mostSteps = 2_000_000;

/** Optimal string alignment distance: a swapped pair of letters is one edit, as it is one slip. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** Which lines of a source ran. */
export interface FileCoverage {
  file: string;
  /** How often the most used part of each line with code ran, by 1-based line. */
  lines: Map<number, number>;
  /** How often what begins at a place ran, by `line:column`, both 1-based. */
  places: Map<string, number>;
}

/** Of each line and place the higher count; changes neither. */
export function addCoverage(all: readonly FileCoverage[], more: readonly FileCoverage[]): FileCoverage[] {
  const sum = new Map(
    all.map(({ file, lines, places }) => [file, { file, lines: new Map(lines), places: new Map(places) }] as const),
  );
  for (const { file, lines, places } of more) {
    const known = sum.get(file) ?? { file, lines: new Map(), places: new Map() };
    raise(known.lines, lines);
    raise(known.places, places);
    sum.set(file, known);
  }
  return [...sum.values()];
}

function raise<K>(counts: Map<K, number>, more: ReadonlyMap<K, number>): void {
  for (const [key, count] of more) counts.set(key, Math.max(counts.get(key) ?? 0, count));
}

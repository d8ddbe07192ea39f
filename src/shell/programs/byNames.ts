/** A table whose rows go by one name or several, which spaces part. Never an object that is asked for a word of a line: that finds `constructor`, too. */
export const byNames = <T>(rows: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries<T>(rows).flatMap(([names, row]) => names.split(' ').map((name): [string, T] => [name, row])));

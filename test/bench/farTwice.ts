/** What was beyond its goal both times that a group was measured. Where one of the times it was not measured at all, the other counts for it. */
export function farTwice(group: string, first: ReadonlySet<string>, again: ReadonlySet<string>): string[] {
  if (first.has(group)) return [...again];
  if (again.has(group)) return [...first];
  return [...first].filter((what) => again.has(what));
}

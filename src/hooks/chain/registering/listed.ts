/** Takes apart what a hook file exports: lists, and lists in them (`guards(…)` makes one), down to what hooks can be. */

export interface Listed {
  /** The export's name, of a list's element with its place in each list: `all[1][0]`. */
  name: string;
  /** As a message calls it. */
  called: string;
  value: unknown;
}

/** A list that contains itself is none, and stands for itself. */
export function namedElements(name: string, value: unknown, called = titleOf(name), within: readonly unknown[] = []): Listed[] {
  if (!Array.isArray(value) || within.includes(value)) return [{ name, called, value }];
  const lists = [...within, value];
  return Array.from(value, (element: unknown, index) =>
    namedElements(`${name}[${index}]`, element, `element ${index} of ${titleOf(name)}`, lists),
  ).flat();
}

const titleOf = (name: string): string => (name === 'default' ? 'the default export' : name);

/** Where no case is left: a new member of a union does not compile until it has its own. */
export function unreachable(value: never): never {
  throw new Error(`no case for ${JSON.stringify(value)}`);
}

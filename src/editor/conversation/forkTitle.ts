/**
 * The name of a session that was forked. It begins with what tells it from the one it is from: of long names only the beginning is seen. `taken` are
 * the names of the sessions beside it.
 */
export function forkTitle(title: string, taken: readonly string[], word = 'Fork'): string {
  const own = new RegExp(`^${word.replace(/\W/g, '\\$&')}(?: \\d+)?: `);
  const words = title.replace(own, '');
  let name = `${word}: ${words}`;
  for (let n = 2; taken.includes(name); n++) name = `${word} ${n}: ${words}`;
  return name;
}

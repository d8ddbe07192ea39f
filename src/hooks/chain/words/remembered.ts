/** What `make` makes of a key, made once: `known` keeps it. */
export function remembered<K, V>(
  known: { has(key: K): boolean; get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  if (known.has(key)) return known.get(key) as V;
  const value = make();
  known.set(key, value);
  return value;
}

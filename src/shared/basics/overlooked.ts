/** What a schema does not look at of the type that it reads. A use: `({}) satisfies Record<Overlooked<T, ShapeOf<typeof schema>>, never>`. */
import type * as z from 'zod';

type KeysOf<U> = U extends readonly unknown[] ? never : U extends object ? keyof U & string : never;
/** What a schema has of its own, of lists what each has; never where it is of another kind. */
export type ShapeOf<S> =
  S extends z.ZodObject<infer P>
    ? P
    : S extends z.ZodOptional<infer Of> | z.ZodReadonly<infer Of> | z.ZodArray<infer Of>
      ? ShapeOf<Of>
      : S extends z.ZodUnion<infer Of> | z.ZodDiscriminatedUnion<infer Of>
        ? ShapeOf<Of[number]>
        : never;
type Within<T> = T extends readonly (infer E)[] ? E : T;
type At<T, K> = T extends { [N in K & string]?: infer V } ? Within<NonNullable<V>> : never;
/** Fields of a type that its schema does not look at: unlike one that is required, the compiler misses none of them by itself. */
export type Overlooked<T, S> = [S] extends [never]
  ? never
  : { [K in KeysOf<T>]: K extends KeysOf<S> ? Overlooked<At<T, K>, ShapeOf<At<S, K>>> : K }[KeysOf<T>];

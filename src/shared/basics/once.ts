/** What is made when it is first asked for, and kept. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The same of what takes a while; where that fails, or comes to what does not last, it is tried again the next time. */
export function onceDone<T>(make: () => Promise<T>, lasts: (value: T) => boolean): () => Promise<T> {
  let made: Promise<T> | undefined;
  const forget = () => {
    made = undefined;
  };
  return () => {
    made ??= make().then(
      (value) => {
        if (!lasts(value)) forget();
        return value;
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    return made;
  };
}

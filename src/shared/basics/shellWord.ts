/** One word of a POSIX shell's line, whatever is in it. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

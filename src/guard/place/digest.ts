import { createHash } from 'node:crypto';

/** What was said, to be known again: it may be a file of megabytes, and is kept for longer than it is talked of. */
export const digest = (said: unknown): string => createHash('sha256').update(JSON.stringify(said)).digest('base64');

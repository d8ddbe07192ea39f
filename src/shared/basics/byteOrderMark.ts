/** A text without the mark that some editors put before it: it says nothing, and no format that is read here knows it. */
export const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** Of JavaScript and TypeScript, in whatever form. */
export const sourceEnding = /\.([mc]?[jt]s|[jt]sx)$/;
/** `guard.test.ts`, and what lies beside it, `guard.test.data.ts` say: neither holds hooks. */
export const belongsToTests = (name: string): boolean => name.includes('.test.');

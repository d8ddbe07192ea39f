/** Of JavaScript and TypeScript, in whatever form. */
export const sourceEnding = /\.([mc]?[jt]s|[jt]sx)$/;

/** What a schema says of a value that it refuses: each place with what is wrong there. `whole` is what the value itself is called. */
export const issuesText = (issues: readonly { path?: readonly unknown[]; message: string }[], whole = ''): string =>
  issues.map(({ path = [], message }) => [path.join('.') || whole, message].filter(Boolean).join(': ')).join('; ');

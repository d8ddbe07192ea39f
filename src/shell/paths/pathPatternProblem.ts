/** Patterns on paths that can never match: they would guard nothing. Pure. */

/** Why, or undefined. A name may hold almost any sign: what is told here is a slip wherever somebody writes it. */
export function pathPatternProblem(pattern: string): string | undefined {
  if (pattern.trim() === '') return 'it is empty';
  if (/^(["'`]).*\1$/s.test(pattern)) return 'paths are compared without quotes';
  if (/^!(?!\()/.test(pattern)) return 'what begins with ! takes nothing back here';
  if (/^(\$\{|\$[A-Z_]+(\/|$)|%\w+%)/.test(pattern))
    return 'variables are not read: ~ is the home folder, and relative patterns begin in the workspace folder';
  return /^[a-z][\w+.-]+:\/\//i.test(pattern) || /^file:/i.test(pattern) ? 'it is an address, no path' : undefined;
}

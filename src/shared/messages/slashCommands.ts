/** Slash commands as the human types them and as lists show them. */

export interface SlashCommand {
  /** Without the slash. */
  name: string;
  description: string;
  /** What to type behind it: `[issue] [branch]`. */
  argumentHint?: string;
  /** Where it is from, as lists group it. */
  origin: 'hooksmith' | 'workspace' | 'user' | 'skill' | 'mcp';
  /** Of the file that defines it. */
  path?: string;
}

/** A command's name, and what follows it; undefined where the text begins with none. */
export function readSlash(text: string): { name: string; args: string } | undefined {
  const found = /^\/([A-Za-z0-9][\w:.-]*)(?:[ \t\r\n]+([\s\S]*))?$/.exec(text.trim());
  return found ? { name: found[1]!, args: (found[2] ?? '').trim() } : undefined;
}

/** Words as a shell would tell them: quotes hold them together. */
export const argumentWords = (args: string): string[] =>
  [...args.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double?.replace(/\\(.)/g, '$1') ?? single ?? bare ?? '',
  );

/** Puts the arguments where the text wants them: `$ARGUMENTS` all of them, `$1` … `$9` one each; behind it where it wants none. What an argument says stays as it is. */
export function fillIn(body: string, args: string): string {
  const words = argumentWords(args);
  let wants = false;
  const filled = body.replace(/\$(ARGUMENTS\b|[1-9](?!\d))/g, (_, name: string) => {
    wants = true;
    return name === 'ARGUMENTS' ? args : (words[Number(name) - 1] ?? '');
  });
  return wants || args === '' ? filled : `${filled.trimEnd()}\n\nARGUMENTS: ${args}`;
}

/** Whether a name that is only partly known may come to be a protected one. Pure. */

/** What lies where it is protected: in a workspace folder, and in the home folder. */
const inFolder =
  '.git/config .git/hooks/pre-commit .vscode/settings.json .vscode/tasks.json .hooksmith/hooks/guard.ts .hooksmith/hooks/index.js .hooksmith/hooks/lib/x.mjs .hooksmith/package.json .claude/settings.json .claude/agents/x.md .husky/pre-commit .husky/x.sh .mcp.json .envrc .npmrc x.code-workspace .hooksmith .vscode .git .git/hooks .hooksmith/hooks .claude .claude/agents .husky'.split(
    ' ',
  );
const atHome =
  '.bashrc .profile .zshrc .bash_profile .ssh/config .ssh/authorized_keys .ssh/id .hooksmith/hooks/guard.ts .ssh'.split(' ');

/** `pieces` are the parts that are known, null between them. */
export function mayBeGuarded(pieces: readonly (string | null)[], folders: readonly string[], home: string): boolean {
  const [start, end] = [pieces[0] ?? '', (pieces.at(-1) ?? '').replace(/\/+$/, '')];
  const plain = start.replace(/^(\.\/+)+/, '');
  const fits = (name: string) => name.startsWith(plain) && name.length >= plain.length + end.length && name.endsWith(end);
  const likely = (folder: string, names: readonly string[]) => names.some((name) => fits(`${folder}/${name}`));
  return (
    inFolder.some(fits) ||
    atHome.some((name) => fits(`~/${name}`)) ||
    folders.some((one) => likely(one, inFolder)) ||
    likely(home, atHome)
  );
}

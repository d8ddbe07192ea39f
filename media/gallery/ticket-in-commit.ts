/** Every commit names its ticket. */
import { policy } from 'hooksmith';

const ticket = /\b[A-Z][A-Z0-9]+-\d+\b/;

/** The texts of `-m X`, `-mX`, `-am X`, `--message X` and `--message=X`. */
const messagesIn = (args: readonly string[]) =>
  args.flatMap((arg, at) => {
    if (arg.startsWith('--message=')) return [arg.slice('--message='.length)];
    if (arg === '--message' || /^-[a-z]*m$/i.test(arg)) return [args[at + 1] ?? ''];
    return /^-m./.test(arg) ? [arg.slice(2)] : [];
  });

export const ticketed = policy({ tools: 'Bash', match: { command: 'git commit*' } }, (ctx) => {
  const commits = (ctx.commands ?? []).filter(({ program, args }) => /(^|\/)git$/.test(program) && args.includes('commit'));
  if (commits.length === 0) return ctx.ask('Does the message name a ticket?');
  for (const { args: all, dynamic } of commits) {
    const args = all.slice(all.indexOf('commit') + 1);
    // Written by an editor, or taken from another commit, it is not known here.
    if (args.some((arg) => /^(-F|--file|-C|-c|--reuse-message|--no-edit|--fixup|--squash)/.test(arg))) continue;
    if (messagesIn(args).some((text) => ticket.test(text))) continue;
    if (dynamic) return ctx.ask('The message is only known when it runs: does it name a ticket?');
    return ctx.deny('Name the ticket in the message: -m "ABC-123: what changed".');
  }
});

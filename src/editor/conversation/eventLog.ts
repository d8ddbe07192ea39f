/** What the output channel tells of the one stream: failures as errors, retries and problems as warnings, reloads and hooks' own logs as information. */
import { basename } from 'node:path';
import type { LogOutputChannel } from 'vscode';
import type { UnreadBy } from '../../shared/events/eventReaders';
import { typeOf } from '../../shared/events/eventReading';
import type { HookEvent } from '../../shared/events/events';
import { hookLogLines } from '../../shared/verdicts/hookLogs';

type Log = Pick<LogOutputChannel, 'error' | 'warn' | 'info' | 'debug'>;

export function logEvent(log: Log, event: HookEvent): void {
  const { toolName, reason, error, hooks } = event;
  for (const text of hookLogLines(hooks)) log.info(withoutSecrets(text));
  const said = withoutSecrets(
    [reason, error && !reason?.includes(error.message) ? error.message : ''].filter(Boolean).join(': '),
  );
  switch (event.type) {
    case 'hook_error':
      return log.error(`hook: ${said}${event.data.file ? ` (${basename(event.data.file)}:${event.data.line})` : ''}`);
    case 'model_error':
    case 'run_error':
      return log.error(`${event.type}: ${said}`);
    case 'model_retry':
      return log.warn(`model: retry ${event.data.attempt} ${said}`.trim());
    case 'hooks_reloaded':
    case 'tools_reloaded': {
      const { problems, hooks: live } = event.data;
      const what = event.type === 'hooks_reloaded' ? `hooks reloaded: ${live} live` : 'tools reloaded';
      log.info(`${what} in ${event.duration} ms`);
      for (const { file, line, message } of problems) log.warn(`${basename(file)}:${line}: ${withoutSecrets(message)}`);
      return;
    }
    default:
      event.type satisfies UnreadBy<'logged'>;
      log.debug(
        `${event.branch} ${typeOf(event)}${toolName ? ` ${toolName}` : ''}${said ? `: ${said}` : ''} (${hooks.length} hooks)`,
      );
  }
}

const secrets: readonly RegExp[] = [
  /\b(?:sk|pk|rk)-[\w-]{8,}/g,
  /\b(?:ghp|gho|ghs|github_pat|xox[abpr])[_-][\w-]{10,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /(?<=\b(?:authorization|x-api-key|api[-_]?key|token|password|secret)["']?\s*[:=]\s*["']?(?:bearer\s+)?)(?!bearer\s)[^\s"',;]{4,}/gi,
];

/** Logs are pasted into bug reports: what looks like a key is left out. */
export function withoutSecrets(text: string): string {
  return secrets.reduce((rest, secret) => rest.replace(secret, '[secret]'), text);
}

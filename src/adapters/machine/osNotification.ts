/** A notification of the operating system itself, seen also where the window is not. Nothing happens where the system's own program for it is missing. */
import { spawn } from 'node:child_process';

const appleScript: readonly string[] = [
  'on run argv',
  'display notification (item 2 of argv) with title (item 1 of argv)',
  'end run',
];
const toast = [
  '[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]',
  '$xml = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent([Windows.UI.Notifications.ToastTemplateType]::ToastText02)',
  '$texts = $xml.GetElementsByTagName("text")',
  '[void]$texts.Item(0).AppendChild($xml.CreateTextNode($env:HOOKSMITH_TITLE))',
  '[void]$texts.Item(1).AppendChild($xml.CreateTextNode($env:HOOKSMITH_TEXT))',
  '$app = "{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe"',
  '[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show([Windows.UI.Notifications.ToastNotification]::new($xml))',
].join('\n');

/** The texts are arguments or variables of the program, never a part of its script. */
export function notificationCommand(
  platform: NodeJS.Platform,
  title: string,
  text: string,
): { program: string; args: string[]; env?: Record<string, string> } {
  if (platform === 'darwin') return { program: 'osascript', args: [...appleScript.flatMap((line) => ['-e', line]), title, text] };
  if (platform === 'win32')
    return {
      program: 'powershell.exe',
      args: ['-NoProfile', '-NonInteractive', '-WindowStyle', 'Hidden', '-Command', toast],
      env: { HOOKSMITH_TITLE: title, HOOKSMITH_TEXT: text },
    };
  return { program: 'notify-send', args: ['--app-name=Hooksmith', '--', title, text] };
}

/** Never throws; resolves true where the system's program took it. */
export function notify(title: string, text: string): Promise<boolean> {
  const { program, args, env } = notificationCommand(process.platform, title, text);
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env }, windowsHide: true });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

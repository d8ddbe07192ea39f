/** What the active terminal shows. The editor gives it to nobody but its clipboard, whose text is put back. */
import * as vscode from 'vscode';

export async function terminalText(which: 'selection' | 'all'): Promise<string> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  const run = (name: string) => vscode.commands.executeCommand(`workbench.action.terminal.${name}`);
  try {
    await clipboard.writeText('');
    if (which === 'all') await run('selectAll');
    await run('copySelection');
    const text = await clipboard.readText();
    if (which === 'all') await run('clearSelection');
    return text.trim();
  } finally {
    await clipboard.writeText(before);
  }
}

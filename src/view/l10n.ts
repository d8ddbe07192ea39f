/**
 * Gives `l10n.t` the translations of the editor's display language, which the page carries as JSON, none where that is English: a webview cannot reach
 * `vscode.l10n`. The first import of each view.
 */
import { config } from '@vscode/l10n';

const carried = document.getElementById('l10n')?.textContent;
if (carried) config({ contents: JSON.parse(carried) as Record<string, string> });

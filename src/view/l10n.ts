/**
 * Every text that a view shows goes through `t`. The page carries the translations of the editor's display language as JSON, none where that is English:
 * a webview cannot reach `vscode.l10n`.
 */
import { config, t } from '@vscode/l10n';

const carried = document.getElementById('l10n')?.textContent;
if (carried) config({ contents: JSON.parse(carried) as Record<string, string> });

export { t };

/** Every text that a view shows goes through `t`; the page carries the translations of the editor's display language, English where there are none. */
export { t } from '@vscode/l10n';

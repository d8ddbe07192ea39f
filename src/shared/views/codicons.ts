/** The editor's icons that are drawn here by their names: views and trees show nothing for a name that it has not. */
export type Codicon =
  | ('add' | 'arrow-circle-right' | 'arrow-swap' | 'bell-dot' | 'check' | 'circle-large-outline' | 'circle-slash')
  | ('circle-small-filled' | 'close' | 'comment' | 'debug-disconnect' | 'debug-pause' | 'debug-step-over')
  | ('debug-stop' | 'diff' | 'discard' | 'edit' | 'error' | 'export' | 'eye' | 'eye-closed' | 'file' | 'folder')
  | ('git-commit' | 'heart' | 'history' | 'hubot' | 'info' | 'law' | 'list-selection' | 'list-tree' | 'lock' | 'mortar-board')
  | ('note' | 'organization' | 'output' | 'pass' | 'pass-filled' | 'plug' | 'question' | 'refresh' | 'reply' | 'send')
  | ('shield' | 'stop-circle' | 'symbol-event' | 'symbol-misc' | 'terminal' | 'tools' | 'trash' | 'warning' | 'watch')
  | 'zap';

/** As a view's class, after `codicon-`. */
export type ShownIcon = Codicon | 'loading codicon-modifier-spin';

/** Decisions a hook may return; `continue` is what returning nothing means. */
export type DecisionAction =
  | 'continue'
  | 'modify'
  | 'respond'
  | 'fail'
  | 'redirect'
  | 'allow'
  | 'ask'
  | 'deny'
  | 'stop'
  | 'retry'
  | 'drop'
  | 'continueWith'
  /** Of policies only. */
  | 'confine';

/** Inputs of the built-in tools, so that `tools: 'Bash'` makes `ctx.input.command` a string. */

export interface ToolInputs {
  Read: { file_path: string; offset?: number; limit?: number };
  Write: { file_path: string; content: string };
  Edit: { file_path: string; old_string: string; new_string: string; replace_all?: boolean };
  MultiEdit: { file_path: string; edits: { old_string: string; new_string: string; replace_all?: boolean }[] };
  NotebookEdit: {
    notebook_path: string;
    cell_id?: string;
    new_source: string;
    cell_type?: 'code' | 'markdown';
    edit_mode?: 'replace' | 'insert' | 'delete';
  };
  Bash: { command: string; timeout?: number; description?: string; run_in_background?: boolean };
  TaskOutput: { task_id: string; block?: boolean; timeout?: number };
  TaskStop: { task_id: string };
  Glob: { pattern: string; path?: string };
  Grep: {
    pattern: string;
    path?: string;
    glob?: string;
    type?: string;
    output_mode?: 'content' | 'files_with_matches' | 'count';
    '-i'?: boolean;
    '-n'?: boolean;
    '-A'?: number;
    '-B'?: number;
    '-C'?: number;
    multiline?: boolean;
    head_limit?: number;
    offset?: number;
  };
  LS: { path: string };
  WebSearch: { query: string; allowed_domains?: string[]; blocked_domains?: string[] };
  WebFetch: { url: string; prompt?: string };
  Agent: { subagent_type: string; prompt: string; description?: string; run_in_background?: boolean };
  Handoff: { agent: string; message: string };
  Skill: { skill: string; args?: string };
  TodoWrite: { todos: { content: string; status: 'pending' | 'in_progress' | 'completed'; activeForm?: string }[] };
  AskUserQuestion: {
    questions: { question: string; header: string; options: { label: string; description: string }[]; multiSelect: boolean }[];
  };
  Diagnostics: { file_path?: string };
}

type OlderNames = { Task: 'Agent'; BashOutput: 'TaskOutput'; KillShell: 'TaskStop' };
/** By the name as it is compared: its case does not count. */
type ByName = { [N in keyof ToolInputs as Lowercase<N>]: ToolInputs[N] } & {
  [N in keyof OlderNames as Lowercase<N>]: ToolInputs[OlderNames[N]];
};
/** Literal names narrow, in any case; a glob or an unknown name gives `unknown` fields. */
export type InputOf<Names> = Names extends readonly (infer Name)[]
  ? InputOf<Name>
  : Names extends string
    ? Lowercase<Names> extends keyof ByName
      ? ByName[Lowercase<Names>]
      : Record<string, unknown>
    : Record<string, unknown>;

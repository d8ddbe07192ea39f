/** What the agent asks the human with AskUserQuestion, in Claude Code's shape, and what comes back. */

export interface Question {
  question: string;
  /** A word or two. */
  header: string;
  options: { label: string; description?: string }[];
  multiSelect?: boolean;
}

/** Rides on the event `question_asked` as `data`; an answer names the tool call. */
export interface QuestionRequest {
  toolCallId: string;
  agentName: string;
  branch: string;
  questions: Question[];
}

export interface QuestionAnswer {
  toolCallId: string;
  /** For each question what was chosen, labels or the human's own words; undefined where the human skipped them. */
  answers: string[][] | undefined;
}

/** True where an answer answers these questions, each with something. */
export const fits = ({ questions }: QuestionRequest, { answers }: QuestionAnswer): boolean =>
  answers === undefined || (answers.length === questions.length && answers.every((chosen) => chosen.length > 0));

/** Whose words, calls and events they are. */

export interface Speaker {
  branch: string;
  taskId?: string;
}

/** Agents of one name work on one branch, so that only the task tells them apart. */
export const speakerOf = ({ taskId, branch }: Speaker): string => taskId ?? branch;

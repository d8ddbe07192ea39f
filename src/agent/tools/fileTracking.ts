/** What calls do to files, told call by call, so that the human can take it back. */

import type { ToolFacts } from '../../shared/calls/toolFacts';
import type { Said } from '../../shared/events/events';
import type { FileChange } from '../../shared/events/fileChanges';
import type { Checkpoints, Watched } from '../ports/files';
import type { BackgroundTasks } from '../ports/tool';
import type { Toolbox } from './toolbox';

/** Leaves the event of it. */
type Tell = (facts: Said<'files_changed'>) => void;

export class FileTracker {
  /** A command in the background may have changed files since the last look. */
  private isLoose = false;
  private problem: string | undefined;

  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly tasks: BackgroundTasks,
  ) {}

  /** A run begins. */
  prepare(): void {
    this.checkpoints.prepare();
  }

  /** Does the work of a call and tells what became of the files meanwhile. */
  async around<T>(
    tell: Tell,
    tools: Pick<Toolbox, 'lockOf' | 'circumstances'>,
    { id, facts }: { id: string; facts: ToolFacts },
    work: () => Promise<T>,
  ): Promise<T> {
    if (facts.readOnly || tools.lockOf(facts.toolName) !== 'write') return work();
    await this.sweep(tell);
    const watched = await this.checkpoints.watch(
      tools.circumstances(facts).tool.edits ? Object.values(facts.fieldPaths) : undefined,
    );
    try {
      return await work();
    } finally {
      this.tell(tell, await watched(), { toolCallId: id, toolName: facts.toolName });
      this.isLoose = this.runsBeside;
    }
  }

  /** What commands in the background did since the last look. */
  async sweep(tell: Tell): Promise<void> {
    if (!this.isLoose) return;
    this.isLoose = this.runsBeside;
    this.tell(tell, await this.checkpoints.sweep(), {});
  }

  private get runsBeside(): boolean {
    return this.tasks.all().some(({ kind, status }) => kind === 'command' && status === 'running');
  }

  private tell(tell: Tell, { files, leftOut, problem }: Watched, call: { toolCallId?: string; toolName?: string }): void {
    const isNew = problem !== undefined && problem !== this.problem;
    this.problem = problem;
    if (files.length === 0 && !isNew) return;
    const error = problem === undefined ? {} : { error: { name: 'CheckpointError', message: problem } };
    tell({ ...call, ...error, data: { files: files.toSorted(byPath), leftOut } });
  }
}

const byPath = (a: FileChange, b: FileChange) => (a.path < b.path ? -1 : 1);

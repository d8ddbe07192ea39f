/** Background commands and agents of one session, by id. */
import type { BackgroundTask, BackgroundTasks } from '../ports/tool';

export class TaskList implements BackgroundTasks {
  private readonly tasks = new Map<string, BackgroundTask>();
  private count = 0;

  add(task: BackgroundTask): void {
    this.tasks.set(task.id, task);
  }

  get(id: string): BackgroundTask | undefined {
    return this.tasks.get(id);
  }

  all(): BackgroundTask[] {
    return [...this.tasks.values()];
  }

  nextId(kind: 'command' | 'agent'): string {
    this.count++;
    return `${kind}_${this.count}`;
  }

  /** Stops everything that still runs; nothing outlives its session. */
  async stopAll(): Promise<void> {
    const running = this.all().filter((task) => task.status === 'running');
    for (const task of running) task.stop('the session was closed', 'hooksmith');
    await Promise.all(running.map((task) => task.done));
  }
}

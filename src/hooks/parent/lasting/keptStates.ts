/** What hooks keep for a run or a session: the host at work is told, who writes a session down too, and both of them outlive a host. */
import type { KeptChange } from '../../../agent/ports/hooks';
import { type StateOp, States, sessionStore } from '../../chain/calling/states';
import type { StateStore } from '../../chain/words/registered';
import type { ToHost } from '../../hostProtocol';
import type { Survivors } from './survivors';

export class KeptStates {
  /** Who is told what hooks keep for a session, by its store. */
  private readonly sessions = new Map<string, (change: KeptChange) => void>();

  constructor(
    private readonly survivors: Survivors,
    private readonly tell: (message: ToHost) => void,
  ) {}

  open(id: string, entries: Iterable<[string, unknown]>, changed: (change: KeptChange) => void): { dispose(): void } {
    const store = sessionStore(id);
    const put = (all: Iterable<[string, unknown]>) => {
      this.survivors.setState(store, all);
      this.tell(this.survivors.stateMessage(store));
    };
    put(entries);
    this.sessions.set(store, changed);
    return {
      dispose: () => {
        // Another may have opened it since.
        if (this.sessions.get(store) !== changed) return;
        this.sessions.delete(store);
        put([]);
        this.survivors.dropState(store);
      },
    };
  }

  /** What hooks keep for a run, for the host that goes on with it. */
  ofRun(runId: string): [string, unknown][] {
    return this.survivors.stateOf(runId);
  }

  /** A run that another host began goes on here, with what its hooks kept. */
  takeRun(runId: string, entries: Iterable<[string, unknown]>): void {
    this.survivors.setState(runId, entries);
    this.tell(this.survivors.stateMessage(runId));
  }

  keep(op: StateOp): void {
    this.survivors.keepState(op);
    const { key, value } = op;
    this.sessions.get(op.store)?.(op.op === 'set' ? { key, value } : { key, gone: true });
  }

  of(store: string): StateStore {
    const states = new States((op) => {
      this.keep(op);
      // The hooks that come after it see what it has set.
      this.tell(this.survivors.stateMessage(store));
    });
    states.restore(store, this.survivors.stateOf(store));
    return states.of(store);
  }
}

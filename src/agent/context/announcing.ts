/** Tells hooks of what is no step of an agent. Nobody waits for its observers, until all of it is to be over. */
import { Outstanding } from '../../shared/basics/outstanding';
import type { Payloads } from '../../shared/hooks/payloads';
import { type AgentContext, dispatch } from './agentContext';

export type Announced = 'sessionEnd' | 'scopeRegister' | 'scopeUnregister';

export class Announcing {
  private readonly observing = new Outstanding();

  /** `beside`: where it happens, the run that is on or none. */
  constructor(private readonly beside: () => AgentContext) {}

  async tell<E extends Announced>(event: E, payload: Payloads[E]): Promise<void> {
    const ctx = this.beside();
    await dispatch<Announced>(ctx, event, payload);
    // State that hooks keep beside runs has nobody to hand it to.
    if (ctx.run.id === '') this.observing.add(ctx.deps.hooks.endRun('').catch(() => undefined));
  }

  /** Never rejects. */
  over(): Promise<void> {
    return this.observing.over();
  }
}

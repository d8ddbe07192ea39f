/** scopeRegister and scopeUnregister: told after the registry changed, one after the other, in the order of the changes. */

import type { ToolRegistry } from '../tools/toolRegistry';
import type { Session } from './session';

export class ScopeEvents {
  /** Resolves when all that changed so far has been told. Never rejects. */
  told: Promise<void> = Promise.resolve();
  private readonly subscription;

  constructor(registry: ToolRegistry, session: Pick<Session, 'announce'>) {
    this.subscription = registry.onDidChange(({ kind, name, tools }) => {
      const event = kind === 'register' ? 'scopeRegister' : 'scopeUnregister';
      this.told = this.told.then(() => session.announce(event, { scope: { name, tools } })).catch(() => undefined);
    });
  }

  dispose(): void {
    this.subscription.dispose();
  }
}

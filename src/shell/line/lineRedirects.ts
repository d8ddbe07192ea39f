/** What the redirections of a line read and write, and which of them an allow does not cover. */
import type { Redirection } from 'unbash';
import { shown } from '../syntax/lineReport';
import { isOpen, type Value } from '../syntax/words';
import { quietDevices } from './lineNames';
import { LineWrites } from './lineWrites';

export class LineRedirects extends LineWrites {
  protected redirect(redirect: Redirection): void {
    if (redirect.type !== 'Redirect' || !redirect.target) return;
    const { operator } = redirect;
    const writes = operator !== '<' && operator !== '<&';
    for (const value of this.values(redirect.target)) {
      if (/^\d*-?$/.test(value.text) && operator.includes('&') && !value.dynamic) continue;
      if (value.dynamic) {
        if (value.means) this.name(value.means, this.folders);
        else if (!value.isPipe) this.complete = false;
        this.mayMean(value.template ?? value.text, this.folders, value.many);
        if (writes) this.writesOpen('>', value, this.folders);
      } else {
        this.name(value, this.folders);
        for (const base of this.folders) for (const path of this.reached(value, base)) this.opened.add(path);
        if (writes) this.writesInUnread('>', value);
      }
      if (writes && this.findsUnread([value], this.folders)) this.writesUnreadAt('>', [null]);
      if (writes) this.writes(value, this.folders);
      this.barRedirect(value, writes);
    }
  }

  private barRedirect(value: Value, writes: boolean): void {
    if (isOpen(value))
      return this.bar(`which file ${shown(value.text)} ${writes ? 'writes' : 'reads'} is only known when it runs`);
    if (/^\/dev\/(tcp|udp)\//.test(value.text)) return this.bar(`${shown(value.text)} is a connection to the network`);
    if (!writes || quietDevices.test(value.text)) return;
    for (const base of this.folders)
      for (const path of this.reached(value, base))
        if (this.isOutside(path) || this.isGuarded(path)) this.bar(`it writes to ${path}`);
    if (value.tilde && /^~[^/]/.test(value.text)) this.bar(`it writes to ${value.text}`);
  }
}

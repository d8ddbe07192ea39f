/** The web as it is there from the first: what it takes to fetch a page is loaded with the first page. */
import type { Web } from '../agent/ports/machine';
import { type WebOptions, webPages } from './web';

export function lateWebPages(options: WebOptions): Web {
  return { get: (address, stop) => webPages(options).get(address, stop) };
}

/** The web as it is there from the first: what it takes to fetch a page, or to ask a model, is loaded with the first of them. */
import type { Web } from '../../agent/ports/machine';
import { modelFetch } from './modelFetch';
import { type WebOptions, webPages } from './web';

export function lateWebPages(options: WebOptions): Web {
  return { get: (address, stop) => webPages(options).get(address, stop) };
}

export function lateModelFetch(): typeof fetch {
  let made: typeof fetch | undefined;
  return (input, init) => {
    made ??= modelFetch();
    return made(input, init);
  };
}

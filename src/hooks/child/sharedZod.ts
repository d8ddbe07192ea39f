/**
 * What a copy of zod as a whole keeps at the place that all copies share, set as it does: the one of a hook file looks there as it loads, when nothing can be added
 * any more. The small form sets none of it.
 */
import { config, memoizer } from 'zod/v4/core';
import en from 'zod/v4/locales/en.js';

config({ ...en(), memoizer: memoizer() });

/** What built-in policies say to the sandbox beside what others can: they have judged the line by reading. */
import type { Confinement } from '../shared/verdicts/confinement';
import type { Confine, Decision, PolicyContext } from './contexts';

interface BuiltInWords extends Confinement {
  reason?: string;
  /** It is put to the human besides. */
  ask?: true;
}

export const confined = (ctx: PolicyContext, words: BuiltInWords): Decision => ctx.confine(words as Confine);

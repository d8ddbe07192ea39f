/** Nobody sits here: --approve answers. */
import type { ApprovalPort } from '../agent/ports/human';

/** What would be asked is denied; or allowed, where the caller said so, but never a protected path, nor to run without the sandbox. */
export function flagApprovals(approve: 'never' | 'always'): ApprovalPort {
  return {
    decider: { kind: 'flag', name: `--approve ${approve}` },
    async ask({ id, inputHash, askedBy, reason, unconfined }) {
      const mayBeAllowed = askedBy.name !== 'protected path' && !unconfined;
      if (approve === 'always' && mayBeAllowed) return { id, inputHash, decision: 'allow', scope: 'once' };
      const nobody = `nobody is here to approve it (${reason})`;
      const helped = mayBeAllowed ? `${nobody}; run with --approve always to allow such calls` : nobody;
      return { id, inputHash, decision: 'deny', reason: approve === 'always' ? reason : helped };
    },
  };
}

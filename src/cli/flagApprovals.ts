/** Nobody sits here: --approve answers. */
import type { ApprovalPort } from '../agent/ports/human';

/** What would be asked is denied; or allowed, where the caller said so, but never a protected path, nor to run without the sandbox. */
export function flagApprovals(approve: 'never' | 'always'): ApprovalPort {
  return {
    decider: { kind: 'flag', name: `--approve ${approve}` },
    async ask({ id, inputHash, askedBy, reason, unconfined }) {
      if (approve === 'always' && askedBy.name !== 'protected path' && !unconfined)
        return { id, inputHash, decision: 'allow', scope: 'once' };
      const why =
        approve === 'always' ? reason : `nobody is here to approve it (${reason}); run with --approve always to allow such calls`;
      return { id, inputHash, decision: 'deny', reason: why };
    },
  };
}

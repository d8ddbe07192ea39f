/** Fields of a dispatch that its record does not hold, with what stands for them: who reads one sees what may not be so. */

import type { PayloadFields } from '../../shared/hooks/payloads';
import type { ModelRequest } from '../../shared/messages/messages';

export type Missing = Map<keyof PayloadFields | `request.${keyof ModelRequest}`, unknown>;

/** Why a run ends: its stop signals by strength. */
import { type StopSignal, stopReasons } from './stopReasons';

/** Strongest first; of equals the first comes first. */
export const byStrength = (signals: readonly StopSignal[]): StopSignal[] =>
  [...signals].sort((a, b) => stopReasons.indexOf(a.reason) - stopReasons.indexOf(b.reason));

/** Measured with a few processes started and a loop: half a second. */
export function slowness(lanes?: number): number;
export function loadNow(): number;
export function factor(): number;
export function refresh(): number;

/** What was spent, as a human reads it: never nothing where something was. */
export const dollars = (usd: number): string => (usd > 0 && usd < 0.000_05 ? '< $0.0001' : `$${usd.toFixed(usd < 0.1 ? 4 : 2)}`);

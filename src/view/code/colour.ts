/** Colours as numbers: how well one reads on another, and how to mend it. */

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** From `#rgb`, `#rrggbb` or `#rrggbbaa`; the alpha is left out. */
export function parseColour(text: string): Colour | undefined {
  const hex = /^#?([0-9a-f]{3,8})$/i.exec(text.trim())?.[1];
  if (!hex) return undefined;
  const full = hex.length < 6 ? [...hex.slice(0, 3)].map((digit) => digit + digit).join('') : hex.slice(0, 6);
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Colour;
}

export const hexOf = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminance(colour: Colour): number {
  const [r, g, b] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Colour;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of WCAG, 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** `colour`, moved towards white or black as little as it takes to have this contrast on `background`. */
export function legible(colour: Colour, background: Colour, ratio: number): Colour {
  const end: Colour = contrast([255, 255, 255], background) > contrast([0, 0, 0], background) ? [255, 255, 255] : [0, 0, 0];
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = colour.map((part, i) => Math.round(part + (end[i]! - part) * share)) as unknown as Colour;
    if (contrast(mixed, background) >= ratio) return mixed;
  }
  return end;
}

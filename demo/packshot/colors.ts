type Rgb = readonly [number, number, number];

function parseHex(hex: string): Rgb {
  const parseChannel = (offset: number) => Number.parseInt(hex.slice(offset, offset + 2), 16);
  return [parseChannel(1), parseChannel(3), parseChannel(5)];
}

function formatHex(rgb: Rgb): string {
  const parts = rgb.map((value) => Math.max(0, Math.min(255, Math.round(value))));
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Interpolates two `#rrggbb` colors; `share` 0 gives the first, 1 the second. */
export function mixColors(from: string, to: string, share: number): string {
  const a = parseHex(from);
  const b = parseHex(to);
  return formatHex([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]);
}

/** Returns the relative luminance as defined by WCAG, 0 to 1. */
export function getLuminance(hex: string): number {
  const [r, g, b] = parseHex(hex).map((value) => {
    const v = value / 255;
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns whether light text is needed on a color. */
export function isDark(hex: string): boolean {
  return getLuminance(hex) < 0.32;
}

/** Returns the difference of the relative luminances of two colors, 0 to 1. */
export function getLuminanceDifference(a: string, b: string): number {
  return Math.abs(getLuminance(a) - getLuminance(b));
}

/** Returns the ink with the largest luminance difference to the ground; the first one if equal. */
export function pickReadableInk(ground: string, ...inks: [string, ...string[]]): string {
  return inks.reduce((best, ink) =>
    getLuminanceDifference(ink, ground) > getLuminanceDifference(best, ground) ? ink : best,
  );
}

type Rgb = readonly [number, number, number];

function rgbOf(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function hexOf(rgb: Rgb): string {
  const parts = rgb.map((value) => Math.max(0, Math.min(255, Math.round(value))));
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** The colour between two `#rrggbb` colours; `share` 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const a = rgbOf(from);
  const b = rgbOf(to);
  return hexOf([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]);
}

/** Relative luminance as WCAG defines it, 0 to 1. */
export function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex).map((value) => {
    const v = value / 255;
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function isDark(hex: string): boolean {
  return luminance(hex) < 0.32;
}

/** How far apart two colours are in luminance, 0 to 1. */
export function contrast(a: string, b: string): number {
  return Math.abs(luminance(a) - luminance(b));
}

/** The ink that stands out most on a ground; the first of equals. */
export function readable(ground: string, ...inks: [string, ...string[]]): string {
  return inks.reduce((best, ink) => (contrast(ink, ground) > contrast(best, ground) ? ink : best));
}

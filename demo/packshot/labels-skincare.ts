import { hashText } from "./random.ts";
import { getLuminanceDifference, isDark, mixColors, pickReadableInk } from "./colors.ts";
import {
  getInk,
  DARK_INK,
  drawSmallPrint,
  PALE_INK,
  createTextPrinter,
  formatPrintedVolume,
  type Label,
  drawSeal,
  SEAL_RED,
} from "./label-text.ts";
import { round } from "./canvas.ts";
import { getColumnHeight } from "./text-outlines.ts";
import { drawSprig } from "./sprig.ts";

/** Labels of skin and hair care: much free space, little print. */

/** Centered lines with much free space. */
export function minimal(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { w } = area;
  const ink = pickReadableInk(ground, palette.ink, palette.acc, DARK_INK, PALE_INK);
  const { mincho, gothic, yAt } = createTextPrinter(label, ink);
  const middle = area.x + w / 2;
  return (
    mincho(seed.brand[0], { size: w * 0.105, y: yAt(0.2), tracking: w * 0.018, max: w * 0.8 }) +
    canvas.rect(round(middle - 14), round(yAt(0.255)), 28, 1.6, { fill: ink, opacity: 0.6 }) +
    mincho(seed.jp, { size: w * 0.15, y: yAt(0.46), tracking: w * 0.02, max: w * 0.8 }) +
    gothic(seed.en, { size: w * 0.05, y: yAt(0.535), tracking: 2, max: w * 0.8, opacity: 0.85 }) +
    drawSmallPrint(canvas, { x: middle, y: yAt(0.76), max: w * 0.8 * 0.8, fill: ink, lines: 3 }) +
    gothic(formatPrintedVolume(seed), { size: w * 0.055, y: yAt(0.95), tracking: 1 })
  );
}

/** Text in vertical columns. */
export function tategaki(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { x, w, h } = area;
  const { gothic, vertical, yAt } = createTextPrinter(label, getInk(label));
  const size = Math.min(w * 0.26, (h * 0.62) / Math.max(3, [...seed.jp].length));
  return (
    vertical("m", seed.jp, { size, x: x + w * 0.56, y: yAt(0.12), tracking: size * 0.12, max: h * 0.66 }) +
    vertical("m", seed.brand[1], { size: w * 0.085, x: x + w * 0.27, y: yAt(0.14), tracking: 3, opacity: 0.9 }) +
    drawSeal(canvas, seed.brand[2], {
      x: x + w * 0.27,
      y: yAt(0.17) + getColumnHeight(seed.brand[1], w * 0.085, 3) + w * 0.11,
      size: w * 0.12,
      fill: isDark(ground) ? palette.acc : SEAL_RED,
      ink: isDark(ground) ? ground : "#fff",
    }) +
    gothic(seed.en, { size: w * 0.05, y: yAt(0.88), tracking: 2, max: w * 0.76 }) +
    gothic(formatPrintedVolume(seed), { size: w * 0.048, y: yAt(0.95), opacity: 0.85 })
  );
}

/** The product name on a colored disc. */
export function disc(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { w, h } = area;
  const { mincho, gothic, yAt } = createTextPrinter(label, getInk(label));
  const radius = Math.min(w * 0.31, h * 0.24);
  const color = getLuminanceDifference(palette.acc, ground) > 0.12 ? palette.acc : palette.alt;
  const inkOnColor = pickReadableInk(color, palette.ink, "#ffffff", DARK_INK);
  return (
    canvas.circle(round(area.x + w / 2), round(yAt(0.36)), round(radius), { fill: color }) +
    mincho(seed.jp, {
      size: radius * 0.56,
      y: yAt(0.36) + radius * 0.2,
      fill: inkOnColor,
      tracking: radius * 0.04,
      max: radius * 1.66,
    }) +
    gothic(seed.brand[0], { size: w * 0.075, y: yAt(0.1), tracking: w * 0.014, max: w * 0.8 }) +
    gothic(seed.en, { size: w * 0.056, y: yAt(0.72), tracking: 1.6, max: w * 0.78 }) +
    gothic(seed.sub, { size: w * 0.055, y: yAt(0.79), tracking: 2, max: w * 0.7, opacity: 0.85 }) +
    gothic(formatPrintedVolume(seed), { size: w * 0.052, y: yAt(0.95) })
  );
}

/** A twig above the product name. */
export function botanical(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { w, h } = area;
  const ink = getInk(label);
  const { mincho, gothic, yAt } = createTextPrinter(label, ink);
  const twig = {
    x: area.x + w / 2 - w * 0.04,
    y: yAt(0.5),
    height: h * 0.4,
    color: getLuminanceDifference(palette.acc, ground) > 0.12 ? palette.acc : ink,
    flower: hashText(seed.key || seed.en) % 2 === 1,
  };
  return (
    drawSprig(canvas, twig) +
    mincho(seed.jp, { size: w * 0.14, y: yAt(0.65), tracking: w * 0.02, max: w * 0.8 }) +
    gothic(seed.en, { size: w * 0.05, y: yAt(0.72), tracking: 2, max: w * 0.76, opacity: 0.9 }) +
    mincho(seed.brand[0], { size: w * 0.075, y: yAt(0.86), tracking: 2.5, max: w * 0.76 }) +
    gothic(formatPrintedVolume(seed), { size: w * 0.048, y: yAt(0.95), opacity: 0.85 })
  );
}

/** The brand name is rotated along the left side. */
export function side(label: Label): string {
  const { seed, area } = label;
  const { x, w, h } = area;
  const { mincho, gothic, vertical, yAt } = createTextPrinter(label, getInk(label));
  const brand = { size: w * 0.25, x: x + w * 0.42, y: yAt(0.93), tracking: w * 0.02, max: h * 0.86 };
  return (
    mincho(seed.brand[0], { ...brand, anchor: "start", turn: -90 }) +
    vertical("m", seed.jp, { size: w * 0.11, x: x + w * 0.68, y: yAt(0.07), tracking: 5, max: h * 0.5 }) +
    vertical("g", seed.sub, {
      size: w * 0.05,
      x: x + w * 0.84,
      y: yAt(0.075),
      tracking: 2,
      opacity: 0.8,
      max: h * 0.5,
    }) +
    gothic(formatPrintedVolume(seed), { size: w * 0.055, x: x + w * 0.62, y: yAt(0.93), anchor: "start" })
  );
}

/** Laboratory style: horizontal rules and a large number. */
export function clinic(label: Label): string {
  const { canvas, seed, area } = label;
  const ink = getInk(label);
  const { gothic, black, yAt } = createTextPrinter(label, ink);
  const { w } = area;
  const left = { x: area.x + w * 0.2, anchor: "start" } as const;
  const max = w * 0.62;
  const number = String((hashText(seed.en + seed.brand[0]) % 9) + 1).padStart(2, "0");
  const rule = (share: number) =>
    canvas.rect(round(left.x), round(yAt(share)), round(max), 1.3, { fill: ink, opacity: 0.55 });
  return (
    black(seed.brand[0], { ...left, size: w * 0.075, y: yAt(0.1), tracking: 1, max }) +
    rule(0.135) +
    gothic(number, { ...left, x: left.x - 4, size: w * 0.36, y: yAt(0.43) }) +
    rule(0.5) +
    black(seed.jp, { ...left, size: w * 0.13, y: yAt(0.61), max }) +
    gothic(seed.en, { ...left, size: w * 0.058, y: yAt(0.685), tracking: 0.6, max }) +
    rule(0.74) +
    drawSmallPrint(canvas, { ...left, y: yAt(0.8), max: max * 0.7, fill: ink, lines: 2 }) +
    black(formatPrintedVolume(seed), { ...left, size: w * 0.062, y: yAt(0.96) })
  );
}

/** The character of the brand's seal fills the background. */
export function kanji(label: Label): string {
  const { seed, palette, area, ground } = label;
  const { x, w, h } = area;
  const { mincho, gothic, vertical, yAt } = createTextPrinter(label, getInk(label));
  const left = { x: x + w * 0.12, anchor: "start" } as const;
  const tone = mixColors(ground, isDark(ground) ? "#ffffff" : palette.acc, isDark(ground) ? 0.16 : 0.3);
  return (
    mincho(seed.brand[2], { size: w * 1.02, y: yAt(0.3) + w * 0.42, fill: tone }) +
    vertical("m", seed.jp, { size: w * 0.115, x: x + w * 0.8, y: yAt(0.06), tracking: 5, max: h * 0.5 }) +
    gothic(seed.brand[0], { ...left, size: w * 0.06, y: yAt(0.87), tracking: 2, max: w * 0.7 }) +
    gothic(seed.en, { ...left, size: w * 0.044, y: yAt(0.92), tracking: 1, max: w * 0.7, opacity: 0.85 }) +
    gothic(formatPrintedVolume(seed), { ...left, size: w * 0.044, y: yAt(0.97), opacity: 0.85 })
  );
}

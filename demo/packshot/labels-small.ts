import { round } from "./canvas.ts";
import { isDark, mixColors, pickReadableInk } from "./colors.ts";
import {
  DARK_INK,
  getInk,
  type Label,
  PALE_INK,
  createTextPrinter,
  formatPrintedVolume,
  drawSeal,
  SEAL_RED,
} from "./label-text.ts";

/** Labels for one form each: jars, sticks, boxes of masks, soap, compacts, diapers. */

/** Centered lines for a low jar. */
export function low(label: Label): string {
  const { seed, area } = label;
  const { w, h } = area;
  const { mincho, gothic, yAt } = createTextPrinter(label, getInk(label));
  return (
    mincho(seed.brand[0], { size: h * 0.2, y: yAt(0.4), tracking: 4, max: w * 0.8 }) +
    mincho(seed.jp, { size: h * 0.13, y: yAt(0.62), tracking: 3, max: w * 0.7 }) +
    gothic(`${seed.en}  ${formatPrintedVolume(seed)}`, {
      size: h * 0.07,
      y: yAt(0.77),
      tracking: 2,
      max: w * 0.7,
      opacity: 0.85,
    })
  );
}

/** A seal beside the product name, for a low jar. */
export function lowdisc(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { x, w, h } = area;
  const ink = getInk(label);
  const { mincho, gothic, yAt } = createTextPrinter(label, ink);
  const rule = (share: number) =>
    canvas.rect(round(x - 100), round(yAt(share)), round(w + 200), 1.4, { fill: ink, opacity: 0.5 });
  const beside = { x: x + w * 0.34, anchor: "start", max: w * 0.56 } as const;
  return (
    rule(0.2) +
    rule(0.84) +
    drawSeal(canvas, seed.brand[2], {
      x: x + w * 0.2,
      y: yAt(0.52),
      size: h * 0.36,
      fill: isDark(ground) ? palette.acc : SEAL_RED,
      ink: isDark(ground) ? ground : "#fff",
    }) +
    mincho(seed.jp, { ...beside, size: h * 0.24, y: yAt(0.52), tracking: 3 }) +
    gothic(`${seed.brand[0]} ${formatPrintedVolume(seed)}`, { ...beside, size: h * 0.09, y: yAt(0.72), tracking: 1.5 })
  );
}

/** A column of text, for a stick. */
export function slim(label: Label): string {
  const { seed, area } = label;
  const { x, w, h } = area;
  const { gothic, vertical, yAt } = createTextPrinter(label, getInk(label));
  const brand = { size: w * 0.17, x: x + w * 0.57, y: yAt(0.94), tracking: 2, max: h * 0.34 };
  return (
    vertical("m", seed.jp, { size: w * 0.4, x: x + w / 2, y: yAt(0.08), tracking: 6, max: h * 0.46 }) +
    gothic(seed.brand[0], { ...brand, anchor: "start", turn: -90 })
  );
}

/** Lines on the left, for a wide box of masks. */
export function wide(label: Label): string {
  const { seed, area } = label;
  const { x, w, h } = area;
  const { mincho, gothic, black, yAt } = createTextPrinter(label, getInk(label));
  const left = { x: x + w * 0.06, anchor: "start" } as const;
  return (
    black(seed.jp, { ...left, size: h * 0.2, y: yAt(0.34), max: w * 0.6 }) +
    gothic(seed.en, { ...left, size: h * 0.075, y: yAt(0.47), tracking: 2, max: w * 0.5 }) +
    gothic(seed.sub, { ...left, size: h * 0.085, y: yAt(0.62), max: w * 0.5 }) +
    mincho(seed.brand[1], { ...left, size: h * 0.1, y: yAt(0.88), tracking: 3 }) +
    black(formatPrintedVolume(seed), { size: h * 0.13, x: x + w * 0.94, y: yAt(0.88), anchor: "end" })
  );
}

/** The paper band around a bar. */
export function soapBand(label: Label): string {
  const { canvas, seed, area } = label;
  const { w, h } = area;
  const { gothic, vertical, yAt } = createTextPrinter(label, getInk(label));
  const middle = area.x + w / 2;
  return (
    vertical("m", seed.jp, { size: w * 0.2, x: middle, y: yAt(0.1), tracking: 6, max: h * 0.5 }) +
    drawSeal(canvas, seed.brand[2], { x: middle, y: yAt(0.73), size: w * 0.2, fill: SEAL_RED }) +
    gothic(formatPrintedVolume(seed), { size: w * 0.075, y: yAt(0.92) })
  );
}

/** The brand, for the round lid of a compact. */
export function roundLid(label: Label): string {
  const { seed, palette, area, ground } = label;
  const { w } = area;
  const { mincho, yAt } = createTextPrinter(label, pickReadableInk(ground, palette.acc, palette.ink, PALE_INK));
  return (
    mincho(seed.brand[0], { size: w * 0.085, y: yAt(0.52), tracking: 5, max: w * 0.7 }) +
    mincho(seed.brand[1], { size: w * 0.06, y: yAt(0.62), tracking: 4, opacity: 0.9 })
  );
}

/** A disc with the product name, for a pack of diapers. */
export function diapers(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { x, w, h } = area;
  const { gothic, black, yAt } = createTextPrinter(label, pickReadableInk(ground, palette.ink, DARK_INK));
  const corner = { y: yAt(0.95) };
  return (
    canvas.circle(round(x + w / 2), round(yAt(0.5)), round(h * 0.33), {
      fill: mixColors(palette.cap, "#ffffff", 0.5),
    }) +
    black(seed.brand[1], { size: w * 0.11, y: yAt(0.42), max: h * 0.58 }) +
    black(seed.jp, {
      size: w * 0.15,
      y: yAt(0.58),
      fill: pickReadableInk("#ffffff", palette.acc, palette.ink),
      max: h * 0.56,
    }) +
    gothic(seed.sub, { size: w * 0.05, y: yAt(0.69), tracking: 2 }) +
    black(formatPrintedVolume(seed), { ...corner, size: w * 0.075, x: x + w * 0.93, anchor: "end" }) +
    black("9-14kg", { ...corner, size: w * 0.06, x: x + w * 0.07, anchor: "start" })
  );
}

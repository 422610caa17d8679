import { pathData, round, wrapInGroup } from "./canvas.ts";
import { chooseByHash } from "./random.ts";
import { getLuminanceDifference, isDark, mixColors, pickReadableInk } from "./colors.ts";
import {
  DARK_INK,
  getInk,
  type Label,
  drawSmallPrint,
  PALE_INK,
  createTextPrinter,
  formatPrintedVolume,
  drawSeal,
  SEAL_RED,
} from "./label-text.ts";
import { createPatternFill } from "./wagara.ts";

/** Drugstore labels: bands, rays, waves, patterns. */

/** The product name on a wide colored band. */
export function band(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { x, w, h } = area;
  const { mincho, gothic, black, yAt } = createTextPrinter(label, getInk(label));
  const color = getLuminanceDifference(palette.alt, ground) > 0.1 ? palette.alt : palette.acc;
  const inkOnColor = pickReadableInk(color, "#ffffff", palette.ink, "#23302a");
  const stripe = (share: number, height: number) =>
    canvas.rect(round(x - 200), round(yAt(share)), round(w + 400), round(h * height), { fill: color });
  return (
    stripe(0.4, 0.34) +
    stripe(0.76, 0.018) +
    mincho(seed.brand[1], { size: w * 0.16, y: yAt(0.2), tracking: w * 0.02, max: w * 0.7 }) +
    gothic(seed.brand[0], { size: w * 0.05, y: yAt(0.28), tracking: 3, max: w * 0.7 }) +
    black(seed.jp, { size: w * 0.19, y: yAt(0.575), fill: inkOnColor, tracking: 1, max: w * 0.76 }) +
    gothic(seed.en, { size: w * 0.06, y: yAt(0.68), fill: inkOnColor, tracking: 2, max: w * 0.8 }) +
    gothic(seed.sub, { size: w * 0.06, y: yAt(0.87), max: w * 0.7 }) +
    gothic(formatPrintedVolume(seed), { size: w * 0.055, y: yAt(0.96) })
  );
}

/** Medicine label: colored header, bold name, a rounded badge with the claim. */
export function drug(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { x, y, w, h } = area;
  const color = getLuminanceDifference(palette.acc, ground) > 0.15 ? palette.acc : palette.alt;
  const inkOnColor = pickReadableInk(color, "#ffffff", palette.ink, "#1e2a25");
  const ink = pickReadableInk(ground, palette.ink, "#22302a", "#ffffff");
  const { black, yAt } = createTextPrinter(label, ink);
  const middle = x + w / 2;
  const head = pathData`M${round(x - 200)} ${round(y - 200)}H${round(x + w + 200)}V${round(yAt(0.2))}
    Q${round(middle)} ${round(yAt(0.3))} ${round(x - 200)} ${round(yAt(0.2))}Z`;
  return (
    canvas.path(head, { fill: color }) +
    black(seed.brand[1], { size: w * 0.13, y: yAt(0.15), fill: inkOnColor, tracking: 3, max: w * 0.72 }) +
    black(seed.jp, { size: w * 0.22, y: yAt(0.5), max: w * 0.78 }) +
    black(seed.en, { size: w * 0.062, y: yAt(0.585), tracking: 1.5, max: w * 0.84 }) +
    canvas.rect(round(middle - w * 0.36), round(y + h * 0.65), round(w * 0.72), round(w * 0.115), {
      rx: round(w * 0.0575),
      fill: color,
    }) +
    black(seed.sub, { size: w * 0.068, y: y + h * 0.65 + w * 0.083, fill: inkOnColor, max: w * 0.62 }) +
    drawSmallPrint(canvas, { x: middle, y: yAt(0.84), max: w * 0.7, fill: ink, lines: 1, size: 11 }) +
    black(formatPrintedVolume(seed), { size: w * 0.066, y: yAt(0.95) })
  );
}

/** A sun with rays above the product name. */
export function sun(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { w } = area;
  const { gothic, black, yAt } = createTextPrinter(label, pickReadableInk(ground, palette.ink, "#23302a", "#ffffff"));
  const cx = round(area.x + w / 2);
  const cy = yAt(0.34);
  const radius = w * 0.2;
  const color = getLuminanceDifference(palette.acc, ground) > 0.15 ? palette.acc : palette.cap;
  const rays = Array.from({ length: 24 }, (_, index) =>
    canvas.path(`M${cx} ${round(cy - radius * 1.15)}V${round(cy - radius * (index % 2 ? 1.5 : 1.36))}`, {
      transform: `rotate(${index * 15} ${cx} ${round(cy)})`,
    }),
  );
  return (
    canvas.circle(cx, round(cy), round(radius), { fill: color }) +
    wrapInGroup({ stroke: color, strokeWidth: round(w * 0.012), roundEnds: true }, rays.join("")) +
    gothic(seed.brand[0], { size: w * 0.075, y: yAt(0.09), tracking: 2, max: w * 0.76 }) +
    black(seed.jp, { size: w * 0.16, y: yAt(0.72), max: w * 0.74 }) +
    black(seed.sub, { size: w * 0.075, y: yAt(0.81), tracking: 1, max: w * 0.8 }) +
    gothic(formatPrintedVolume(seed), { size: w * 0.055, y: yAt(0.95) })
  );
}

/** A paper slip on a patterned background. */
export function wagara(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { x, y, w, h } = area;
  const pattern = chooseByHash(
    ["asanoha", "seigaiha", "shippo", "kikko", "yagasuri", "karakusa", "tatewaku"],
    seed.key || seed.jp,
  );
  const color = getLuminanceDifference(palette.acc, ground) > 0.14 ? palette.acc : palette.alt;
  const paper = isDark(ground) ? "#F6F1E4" : "#FFFEFA";
  const { gothic, vertical, yAt } = createTextPrinter(
    label,
    pickReadableInk(paper, palette.ink, palette.alt, DARK_INK),
  );
  const middle = x + w / 2;
  const slip = { w: w * 0.34, h: h * 0.66, x: middle - (w * 0.34) / 2, y: yAt(0.14) };
  const size = Math.min(slip.w * 0.55, ((slip.h * 0.66) / [...seed.jp].length) * 0.86);
  const foot = yAt(0.86);
  return (
    canvas.rect(round(x - 200), round(y - 200), round(w + 400), round(h + 400), {
      fill: createPatternFill(canvas, pattern, { color, size: w * 0.15, width: 1.5, opacity: 0.75 }),
    }) +
    canvas.rect(round(slip.x), round(slip.y), round(slip.w), round(slip.h), { fill: paper }) +
    canvas.rect(round(slip.x + 5), round(slip.y + 5), round(slip.w - 10), round(slip.h - 10), {
      stroke: color,
      strokeWidth: 1.4,
    }) +
    vertical("m", seed.jp, { size, x: middle, y: slip.y + slip.h * 0.1, tracking: size * 0.14, max: slip.h * 0.62 }) +
    drawSeal(canvas, seed.brand[2], { x: middle, y: slip.y + slip.h * 0.82, size: slip.w * 0.28, fill: SEAL_RED }) +
    canvas.rect(round(middle - w * 0.3), round(foot), round(w * 0.6), round(w * 0.1), { fill: ground }) +
    gothic(`${seed.brand[0]}  ${formatPrintedVolume(seed)}`, {
      size: w * 0.05,
      y: foot + w * 0.068,
      fill: pickReadableInk(ground, palette.ink, PALE_INK, DARK_INK),
      tracking: 1.5,
      max: w * 0.56,
    })
  );
}

/** Two waves across the lower half. */
export function wave(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { x, w, h } = area;
  const { gothic, black, yAt } = createTextPrinter(label, getInk(label));
  const color = getLuminanceDifference(palette.alt, ground) > 0.1 ? palette.alt : palette.acc;
  const inkOnColor = pickReadableInk(color, "#ffffff", palette.ink, "#23302a");
  const y = yAt(0.62);
  const left = round(x - 200);
  const right = round(x + w + 200);
  const far = pathData`M${left} ${round(y)}
    C${round(x + w * 0.1)} ${round(y - h * 0.16)} ${round(x + w * 0.55)} ${round(y + h * 0.1)} ${right} ${round(y - h * 0.2)}
    V1200H${left}Z`;
  const near = pathData`M${left} ${round(y + h * 0.06)}
    C${round(x + w * 0.25)} ${round(y - h * 0.1)} ${round(x + w * 0.6)} ${round(y + h * 0.18)} ${right} ${round(y - h * 0.06)}
    V1200H${left}Z`;
  return (
    canvas.path(far, { fill: mixColors(color, ground, 0.5) }) +
    canvas.path(near, { fill: color }) +
    black(seed.brand[0], { size: w * 0.085, y: yAt(0.13), tracking: 2, max: w * 0.8 }) +
    black(seed.jp, { size: w * 0.2, y: yAt(0.38), max: w * 0.78 }) +
    gothic(seed.en, { size: w * 0.058, y: yAt(0.46), tracking: 1.5, max: w * 0.8 }) +
    black(seed.sub, { size: w * 0.078, y: yAt(0.83), fill: inkOnColor, max: w * 0.7 }) +
    gothic(formatPrintedVolume(seed), { size: w * 0.058, y: yAt(0.94), fill: inkOnColor })
  );
}

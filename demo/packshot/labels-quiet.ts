import { hash } from "./chance.ts";
import { contrast, isDark, mix, readable } from "./colours.ts";
import { inkOn, DARK_INK, microprint, PALE_INK, pen, printedVolume, type Label, seal, SEAL_RED } from "./label-pen.ts";
import { round } from "./canvas.ts";
import { columnHeight } from "./lettering.ts";
import { sprig } from "./sprig.ts";

/** Labels of skin and hair care: much ground, little print. */

export function minimal(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { w } = area;
  const ink = readable(ground, palette.ink, palette.acc, DARK_INK, PALE_INK);
  const { mincho, gothic, at } = pen(label, ink);
  const middle = area.x + w / 2;
  return (
    mincho(seed.brand[0], { size: w * 0.105, y: at(0.2), tracking: w * 0.018, max: w * 0.8 }) +
    canvas.rect(round(middle - 14), round(at(0.255)), 28, 1.6, { fill: ink, opacity: 0.6 }) +
    mincho(seed.jp, { size: w * 0.15, y: at(0.46), tracking: w * 0.02, max: w * 0.8 }) +
    gothic(seed.en, { size: w * 0.05, y: at(0.535), tracking: 2, max: w * 0.8, opacity: 0.85 }) +
    microprint(canvas, { x: middle, y: at(0.76), max: w * 0.8 * 0.8, fill: ink, lines: 3 }) +
    gothic(printedVolume(seed), { size: w * 0.055, y: at(0.95), tracking: 1 })
  );
}

/** Set in columns. */
export function tategaki(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { x, w, h } = area;
  const { gothic, columnOf, at } = pen(label, inkOn(label));
  const size = Math.min(w * 0.26, (h * 0.62) / Math.max(3, [...seed.jp].length));
  return (
    columnOf("m", seed.jp, { size, x: x + w * 0.56, y: at(0.12), tracking: size * 0.12, max: h * 0.66 }) +
    columnOf("m", seed.brand[1], { size: w * 0.085, x: x + w * 0.27, y: at(0.14), tracking: 3, opacity: 0.9 }) +
    seal(canvas, seed.brand[2], {
      x: x + w * 0.27,
      y: at(0.17) + columnHeight(seed.brand[1], w * 0.085, 3) + w * 0.11,
      size: w * 0.12,
      fill: isDark(ground) ? palette.acc : SEAL_RED,
      ink: isDark(ground) ? ground : "#fff",
    }) +
    gothic(seed.en, { size: w * 0.05, y: at(0.88), tracking: 2, max: w * 0.76 }) +
    gothic(printedVolume(seed), { size: w * 0.048, y: at(0.95), opacity: 0.85 })
  );
}

export function disc(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { w, h } = area;
  const { mincho, gothic, at } = pen(label, inkOn(label));
  const radius = Math.min(w * 0.31, h * 0.24);
  const colour = contrast(palette.acc, ground) > 0.12 ? palette.acc : palette.alt;
  const on = readable(colour, palette.ink, "#ffffff", DARK_INK);
  return (
    canvas.circle(round(area.x + w / 2), round(at(0.36)), round(radius), { fill: colour }) +
    mincho(seed.jp, {
      size: radius * 0.56,
      y: at(0.36) + radius * 0.2,
      fill: on,
      tracking: radius * 0.04,
      max: radius * 1.66,
    }) +
    gothic(seed.brand[0], { size: w * 0.075, y: at(0.1), tracking: w * 0.014, max: w * 0.8 }) +
    gothic(seed.en, { size: w * 0.056, y: at(0.72), tracking: 1.6, max: w * 0.78 }) +
    gothic(seed.sub, { size: w * 0.055, y: at(0.79), tracking: 2, max: w * 0.7, opacity: 0.85 }) +
    gothic(printedVolume(seed), { size: w * 0.052, y: at(0.95) })
  );
}

export function botanical(label: Label): string {
  const { canvas, seed, palette, area, ground } = label;
  const { w, h } = area;
  const ink = inkOn(label);
  const { mincho, gothic, at } = pen(label, ink);
  const twig = {
    x: area.x + w / 2 - w * 0.04,
    y: at(0.5),
    height: h * 0.4,
    colour: contrast(palette.acc, ground) > 0.12 ? palette.acc : ink,
    flower: hash(seed.key || seed.en) % 2 === 1,
  };
  return (
    sprig(canvas, twig) +
    mincho(seed.jp, { size: w * 0.14, y: at(0.65), tracking: w * 0.02, max: w * 0.8 }) +
    gothic(seed.en, { size: w * 0.05, y: at(0.72), tracking: 2, max: w * 0.76, opacity: 0.9 }) +
    mincho(seed.brand[0], { size: w * 0.075, y: at(0.86), tracking: 2.5, max: w * 0.76 }) +
    gothic(printedVolume(seed), { size: w * 0.048, y: at(0.95), opacity: 0.85 })
  );
}

/** The brand climbs the left side. */
export function side(label: Label): string {
  const { seed, area } = label;
  const { x, w, h } = area;
  const { mincho, gothic, columnOf, at } = pen(label, inkOn(label));
  const brand = { size: w * 0.25, x: x + w * 0.42, y: at(0.93), tracking: w * 0.02, max: h * 0.86 };
  return (
    mincho(seed.brand[0], { ...brand, anchor: "start", turn: -90 }) +
    columnOf("m", seed.jp, { size: w * 0.11, x: x + w * 0.68, y: at(0.07), tracking: 5, max: h * 0.5 }) +
    columnOf("g", seed.sub, {
      size: w * 0.05,
      x: x + w * 0.84,
      y: at(0.075),
      tracking: 2,
      opacity: 0.8,
      max: h * 0.5,
    }) +
    gothic(printedVolume(seed), { size: w * 0.055, x: x + w * 0.62, y: at(0.93), anchor: "start" })
  );
}

/** A laboratory's label: rules and a large number. */
export function clinic(label: Label): string {
  const { canvas, seed, area } = label;
  const ink = inkOn(label);
  const { gothic, black, at } = pen(label, ink);
  const { w } = area;
  const left = { x: area.x + w * 0.2, anchor: "start" } as const;
  const max = w * 0.62;
  const number = String((hash(seed.en + seed.brand[0]) % 9) + 1).padStart(2, "0");
  const rule = (share: number) =>
    canvas.rect(round(left.x), round(at(share)), round(max), 1.3, { fill: ink, opacity: 0.55 });
  return (
    black(seed.brand[0], { ...left, size: w * 0.075, y: at(0.1), tracking: 1, max }) +
    rule(0.135) +
    gothic(number, { ...left, x: left.x - 4, size: w * 0.36, y: at(0.43) }) +
    rule(0.5) +
    black(seed.jp, { ...left, size: w * 0.13, y: at(0.61), max }) +
    gothic(seed.en, { ...left, size: w * 0.058, y: at(0.685), tracking: 0.6, max }) +
    rule(0.74) +
    microprint(canvas, { ...left, y: at(0.8), max: max * 0.7, fill: ink, lines: 2 }) +
    black(printedVolume(seed), { ...left, size: w * 0.062, y: at(0.96) })
  );
}

/** The brand's character fills the ground. */
export function kanji(label: Label): string {
  const { seed, palette, area, ground } = label;
  const { x, w, h } = area;
  const { mincho, gothic, columnOf, at } = pen(label, inkOn(label));
  const left = { x: x + w * 0.12, anchor: "start" } as const;
  const tone = mix(ground, isDark(ground) ? "#ffffff" : palette.acc, isDark(ground) ? 0.16 : 0.3);
  return (
    mincho(seed.brand[2], { size: w * 1.02, y: at(0.3) + w * 0.42, fill: tone }) +
    columnOf("m", seed.jp, { size: w * 0.115, x: x + w * 0.8, y: at(0.06), tracking: 5, max: h * 0.5 }) +
    gothic(seed.brand[0], { ...left, size: w * 0.06, y: at(0.87), tracking: 2, max: w * 0.7 }) +
    gothic(seed.en, { ...left, size: w * 0.044, y: at(0.92), tracking: 1, max: w * 0.7, opacity: 0.85 }) +
    gothic(printedVolume(seed), { ...left, size: w * 0.044, y: at(0.97), opacity: 0.85 })
  );
}

import type { Box } from "./bounds.ts";
import { type Canvas, round } from "./canvas.ts";
import { hash } from "./chance.ts";
import { readable } from "./colours.ts";
import { column, type Face, line, type Setting } from "./lettering.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";

/** A label to be printed: on which part of a pack, and on what colour. */
export type Label = { canvas: Canvas; seed: FullSeed; palette: Palette; area: Box; ground: string };

/** Prints a label; what stands outside the area is cut off by the pack's outline. */
export type PrintLabel = (label: Label) => string;

export const DARK_INK = "#2b2f2d";
export const PALE_INK = "#fbf8f2";
export const SEAL_RED = "#B33A3A";

/** The ink of most labels: the palette's own where it can be read. */
export function inkOn({ palette, ground }: Label): string {
  return readable(ground, palette.ink, DARK_INK, PALE_INK);
}

type Line = Pick<Setting, "size" | "y"> & Partial<Omit<Setting, "face">>;

/** Sets lines in one ink around the middle of a label, where a line does not say otherwise. */
export function pen({ canvas, area }: Label, ink: string) {
  const setter = (face: Face) => (text: string, set: Line) =>
    line(canvas, text, { face, x: area.x + area.w / 2, anchor: "middle", fill: ink, ...set });
  return {
    mincho: setter("m"),
    gothic: setter("g"),
    black: setter("b"),
    columnOf: (face: Face, text: string, set: Omit<Line, "anchor" | "turn"> & { x: number }) =>
      column(canvas, text, { face, fill: ink, ...set }),
    /** The height of a share of the label, from its top. */
    at: (share: number) => area.y + area.h * share,
  };
}

/** A square seal with one character. */
export function seal(
  canvas: Canvas,
  char: string,
  { x, y, size, fill, ink = "#fff" }: { x: number; y: number; size: number; fill: string; ink?: string },
): string {
  return (
    canvas.rect(round(x - size / 2), round(y - size / 2), size, size, { rx: round(size * 0.12), fill }) +
    line(canvas, char, { face: "m", size: size * 0.72, x, y: y + size * 0.27, anchor: "middle", fill: ink })
  );
}

const smallPrint = [
  "無香料・無着色",
  "毎日のうるおい",
  "日本製",
  "敏感な肌にも",
  "自然のめぐみ",
  "朝と夜のお手入れに",
  "やさしい使い心地",
  "詰替えできます",
];

/** Lines of small print, different from pack to pack. */
export function microprint(
  canvas: Canvas,
  set: Pick<Setting, "x" | "y" | "fill"> & { lines: number; max: number; size?: number; anchor?: "start" | "middle" },
): string {
  const { size = 9.5, anchor = "middle" } = set;
  return Array.from({ length: set.lines }, (_, index) => {
    const text = smallPrint[(hash(canvas.uid) + index * 3) % smallPrint.length] ?? "";
    const y = set.y + index * (size * 1.75);
    return line(canvas, text, {
      face: "g",
      size,
      x: set.x,
      y,
      anchor,
      fill: set.fill,
      tracking: 1,
      max: set.max,
      opacity: 0.72,
    });
  }).join("");
}

/** A volume as a Japanese pack has it: "150 мл" is 150mL, "30 шт" is 30枚入. */
export function printedVolume({ volume }: FullSeed): string {
  return volume
    .replace("мл", "mL")
    .replace(/(\d) г/, "$1 g")
    .replace(/(\d+) шт/, "$1枚入")
    .replace(" ", "");
}

import type { Box } from "./bounds.ts";
import { type Canvas, round } from "./canvas.ts";
import { hashText } from "./random.ts";
import { pickReadableInk } from "./colors.ts";
import { renderColumn, type Face, renderLine, type TextSettings } from "./text-outlines.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";

/** A label to be drawn: the area of the pack and the color under it. */
export type Label = { canvas: Canvas; seed: FullSeed; palette: Palette; area: Box; ground: string };

/** Draws a label. Parts outside the area are clipped by the outline of the pack. */
export type PrintLabel = (label: Label) => string;

export const DARK_INK = "#2b2f2d";
export const PALE_INK = "#fbf8f2";
export const SEAL_RED = "#B33A3A";

/** Returns the ink of most labels: that of the palette, or a dark or pale one if that is more readable. */
export function getInk({ palette, ground }: Label): string {
  return pickReadableInk(ground, palette.ink, DARK_INK, PALE_INK);
}

type LineSettings = Pick<TextSettings, "size" | "y"> & Partial<Omit<TextSettings, "face">>;

/** Creates functions that set text in one ink, by default centered on the label. */
export function createTextPrinter({ canvas, area }: Label, ink: string) {
  const createSetter = (face: Face) => (text: string, settings: LineSettings) =>
    renderLine(canvas, text, { face, x: area.x + area.w / 2, anchor: "middle", fill: ink, ...settings });
  return {
    mincho: createSetter("m"),
    gothic: createSetter("g"),
    black: createSetter("b"),
    vertical: (face: Face, text: string, settings: Omit<LineSettings, "anchor" | "turn"> & { x: number }) =>
      renderColumn(canvas, text, { face, fill: ink, ...settings }),
    /** Returns the y coordinate at a share of the height of the label, from its top. */
    yAt: (share: number) => area.y + area.h * share,
  };
}

/** Draws a square seal with one character. */
export function drawSeal(
  canvas: Canvas,
  char: string,
  { x, y, size, fill, ink = "#fff" }: { x: number; y: number; size: number; fill: string; ink?: string },
): string {
  return (
    canvas.rect(round(x - size / 2), round(y - size / 2), size, size, { rx: round(size * 0.12), fill }) +
    renderLine(canvas, char, { face: "m", size: size * 0.72, x, y: y + size * 0.27, anchor: "middle", fill: ink })
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

/** Draws lines of small print that vary by pack. */
export function drawSmallPrint(
  canvas: Canvas,
  settings: Pick<TextSettings, "x" | "y" | "fill"> & {
    lines: number;
    max: number;
    size?: number;
    anchor?: "start" | "middle";
  },
): string {
  const { size = 9.5, anchor = "middle" } = settings;
  return Array.from({ length: settings.lines }, (_, index) => {
    const text = smallPrint[(hashText(canvas.uid) + index * 3) % smallPrint.length] ?? "";
    const y = settings.y + index * (size * 1.75);
    return renderLine(canvas, text, {
      face: "g",
      size,
      x: settings.x,
      y,
      anchor,
      fill: settings.fill,
      tracking: 1,
      max: settings.max,
      opacity: 0.72,
    });
  }).join("");
}

/** Formats the volume as on a Japanese pack: "150 мл" as 150mL, "50 г" as 50g, "30 шт" as 30枚入. */
export function formatPrintedVolume({ volume }: FullSeed): string {
  return volume
    .replace("мл", "mL")
    .replace(/(\d) г/, "$1 g")
    .replace(/(\d+) шт/, "$1枚入")
    .replace(" ", "");
}

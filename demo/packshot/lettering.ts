import { readFileSync } from "node:fs";
import { Canvas, round } from "./canvas.ts";

/**
 * Print is set from outlines, so that a picture needs no web font and looks the same everywhere.
 *
 * `glyphs.json` holds three faces, each with the same 466 characters, 500 units to the em: `m` Shippori Mincho,
 * `g` Zen Kaku Gothic New 500, `b` the same at 900 (SIL OFL 1.1, the licences lie beside it). An entry is the advance
 * and the outline: `"277 M138 7Q…"`; blanks have no outline. What is there:
 *
 * - Latin letters without accents, digits, blank and `%&()+,-./×・ー々`; no quotes, colon, `!`, `?`, `№` or `~`;
 * - 57 hiragana and 38 katakana, not the whole sets: missing are, among others, せ ぜ へ べ ろ and エ キ ヨ ロ;
 * - 295 kanji of cosmetics, medicine and the household (化粧水 is there, 女性 is not);
 * - no Cyrillic and no Greek: Russian never stands on a pack.
 *
 * A character that is not there is left out without a word, so a name may come out short: ask `unprintable` for every
 * text of a catalogue. Columns set one upright character under the other; only `ー` is turned, small kana and
 * brackets keep the places they have in a line, so keep brackets and Latin out of columns.
 */
export type Face = "m" | "g" | "b";

const EM = 500;

type Glyph = { advance: number; outline: string };

const faces = readFaces();

function readFaces(): Record<Face, Map<string, Glyph>> {
  const file = readFileSync(new URL("glyphs.json", import.meta.url), "utf8");
  const entries = JSON.parse(file) as Record<Face, Record<string, string>>;
  const read = (face: Face) =>
    new Map(
      Object.entries(entries[face]).map(([char, entry]) => {
        const gap = entry.indexOf(" ");
        const outline = gap < 0 ? "" : entry.slice(gap + 1);
        return [char, { advance: Number(gap < 0 ? entry : entry.slice(0, gap)), outline }];
      }),
    );
  return { m: read("m"), g: read("g"), b: read("b") };
}

/** The characters of a text that have no outline and would be left out. */
export function unprintable(text: string): string[] {
  return [...new Set(text)].filter((char) => !faces.m.has(char));
}

export type Setting = {
  face: Face;
  /** Height of the em. */
  size: number;
  /** Where the text begins, or its middle or end by `anchor`; of a column: its axis. */
  x: number;
  /** The base line; of a column: its top. */
  y: number;
  fill: string;
  anchor?: "start" | "middle" | "end";
  /** Extra space after each character. */
  tracking?: number;
  /** The longest it may be; a longer text is set smaller. */
  max?: number;
  /** Degrees, clockwise. */
  turn?: number;
  opacity?: number;
};

/** A line of text as markup. */
export function line(canvas: Canvas, text: string, set: Setting): string {
  const natural = lineLength(text, set.face, set.size, set.tracking);
  const shrink = set.max && natural > set.max ? set.max / natural : 1;
  const length = shrink === 1 ? natural : (set.max ?? natural);
  const scale = (set.size * shrink) / EM;
  let at = set.anchor === "middle" ? -length / 2 : set.anchor === "end" ? -length : 0;
  let marks = "";
  for (const char of text) {
    const glyph = faces[set.face].get(char);
    if (!glyph) continue;
    if (glyph.outline) marks += `<use href="#${mark(canvas, set.face, char, glyph)}" x="${round(at / scale)}"/>`;
    at += glyph.advance * scale + (set.tracking ?? 0) * shrink;
  }
  return written(set, scale, marks);
}

/** A column of text, read downwards. */
export function column(canvas: Canvas, text: string, set: Omit<Setting, "anchor" | "turn">): string {
  const chars = [...text];
  const natural = chars.length * (set.size + (set.tracking ?? 0));
  const shrink = set.max && natural > set.max ? set.max / natural : 1;
  const size = set.size * shrink;
  const step = (set.size + (set.tracking ?? 0)) * shrink;
  const scale = size / EM;
  let marks = "";
  for (const [index, char] of chars.entries()) {
    const glyph = faces[set.face].get(char);
    if (!glyph?.outline) continue;
    const id = mark(canvas, set.face, char, glyph);
    const top = index * step;
    marks +=
      char === "ー"
        ? `<g transform="translate(0 ${round((top + size * 0.5) / scale)}) rotate(90) scale(-1 1) translate(${-EM * 0.5} ${EM * 0.36})"><use href="#${id}"/></g>`
        : `<use href="#${id}" x="${round(-glyph.advance / 2)}" y="${round((top + size * 0.88) / scale)}"/>`;
  }
  return written(set, scale, marks);
}

export function columnHeight(text: string, size: number, tracking = 0): number {
  return [...text].length * (size + tracking) - tracking;
}

function lineLength(text: string, face: Face, size: number, tracking = 0): number {
  const glyphs = [...text].flatMap((char) => faces[face].get(char) ?? []);
  const length = glyphs.reduce((sum, glyph) => sum + ((glyph.advance * size) / EM + tracking), 0);
  return Math.max(0, length - (glyphs.length > 0 ? tracking : 0));
}

function mark(canvas: Canvas, face: Face, char: string, glyph: Glyph): string {
  return canvas.define(`glyph ${face} ${char}`, (id) => `<path id="${id}" d="${glyph.outline}"/>`);
}

function written(set: Omit<Setting, "anchor">, scale: number, marks: string): string {
  const turn = set.turn ? ` rotate(${set.turn})` : "";
  const opacity = set.opacity ? ` opacity="${set.opacity}"` : "";
  const place = `translate(${round(set.x)} ${round(set.y)})${turn} scale(${scale.toFixed(4)})`;
  return `<g transform="${place}" fill="${set.fill}"${opacity}>${marks}</g>`;
}

/**
 * A Japanese text as an SVG of its own (logo, brand strip): no web font for it is ever loaded.
 * Only characters of the set are drawn, see `Face`.
 */
export function jpText(
  text: string,
  options: { face?: Face; vertical?: boolean; size?: number; colour?: string; tracking?: number } = {},
): string {
  const { face = "m", vertical = false, size = 20, colour = "currentColor", tracking = 0 } = options;
  const canvas = new Canvas({ str: text, f: face, vertical, size, jp: 1 });
  const set = { face, size, fill: colour, tracking };
  if (vertical) {
    const height = round(columnHeight(text, size, tracking));
    return canvas.picture(size, height, column(canvas, text, { ...set, x: size / 2, y: 0 }));
  }
  const width = round(lineLength(text, face, size, tracking));
  return canvas.picture(width, round(size * 1.1), line(canvas, text, { ...set, x: 0, y: size * 0.9 }));
}

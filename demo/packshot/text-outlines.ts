import { readFileSync } from "node:fs";
import { Canvas, round } from "./canvas.ts";

/**
 * Text is drawn from glyph outlines, so a picture needs no web font and looks the same everywhere.
 *
 * `glyphs.json` holds three faces, each with the same 466 characters, 500 units to the em: `m` Shippori Mincho,
 * `g` Zen Kaku Gothic New 500, `b` the same at 900 (SIL OFL 1.1, licenses in this directory). An entry is the advance
 * width and the outline: `"277 M138 7Q…"`; the space has no outline. Available characters:
 *
 * - Latin letters without accents, digits, space and `%&()+,-./×・ー々`; no quotes, colon, `!`, `?`, `№` or `~`;
 * - 57 hiragana and 38 katakana, not the complete sets: せ ぜ へ べ ろ and エ キ ヨ ロ, among others, are missing;
 * - 295 kanji used for cosmetics, medicine and household goods (化粧水 is available, 女性 is not);
 * - no Cyrillic and no Greek: packs have no Russian text.
 *
 * Missing characters are silently omitted: check all texts of a catalog with `findUnprintable`. Columns set upright
 * characters one below the other; only `ー` is rotated. Small kana and brackets are not repositioned, so columns should
 * not contain brackets or Latin letters.
 */
export type Face = "m" | "g" | "b";

const EM = 500;

type Glyph = { advance: number; outline: string };

const faces = loadFaces();

function loadFaces(): Record<Face, Map<string, Glyph>> {
  const file = readFileSync(new URL("glyphs.json", import.meta.url), "utf8");
  const entries = JSON.parse(file) as Record<Face, Record<string, string>>;
  const parseFace = (face: Face) =>
    new Map(
      Object.entries(entries[face]).map(([char, entry]) => {
        const separator = entry.indexOf(" ");
        const outline = separator < 0 ? "" : entry.slice(separator + 1);
        return [char, { advance: Number(separator < 0 ? entry : entry.slice(0, separator)), outline }];
      }),
    );
  return { m: parseFace("m"), g: parseFace("g"), b: parseFace("b") };
}

/** Returns the distinct characters of a text that have no glyph and would be omitted. */
export function findUnprintable(text: string): string[] {
  return [...new Set(text)].filter((char) => !faces.m.has(char));
}

export type TextSettings = {
  face: Face;
  /** Font size. */
  size: number;
  /** Start, middle or end of the text, depending on `anchor`; the axis of a column. */
  x: number;
  /** The baseline; the top of a column. */
  y: number;
  fill: string;
  anchor?: "start" | "middle" | "end";
  /** Extra space after each character. */
  tracking?: number;
  /** Maximum length; a longer text is scaled down. */
  max?: number;
  /** Rotation in degrees, clockwise. */
  turn?: number;
  opacity?: number;
};

/** Renders a horizontal line of text as SVG markup. */
export function renderLine(canvas: Canvas, text: string, settings: TextSettings): string {
  const naturalLength = measureLine(text, settings.face, settings.size, settings.tracking);
  const shrinkFactor = settings.max && naturalLength > settings.max ? settings.max / naturalLength : 1;
  const length = shrinkFactor === 1 ? naturalLength : (settings.max ?? naturalLength);
  const scale = (settings.size * shrinkFactor) / EM;
  let offset = settings.anchor === "middle" ? -length / 2 : settings.anchor === "end" ? -length : 0;
  let glyphUses = "";
  for (const char of text) {
    const glyph = faces[settings.face].get(char);
    if (!glyph) continue;
    if (glyph.outline)
      glyphUses += `<use href="#${defineGlyph(canvas, settings.face, char, glyph)}" x="${round(offset / scale)}"/>`;
    offset += glyph.advance * scale + (settings.tracking ?? 0) * shrinkFactor;
  }
  return renderGroup(settings, scale, glyphUses);
}

/** Renders a vertical column of text as SVG markup. */
export function renderColumn(canvas: Canvas, text: string, settings: Omit<TextSettings, "anchor" | "turn">): string {
  const chars = [...text];
  const naturalLength = chars.length * (settings.size + (settings.tracking ?? 0));
  const shrinkFactor = settings.max && naturalLength > settings.max ? settings.max / naturalLength : 1;
  const size = settings.size * shrinkFactor;
  const step = (settings.size + (settings.tracking ?? 0)) * shrinkFactor;
  const scale = size / EM;
  let glyphUses = "";
  for (const [index, char] of chars.entries()) {
    const glyph = faces[settings.face].get(char);
    if (!glyph?.outline) continue;
    const id = defineGlyph(canvas, settings.face, char, glyph);
    const top = index * step;
    glyphUses +=
      char === "ー"
        ? `<g transform="translate(0 ${round((top + size * 0.5) / scale)}) rotate(90) scale(-1 1) translate(${-EM * 0.5} ${EM * 0.36})"><use href="#${id}"/></g>`
        : `<use href="#${id}" x="${round(-glyph.advance / 2)}" y="${round((top + size * 0.88) / scale)}"/>`;
  }
  return renderGroup(settings, scale, glyphUses);
}

/** Returns the height of a vertical column of text, without a maximum. */
export function getColumnHeight(text: string, size: number, tracking = 0): number {
  return [...text].length * (size + tracking) - tracking;
}

function measureLine(text: string, face: Face, size: number, tracking = 0): number {
  const glyphs = [...text].flatMap((char) => faces[face].get(char) ?? []);
  const length = glyphs.reduce((sum, glyph) => sum + ((glyph.advance * size) / EM + tracking), 0);
  return Math.max(0, length - (glyphs.length > 0 ? tracking : 0));
}

function defineGlyph(canvas: Canvas, face: Face, char: string, glyph: Glyph): string {
  return canvas.define(`glyph ${face} ${char}`, (id) => `<path id="${id}" d="${glyph.outline}"/>`);
}

function renderGroup(settings: Omit<TextSettings, "anchor">, scale: number, glyphUses: string): string {
  const rotation = settings.turn ? ` rotate(${settings.turn})` : "";
  const opacity = settings.opacity ? ` opacity="${settings.opacity}"` : "";
  const transform = `translate(${round(settings.x)} ${round(settings.y)})${rotation} scale(${scale.toFixed(4)})`;
  return `<g transform="${transform}" fill="${settings.fill}"${opacity}>${glyphUses}</g>`;
}

/**
 * Renders a Japanese text as a complete SVG (logo, brand strip), without a web font.
 * Only characters of the glyph set are drawn, see `Face`.
 */
export function renderJapaneseText(
  text: string,
  options: { face?: Face; vertical?: boolean; size?: number; color?: string; tracking?: number } = {},
): string {
  const { face = "m", vertical = false, size = 20, color = "currentColor", tracking = 0 } = options;
  const canvas = new Canvas({ str: text, f: face, vertical, size, jp: 1 });
  const settings = { face, size, fill: color, tracking };
  if (vertical) {
    const height = round(getColumnHeight(text, size, tracking));
    return canvas.picture(size, height, renderColumn(canvas, text, { ...settings, x: size / 2, y: 0 }));
  }
  const width = round(measureLine(text, face, size, tracking));
  return canvas.picture(width, round(size * 1.1), renderLine(canvas, text, { ...settings, x: 0, y: size * 0.9 }));
}

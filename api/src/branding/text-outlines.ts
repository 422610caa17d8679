import { readFileSync } from "node:fs";

/**
 * Text as SVG outlines, so that an image looks the same on every machine, whatever fonts are installed.
 *
 * `text-outlines.json` holds Ysabeau Office Bold (SIL OFL 1.1, see the license next to it), with 1000 units per em like
 * the font files of the storefront: Latin with the diacritics of Western Europe, Cyrillic, digits, punctuation and
 * currency signs. A glyph is its advance width and its outline: `"544 M138 7Q…"`; spaces have no outline. `kern` has
 * the kerning of pairs by the first letter: `{"Г": {"-50": "аео"}}`.
 */
const EM = 1000;

type Glyph = { advance: number; outline: string };
type FontData = { glyphs: Map<string, Glyph>; kern: Map<string, number> };

let cachedFont: FontData | null = null;

/** Returns the font, which is loaded for the first image, since most processes never render one. */
function getFont(): FontData {
  cachedFont ??= loadFont();
  return cachedFont;
}

function loadFont(): FontData {
  const file = JSON.parse(readFileSync(new URL("text-outlines.json", import.meta.url), "utf8")) as {
    glyphs: Record<string, string>;
    kern: Record<string, Record<string, string>>;
  };
  const glyphs = Object.entries(file.glyphs).map(([char, entry]) => {
    const [advance = "0", ...outline] = entry.split(" ");
    return [char, { advance: Number(advance), outline: outline.join(" ") }] as const;
  });
  const kern = Object.entries(file.kern).flatMap(([first, pairs]) =>
    Object.entries(pairs).flatMap(([adjustment, seconds]) =>
      [...seconds].map((second) => [first + second, Number(adjustment)] as const),
    ),
  );
  return { glyphs: new Map(glyphs), kern: new Map(kern) };
}

/** Returns the text with the characters that the font has; a letter without its diacritic if only that is missing. */
export function toDrawableText(text: string): string {
  const { glyphs } = getFont();
  const chars = [...text.normalize("NFC").replaceAll("\u2011", "-").replaceAll(/\s/gu, " ")].map((char) => {
    if (glyphs.has(char)) return char;
    const [baseLetter = ""] = char.normalize("NFD");
    return glyphs.has(baseLetter) ? baseLetter : "";
  });
  return chars.join("").replaceAll(/ +/g, " ").trim();
}

/** Returns the width of a drawable text at a font size, in pixels. */
export function measureText(text: string, size: number): number {
  return (positionGlyphs(text).length * size) / EM;
}

/**
 * Renders a line of drawable text as SVG.
 * @param options.y the baseline
 */
export function renderTextLine(
  text: string,
  { x, y, size, fill }: { x: number; y: number; size: number; fill: string },
): string {
  const scale = size / EM;
  const paths = positionGlyphs(text).glyphs.map(
    ({ offset, outline }) => `<path transform="translate(${offset})" d="${outline}"/>`,
  );
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${fill}">${paths.join("")}</g>`;
}

/** Returns the outlines of a text with their offsets, and its length, in font units. */
function positionGlyphs(text: string): { length: number; glyphs: { offset: number; outline: string }[] } {
  const { glyphs, kern } = getFont();
  const paths: { offset: number; outline: string }[] = [];
  let offset = 0;
  let previous = "";
  for (const char of text) {
    const glyph = glyphs.get(char);
    if (!glyph) continue;
    offset += kern.get(previous + char) ?? 0;
    if (glyph.outline) paths.push({ offset, outline: glyph.outline });
    offset += glyph.advance;
    previous = char;
  }
  return { length: offset, glyphs: paths };
}

/**
 * Wraps a text to a width; a word that is wider has a line of its own.
 * @param size font size in pixels
 * @param width in pixels
 */
export function wrapText(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  // Words of one or two letters stay with the next word.
  for (const word of text.match(/(?:\p{L}{1,2} )+\S+|\S+/gu) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && measureText(`${last} ${word}`, size) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * Returns the largest font size at which a text fits into a box, with its lines. At the smallest size, text that does
 * not fit is cut off with an ellipsis.
 * @param sizes font sizes in pixels, the largest first
 * @param leading line height relative to the font size
 */
export function fitText(
  text: string,
  { sizes, width, height, leading }: { sizes: readonly number[]; width: number; height: number; leading: number },
): { size: number; lines: string[] } {
  const getMaxLines = (size: number) => Math.max(1, Math.floor(height / (size * leading)));
  for (const size of sizes) {
    const lines = wrapText(text, size, width);
    if (lines.length <= getMaxLines(size) && lines.every((line) => measureText(line, size) <= width))
      return { size, lines };
  }
  const size = sizes.at(-1) ?? EM;
  const lines = wrapText(text, size, width).slice(0, getMaxLines(size));
  return {
    size,
    lines: lines.map((line, index) => (index === lines.length - 1 ? truncateLine(line, size, width) : line)),
  };
}

function truncateLine(line: string, size: number, width: number): string {
  let truncated = line;
  while (truncated !== "" && measureText(`${truncated}…`, size) > width) truncated = truncated.slice(0, -1).trimEnd();
  return `${truncated}…`;
}

import { readFileSync } from "node:fs";

/**
 * Text as outlines, so that a picture looks the same on every machine, whatever fonts are there.
 *
 * `lettering.json` holds Ysabeau Office Bold (SIL OFL 1.1, the licence lies beside it), 1000 units to
 * the em, as the storefront's own files of it do: Latin with the accents of Western Europe, Cyrillic, digits, marks and
 * signs of currencies. An entry is the advance and the outline: `"544 M138 7Q…"`; blanks have no outline. `kern` says by
 * how much a letter comes nearer to the one before it: `{"Г": {"-50": "аео"}}`.
 */
const EM = 1000;

type Glyph = { advance: number; outline: string };
type Lettering = { glyphs: Map<string, Glyph>; kern: Map<string, number> };

let read: Lettering | null = null;

/** Read when the first picture is drawn: most processes never draw one. */
function lettering(): Lettering {
  read ??= readLettering();
  return read;
}

function readLettering(): Lettering {
  const file = JSON.parse(readFileSync(new URL("lettering.json", import.meta.url), "utf8")) as {
    glyphs: Record<string, string>;
    kern: Record<string, Record<string, string>>;
  };
  const glyphs = Object.entries(file.glyphs).map(([char, entry]) => {
    const [advance = "0", ...outline] = entry.split(" ");
    return [char, { advance: Number(advance), outline: outline.join(" ") }] as const;
  });
  const kern = Object.entries(file.kern).flatMap(([first, moves]) =>
    Object.entries(moves).flatMap(([by, seconds]) =>
      [...seconds].map((second) => [first + second, Number(by)] as const),
    ),
  );
  return { glyphs: new Map(glyphs), kern: new Map(kern) };
}

/** The characters of a text that can be drawn; a letter without its accent where the accent is not there. */
export function drawable(text: string): string {
  const { glyphs } = lettering();
  const chars = [...text.normalize("NFC").replaceAll("\u2011", "-").replaceAll(/\s/gu, " ")].map((char) => {
    if (glyphs.has(char)) return char;
    const [bare = ""] = char.normalize("NFD");
    return glyphs.has(bare) ? bare : "";
  });
  return chars.join("").replaceAll(/ +/g, " ").trim();
}

/** How long a drawable text is at a size, in pixels. */
export function lengthOf(text: string, size: number): number {
  return (placed(text).length * size) / EM;
}

/** A line of drawable text as markup of an SVG. @param y the base line */
export function drawnLine(
  text: string,
  { x, y, size, fill }: { x: number; y: number; size: number; fill: string },
): string {
  const scale = size / EM;
  const marks = placed(text).glyphs.map(({ at, outline }) => `<path transform="translate(${at})" d="${outline}"/>`);
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${fill}">${marks.join("")}</g>`;
}

function placed(text: string): { length: number; glyphs: { at: number; outline: string }[] } {
  const { glyphs, kern } = lettering();
  const marks: { at: number; outline: string }[] = [];
  let at = 0;
  let before = "";
  for (const char of text) {
    const glyph = glyphs.get(char);
    if (!glyph) continue;
    at += kern.get(before + char) ?? 0;
    if (glyph.outline) marks.push({ at, outline: glyph.outline });
    at += glyph.advance;
    before = char;
  }
  return { length: at, glyphs: marks };
}

/** A text in as few lines as its width asks for; a word that is longer than a line has one to itself. */
export function linesOf(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  // Words of one or two letters go with the next one.
  for (const word of text.match(/(?:\p{L}{1,2} )+\S+|\S+/gu) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && lengthOf(`${last} ${word}`, size) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * A text as large as it may be: the first of the sizes at which it takes no more lines than its height has room for, and
 * no line is too long. At the last size what is too much is left out, and that is shown.
 */
export function fitted(
  text: string,
  { sizes, width, height, leading }: { sizes: readonly number[]; width: number; height: number; leading: number },
): { size: number; lines: string[] } {
  const roomAt = (size: number) => Math.max(1, Math.floor(height / (size * leading)));
  for (const size of sizes) {
    const lines = linesOf(text, size, width);
    if (lines.length <= roomAt(size) && lines.every((line) => lengthOf(line, size) <= width)) return { size, lines };
  }
  const size = sizes.at(-1) ?? EM;
  const lines = linesOf(text, size, width).slice(0, roomAt(size));
  return { size, lines: lines.map((line, at) => (at === lines.length - 1 ? shortened(line, size, width) : line)) };
}

function shortened(line: string, size: number, width: number): string {
  let kept = line;
  while (kept !== "" && lengthOf(`${kept}…`, size) > width) kept = kept.slice(0, -1).trimEnd();
  return `${kept}…`;
}

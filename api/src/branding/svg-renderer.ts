import { fileURLToPath } from "node:url";
import { escapeHtml } from "../../../design-system/text/html.ts";

/**
 * Ysabeau Office Bold (SIL OFL 1.1, see the license next to it), the display font of the storefront. No other font is
 * used, so that an image looks the same on every machine.
 */
const font = {
  fontFiles: [fileURLToPath(new URL("ysabeau-office-bold.ttf", import.meta.url))],
  loadSystemFonts: false,
  defaultFontFamily: "Ysabeau Office",
};

/** The characters of the font, without combining marks. */
const drawableCharacter = /[ -~\u00a1-\u00ac\u00ae-\u017f\u0218-\u021b\u0400-\u045f\u0490\u0491–—‘-‚“-„†•…′″‹›€₽№™−]/u;

/** Returns the text with the characters that the font has; a letter without its diacritic if only that is missing. */
export function toDrawableText(text: string): string {
  const chars = [...text.normalize("NFC").replaceAll("\u2011", "-").replaceAll(/\s/gu, " ")].map((char) => {
    if (drawableCharacter.test(char)) return char;
    const [baseLetter = ""] = char.normalize("NFD");
    return drawableCharacter.test(baseLetter) ? baseLetter : "";
  });
  return chars.join("").replaceAll(/ +/g, " ").trim();
}

/**
 * Renders a line of drawable text as an SVG element.
 * @param options.y the baseline
 */
export function renderTextLine(
  text: string,
  { x, y, size, fill }: { x: number; y: number; size: number; fill: string },
): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" xml:space="preserve">${escapeHtml(text)}</text>`;
}

/** Wraps elements in an SVG document. */
export function renderSvg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
}

/** Returns the width of a drawable text at a font size of one pixel. */
export type MeasureText = (text: string) => number;

/** Loads resvg, which is needed for the first image only: most processes never render one. */
export async function loadSvgRenderer() {
  const { renderAsync, Resvg } = await import("@resvg/resvg-js");
  const size = 1000;
  const measureInk = (text: string) =>
    new Resvg(renderSvg(size, size, renderTextLine(text, { x: 0, y: size, size, fill: "#000" })), { font }).getBBox()
      ?.width ?? 0;
  // The bounding box of glyphs has no space around them; bars on both sides include it.
  const barWidth = measureInk("||");
  const measureText: MeasureText = (text) => (measureInk(`|${text}|`) - barWidth) / size;
  return { measureText, rasterize: (svg: string) => renderAsync(svg, { font }) };
}

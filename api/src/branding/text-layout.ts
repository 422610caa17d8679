import type { MeasureText } from "./svg-renderer.ts";

type TextBox = Readonly<{
  /** Font sizes in pixels, the largest first. */
  sizes: readonly number[];
  width: number;
  height: number;
  /** Line height relative to the font size. */
  leading: number;
}>;

/**
 * Returns the largest font size at which a text fits into a box, with its lines. At the smallest size, text that does
 * not fit is cut off with an ellipsis.
 */
export function fitText(
  text: string,
  { sizes, width, height, leading }: TextBox,
  measureText: MeasureText,
): { size: number; lines: string[] } {
  const words = splitWords(text).map((word) => ({ word, width: measureText(word) }));
  const spaceWidth = measureText(" ");
  const getMaxLines = (size: number) => Math.max(1, Math.floor(height / (size * leading)));
  for (const size of sizes) {
    const lines = wrapWords(words, spaceWidth, width / size);
    if (lines.length <= getMaxLines(size) && words.every((word) => word.width <= width / size)) return { size, lines };
  }
  const size = sizes.at(-1) ?? height;
  const lines = wrapWords(words, spaceWidth, width / size).slice(0, getMaxLines(size));
  const lastLine = truncateLine(lines.pop() ?? "", width / size, measureText);
  return { size, lines: [...lines, lastLine] };
}

/** Splits a text into units that are not broken: words of one or two letters stay with the next word. */
function splitWords(text: string): string[] {
  return text.match(/(?:\p{L}{1,2} )+\S+|\S+/gu) ?? [];
}

/** Wraps words to a width; a word that is wider has a line of its own. */
function wrapWords(words: readonly { word: string; width: number }[], spaceWidth: number, maxWidth: number): string[] {
  const lines: string[] = [];
  let lineWidth = Infinity;
  for (const { word, width } of words) {
    const extendedWidth = lineWidth + spaceWidth + width;
    if (extendedWidth <= maxWidth) lines.push(`${lines.pop() ?? ""} ${word}`);
    else lines.push(word);
    lineWidth = extendedWidth <= maxWidth ? extendedWidth : width;
  }
  return lines;
}

function truncateLine(line: string, maxWidth: number, measureText: MeasureText): string {
  let truncated = line;
  while (truncated !== "" && measureText(`${truncated}…`) > maxWidth) truncated = truncated.slice(0, -1).trimEnd();
  return `${truncated}…`;
}

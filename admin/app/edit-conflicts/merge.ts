import { diffArrays } from "diff";

/** A part of a text: unchanged, added or removed. */
export type TextPart = Readonly<{ kind: "same" | "added" | "removed"; text: string }>;

/** Compares two texts word by word. */
export function compareTexts(from: string, to: string): TextPart[] {
  return diffArrays(splitWords(from), splitWords(to)).map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value.join(""),
  }));
}

/** The replacement of a range of a text, in UTF-16 code units. */
type Replacement = { start: number; end: number; text: string };

/**
 * Merges two edits of a text word by word.
 *
 * @returns the text with both edits; `isClean` is false if they change the same words: then it is `mine`
 */
export function mergeTexts(base: string, mine: string, theirs: string): { text: string; isClean: boolean } {
  const own = listReplacements(base, mine);
  const isRepeated = (one: Replacement) =>
    own.some(({ start, end, text }) => start === one.start && end === one.end && text === one.text);
  const replacements = [...own, ...listReplacements(base, theirs).filter((one) => !isRepeated(one))].toSorted(
    (a, b) => a.start - b.start || a.end - b.end,
  );
  const isClean = replacements.every(({ start }, index) => start > (replacements[index - 1]?.end ?? -1));
  if (!isClean) return { text: mine, isClean };
  let text = base;
  for (const { start, end, text: inserted } of replacements.toReversed())
    text = text.slice(0, start) + inserted + text.slice(end);
  return { text, isClean };
}

function listReplacements(from: string, to: string): Replacement[] {
  const replacements: Replacement[] = [];
  let position = 0;
  let open: Replacement | null = null;
  for (const { kind, text } of compareTexts(from, to)) {
    if (kind === "same") {
      position += text.length;
      open = null;
      continue;
    }
    if (open === null) replacements.push((open = { start: position, end: position, text: "" }));
    if (kind === "added") open.text += text;
    else open.end = position += text.length;
  }
  return replacements;
}

/** Splits a text into words, spaces and punctuation marks, in any script. */
function splitWords(text: string): string[] {
  return [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)].map(({ segment }) => segment);
}

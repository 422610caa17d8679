import { toIngredientSlug } from "./ingredients.ts";

/** An ingredient of a product as its label names it. */
export type LabelIngredient = { slug: string; name: string };

const MAX_NAME_LENGTH = 90;

const separators: Record<string, string> = { "\n": " ", "\r": ",", "\t": " ", ";": ",", "•": "," };
/** Ingredients that a product may contain, such as "(+/- Mica, Red 226)". */
const MAY_CONTAIN = /[([]\s*\+\/-:?([^\])]*)[)\]]/gu;
/** "+/-" and headings, such as "Active:" or "Other ingredients:". */
const MARKS = /\+\/-:?|(?:^|[.,]\s*)[\p{L} ]{3,30}:\s/gu;
const SHARE = /\s*\p{Nd}+(?:[.,]\p{Nd}+)?\s*%/gu;
/** A comma that is neither in a number ("1,2-Hexanediol") nor in parentheses ("(Shea, Karite)"). */
const SEPARATING_COMMA = /,(?!\p{Nd})(?![^()]*\)[^()]*(?:,|$))/u;
/** More than eight words. */
const SENTENCE = /(?:\S+\s+){8}/u;

/**
 * Splits the composition on a label into ingredients, in their order and each once. Headings, shares and "+/-" are
 * omitted, and so are sentences. Rules: docs/domain/catalog.md.
 */
export function parseComposition(composition: string): LabelIngredient[] {
  const list = composition
    .replaceAll(/[\n\r\t;•]/g, (character) => separators[character] ?? character)
    .replaceAll(MAY_CONTAIN, ", $1")
    .replaceAll(MARKS, ", ")
    .replaceAll(/\s+/gu, " ");
  const bySlug = new Map<string, LabelIngredient>();
  for (const part of list.split(SEPARATING_COMMA)) {
    const name = removeUnmatchedBracket(trimCharacters(part.replaceAll(SHARE, ""), " .*"));
    const slug = toIngredientSlug(name);
    const isIngredient = /[a-zа-яё]/.test(slug) && [...name].length <= MAX_NAME_LENGTH && !SENTENCE.test(name);
    if (isIngredient && !bySlug.has(slug)) bySlug.set(slug, { slug, name });
  }
  return [...bySlug.values()];
}

function removeUnmatchedBracket(part: string): string {
  return part.endsWith(")") && !part.includes("(") ? trimCharacters(part, " ])") : part;
}

/** Removes the given characters from both ends of a text. */
function trimCharacters(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start++;
  while (end > start && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

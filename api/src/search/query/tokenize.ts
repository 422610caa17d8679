/** Longer queries are truncated: nobody types more, and more words find nothing more. */
const MAX_QUERY_LENGTH = 200;
const MAX_WORDS = 12;
const MIN_CODE_LENGTH = 4;

/** Normalizes a query for comparison: NFKC, truncated, lower case, ё as е, single spaces. */
export function normalizeQuery(q: string): string {
  return q.normalize("NFKC").slice(0, MAX_QUERY_LENGTH).toLowerCase().replaceAll("ё", "е").replace(/\s+/g, " ").trim();
}

/**
 * Splits a query into at most 12 words in the same way as the database does with product texts: runs of letters and
 * runs of digits, so that "SPF50+" and "spf 50" are equal. Words never contain tsquery operators.
 */
export function tokenize(q: string): string[] {
  return (
    normalizeQuery(q)
      .match(/\p{L}[\p{L}\p{M}]*|\p{N}+/gu)
      ?.slice(0, MAX_WORDS) ?? []
  );
}

/** Returns the query as a reference or barcode, or undefined. A code has at least one digit and four characters. */
export function extractCode(q: string): string | undefined {
  const code = normalizeQuery(q).replace(/[^\p{L}\p{N}]+/gu, "");
  const isCode = /^[a-z0-9]+$/.test(code) && /\d/.test(code) && code.length >= MIN_CODE_LENGTH;
  return isCode ? code : undefined;
}

/** Words that say nothing about the product; they are ignored in a query that has other words. */
const fillerWords = new Set([
  ...["купить", "заказать", "цена", "недорого", "дешево", "чем", "какой", "какая", "какое", "какие"],
  ...["buy", "order", "price", "cheap", "good", "best", "japanese", "japan", "women", "womens", "what", "which"],
]);
/** Adjectives that say nothing about the product, in any form. */
const FILLER_ADJECTIVE = /^(?:хорош|лучш|японск|женск)(?:ий|ая|ее|ое|ие|ого|его|ой|ей|ую|их|им|ими|ему|ому)$/u;

/** Russian prepositions that PostgreSQL does not know as stop words. */
export const prepositions: ReadonlySet<string> = new Set(["против"]);

/** Nouns that name no kind of product: «средство от перхоти» is a shampoo. */
const genericNouns = new Set(["средство", "средства", "товар", "товары", "product", "products"]);

/** Returns the words without those that say nothing about the product, unless there are no others. */
export function removeFillerWords(words: readonly string[], isStopWord: (word: string) => boolean): string[] {
  const meaningful = words.filter((word) => !fillerWords.has(word) && !FILLER_ADJECTIVE.test(word));
  return meaningful.some((word) => !isStopWord(word)) ? meaningful : [...words];
}

const ADJECTIVE = /^.{3,}(?:ый|ий|ой|ая|яя|ое|ее|ые|ие|ого|его|ому|ему|ую|юю|ых|их|ым|им|ыми|ими)$/u;

/**
 * Returns the index of the word that names the product: in Russian the first word before a preposition that is no
 * adjective («красная помада для губ»), in English the last one ("red lipstick for women"). -1 if there is none, as in
 * «средство от перхоти».
 * @param isStopWord whether a word is a preposition, conjunction or the like
 */
export function findHeadIndex(words: readonly string[], isStopWord: (word: string) => boolean): number {
  const stopIndex = words.findIndex(isStopWord);
  const phrase = stopIndex < 0 ? words : words.slice(0, stopIndex);
  return phrase.some((word) => /\p{Script=Cyrillic}/u.test(word))
    ? phrase.findIndex((word) => !ADJECTIVE.test(word) && !genericNouns.has(word))
    : phrase.findLastIndex((word) => !genericNouns.has(word));
}

const conjunctions = new Set(["и", "или", "and", "or"]);

/** Returns the words of a name that name products: «пилинги» and «скрабы» of «Пилинги и скрабы для лица». */
export function findHeads(words: readonly string[], isStopWord: (word: string) => boolean): string[] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (conjunctions.has(word)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.flatMap((part) => part[findHeadIndex(part, isStopWord)] ?? []);
}

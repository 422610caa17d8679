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
  ...["купить", "заказать", "цена", "недорого", "дешево", "хороший", "хорошая", "хорошее", "лучший", "лучшая"],
  ...["лучшее", "японский", "японская", "японское", "японские", "женский", "женская", "женские", "чем", "какой"],
  ...["buy", "order", "price", "cheap", "good", "best", "japanese", "japan", "women", "womens", "what", "which"],
]);

/** Returns the words without those that say nothing about the product, unless there are no others. */
export function removeFillerWords(words: readonly string[], isStopWord: (word: string) => boolean): string[] {
  const meaningful = words.filter((word) => !fillerWords.has(word));
  return meaningful.some((word) => !isStopWord(word)) ? meaningful : [...words];
}

const ADJECTIVE = /^.{3,}(?:ый|ий|ой|ая|яя|ое|ее|ые|ие|ого|его|ому|ему|ую|юю|ых|их|ым|им|ыми|ими)$/u;

/**
 * Returns the index of the word that names the product: in Russian the first word before a preposition that is no
 * adjective («красная помада для губ»), in English the last one ("red lipstick for women"). -1 if there is none, as in
 * «от перхоти».
 * @param isStopWord whether a word is a preposition, conjunction or the like
 */
export function findHeadIndex(words: readonly string[], isStopWord: (word: string) => boolean): number {
  const stopIndex = words.findIndex(isStopWord);
  const phrase = stopIndex < 0 ? words : words.slice(0, stopIndex);
  return phrase.some((word) => /\p{Script=Cyrillic}/u.test(word))
    ? phrase.findIndex((word) => !ADJECTIVE.test(word))
    : phrase.length - 1;
}

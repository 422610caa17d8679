import { getIngredientDictionary } from "../../catalog/ingredients/ingredients.ts";
import { cachedUntilChanged } from "../../platform/cache/cache.ts";
import type { Db } from "../../platform/db/database.ts";
import { defaultLocale, type Locale } from "../../platform/i18n/locale.ts";
import { calculateEditDistance } from "../query/edit-distance.ts";
import type { QueryTerm, WordForm } from "../query/parse-query.ts";
import { getPhoneticKey } from "../query/similar-letters.ts";
import { tokenize } from "../query/tokenize.ts";

const CACHE_MS = 3_600_000;
/** The phonetic keys of the words of each ingredient's name. */
const keysCache = cachedUntilChanged(CACHE_MS, async (db) => {
  const dictionary = await getIngredientDictionary(db);
  return new Map(dictionary.list(defaultLocale).map(({ slug, name }) => [slug, tokenize(name).map(getIngredientKey)]));
});
/** A Russian transcription of at least this many letters may differ in one letter: «сквалан», "squalane". */
const MIN_SIMILAR_LENGTH = 6;

/** The phonetic keys of a word of a query and of its stem, and whether it is written in Cyrillic. */
type WrittenWord = Readonly<{ keys: readonly string[]; isCyrillic: boolean }>;

/** Returns the ingredients whose name consists of the terms, also if it is written in Cyrillic («ниацинамид»). */
export async function findNamedIngredients(db: Db, terms: readonly QueryTerm[], locale: Locale) {
  if (terms.length === 0) return [];
  const [dictionary, keysBySlug] = await Promise.all([getIngredientDictionary(db), keysCache.get(db)]);
  const alternativesOfTerms = terms.map(({ alternatives }) => alternatives.map((forms) => forms.map(toWrittenWord)));
  return dictionary.list(locale).filter(({ slug }) => {
    const keys = keysBySlug.get(slug) ?? [];
    const named = alternativesOfTerms.map((alternatives) => findNamedKeys(alternatives, keys));
    return named.every((termKeys) => termKeys !== null) && new Set(named.flat()).size === new Set(keys).size;
  });
}

function toWrittenWord({ word, stem }: WordForm): WrittenWord {
  return { keys: [getIngredientKey(word), getIngredientKey(stem)], isCyrillic: /\p{Script=Cyrillic}/u.test(word) };
}

/** Returns the keys of a name that an alternative of a term has; null if it has none. */
function findNamedKeys(alternatives: readonly (readonly WrittenWord[])[], keys: readonly string[]): string[] | null {
  for (const words of alternatives) {
    const named = words.map((word) => keys.find((key) => soundsLike(word, key)));
    if (named.every((key) => key !== undefined)) return named;
  }
  return null;
}

function soundsLike(word: WrittenWord, key: string): boolean {
  if (word.keys.includes(key)) return true;
  const isTranscribed = word.isCyrillic && key.length >= MIN_SIMILAR_LENGTH;
  return isTranscribed && word.keys.some((one) => calculateEditDistance(one, key, 1) <= 1);
}

/** Returns the phonetic key of a word without the final e that Russian transcriptions lack. */
function getIngredientKey(word: string): string {
  return getPhoneticKey(word).replace(/(?<=.{4})e$/, "");
}

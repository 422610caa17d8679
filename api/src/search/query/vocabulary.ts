import { getPhoneticKey } from "./similar-letters.ts";
import { BigramIndex, getMaxEdits } from "./edit-distance.ts";
import { tokenize } from "./tokenize.ts";
import stems from "./common-stems.json" with { type: "json" };

/** The stems of common words of both languages; their source and license are in NOTICE. */
const commonStems = new Set([...stems.ru.split(" "), ...stems.en.split(" ")]);

/** Whether a stem is that of a common word of Russian or English, which is no misspelling of another word. */
export const isCommonStem = (stem: string): boolean => commonStems.has(stem);

/** A word of the product texts with its stem and the number of products that contain it. */
export type VocabularyWord = Readonly<{ word: string; stem: string; products: number }>;
/** A term that shoppers use (`word`) and the shop's own term (`synonym`); both can have several words. */
export type Synonym = Readonly<{ word: string; synonym: string }>;

/** A category: the ids of its ancestors and itself, and the words and stems of its name in each language. */
export type CategoryWords = Readonly<{
  id: number;
  path: readonly number[];
  names: readonly (readonly NameWord[])[];
  /** The words of its names that name products, such as «пилинги» and «скрабы» of «Пилинги и скрабы для лица». */
  heads: readonly NameWord[];
}>;
/** A tag or a concern with its name in each language. */
export type ProductGroup = Readonly<{
  kind: "tag" | "concern";
  id: number;
  names: readonly (readonly NameWord[])[];
}>;
export type NameWord = Readonly<{ word: string; stem: string }>;

/** The words, synonyms and brand names of the shop, indexed for correcting queries. */
export class Vocabulary {
  readonly #words = new Map<string, VocabularyWord>();
  readonly #stems = new Map<string, number>();
  readonly #byPhoneticKey = new Map<string, VocabularyWord>();
  readonly #sortedWords: readonly string[];
  readonly #wordIndex: BigramIndex;
  readonly #phoneticKeyIndex: BigramIndex;
  readonly #synonyms = new Map<string, string[]>();
  readonly #spellings = new Map<string, string>();

  /** @param brands brand names in their original spelling */
  constructor(words: readonly VocabularyWord[], synonyms: readonly Synonym[], brands: readonly string[] = []) {
    for (const spelling of brands.flatMap((name) => name.split(" "))) {
      const [word, ...otherWords] = tokenize(spelling);
      if (word !== undefined && otherWords.length === 0) this.#spellings.set(word, spelling);
    }
    for (const entry of words) {
      this.#words.set(entry.word, entry);
      this.#stems.set(entry.stem, Math.max(entry.products, this.#stems.get(entry.stem) ?? 0));
      const key = getPhoneticKey(entry.word);
      const existing = this.#byPhoneticKey.get(key);
      if (key !== "" && entry.word.length > 2 && (!existing || existing.products < entry.products))
        this.#byPhoneticKey.set(key, entry);
    }
    this.#sortedWords = [...this.#words.keys()].toSorted();
    this.#wordIndex = new BigramIndex(this.#sortedWords.filter((word) => word.length > 2));
    this.#phoneticKeyIndex = new BigramIndex([...this.#byPhoneticKey.keys()].filter((key) => key.length > 3));
    for (const { word, synonym } of synonyms) this.#synonyms.set(word, [...(this.#synonyms.get(word) ?? []), synonym]);
  }

  /** Whether a word, in this or another form, occurs in product texts. */
  hasWord(word: string, stem: string): boolean {
    return this.#words.has(word) || this.#stems.has(stem);
  }

  /** Returns the number of products that contain a word in any of its forms. */
  countProducts(word: string, stem: string): number {
    return Math.max(this.#words.get(word)?.products ?? 0, this.#stems.get(stem) ?? 0);
  }

  /** Whether any word has this prefix. */
  hasPrefix(prefix: string): boolean {
    let low = 0;
    let high = this.#sortedWords.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sortedWords[middle] ?? "") < prefix) low = middle + 1;
      else high = middle;
    }
    return this.#sortedWords[low]?.startsWith(prefix) ?? false;
  }

  get(word: string): VocabularyWord | undefined {
    return this.#words.get(word);
  }

  /** Returns the word with the same phonetic key, in any alphabet. */
  findBySound(word: string): VocabularyWord | undefined {
    return this.#byPhoneticKey.get(getPhoneticKey(word));
  }

  /**
   * Returns possible corrections of a word: fewest edits first, then those with the most products. A word of three
   * letters may only lack a letter; two edits do not change the beginning of a word.
   */
  findCorrections(word: string): { entry: VocabularyWord; edits: number }[] {
    const spellingMatches = this.#wordIndex
      .findSimilar(word, getMaxEdits(word.length))
      .flatMap(({ word: similarWord, edits }) => toCorrections(this.#words.get(similarWord), edits));
    const key = getPhoneticKey(word);
    const soundMatches = this.#phoneticKeyIndex
      .findSimilar(key, key.length >= MIN_SOUND_LENGTH ? 1 : 0)
      .flatMap(({ word: similarWord, edits }) => toCorrections(this.#byPhoneticKey.get(similarWord), edits))
      .map(({ entry, edits }) => ({ entry, edits: edits + SOUND_PENALTY }));
    const fewestEdits = new Map<VocabularyWord, number>();
    for (const { entry, edits } of [...spellingMatches, ...soundMatches])
      fewestEdits.set(entry, Math.min(edits, fewestEdits.get(entry) ?? edits));
    return [...fewestEdits]
      .filter(([entry]) => word.length > 3 || entry.word.length > word.length)
      .filter(([entry, edits]) => edits <= 1 || getPhoneticKey(entry.word)[0] === getPhoneticKey(word)[0])
      .map(([entry, edits]) => ({ entry, edits }))
      .toSorted((a, b) => a.edits - b.edits || b.entry.products - a.entry.products);
  }

  /**
   * Returns words similar to this one, the most similar first; looser than `findCorrections`, for searches without
   * results.
   */
  findSimilarWords(word: string): string[] {
    return this.#wordIndex
      .findSimilar(word, getMaxEdits(word.length) + 1)
      .toSorted((a, b) => a.edits - b.edits || this.countProducts(b.word, "") - this.countProducts(a.word, ""))
      .flatMap(({ word: similarWord }) => (this.countProducts(similarWord, "") > 0 ? [similarWord] : []));
  }

  /** Returns a word in the spelling of the brand name that contains it, or else unchanged. */
  getBrandSpelling(word: string): string {
    return this.#spellings.get(word) ?? word;
  }

  /** Returns the shop's terms for a phrase. Words of the phrase are separated by single spaces. */
  getSynonyms(phrase: string): readonly string[] {
    return this.#synonyms.get(phrase) ?? [];
  }
}

/** Shorter words of the other alphabet sound similar by chance. */
const MIN_SOUND_LENGTH = 6;
/** A word that sounds similar, mostly one of the other alphabet, is less likely than one that is spelled similarly. */
const SOUND_PENALTY = 0.75;

function toCorrections(entry: VocabularyWord | undefined, edits: number): { entry: VocabularyWord; edits: number }[] {
  return entry ? [{ entry, edits }] : [];
}

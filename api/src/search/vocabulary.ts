import { soundOf } from "./sound.ts";
import { NearWords, slipsForgiven } from "./spelling.ts";
import { wordsOf } from "./words.ts";

/** A word of the shop's texts: its stem, and how many products it leads to. */
export type KnownWord = Readonly<{ word: string; stem: string; products: number }>;
/** What shoppers call it, and what the shop does; both in words. */
export type Synonym = Readonly<{ word: string; same_as: string }>;

/** A category by the words of its name, stems and all. */
export type CategoryWords = Readonly<{ id: number; words: readonly string[] }>;

/** Everything that is known of the shop's language, made ready for questions. */
export class Vocabulary {
  readonly #words = new Map<string, KnownWord>();
  readonly #stems = new Map<string, number>();
  readonly #sounds = new Map<string, KnownWord>();
  readonly #sorted: readonly string[];
  readonly #nearWords: NearWords;
  readonly #nearSounds: NearWords;
  readonly #synonyms = new Map<string, string[]>();
  readonly #spellings = new Map<string, string>();
  readonly #products: number;

  /**
   * @param products how many there are in all.
   * @param brands names as their makers write them.
   */
  constructor(
    words: readonly KnownWord[],
    synonyms: readonly Synonym[],
    products: number,
    brands: readonly string[] = [],
  ) {
    this.#products = products;
    for (const spelling of brands.flatMap((name) => name.split(" "))) {
      const [word, ...more] = wordsOf(spelling);
      if (word !== undefined && more.length === 0) this.#spellings.set(word, spelling);
    }
    for (const known of words) {
      this.#words.set(known.word, known);
      this.#stems.set(known.stem, Math.max(known.products, this.#stems.get(known.stem) ?? 0));
      const sound = soundOf(known.word);
      const rival = this.#sounds.get(sound);
      if (sound !== "" && known.word.length > 2 && (!rival || rival.products < known.products))
        this.#sounds.set(sound, known);
    }
    this.#sorted = [...this.#words.keys()].toSorted();
    this.#nearWords = new NearWords(this.#sorted.filter((word) => word.length > 2));
    this.#nearSounds = new NearWords([...this.#sounds.keys()].filter((sound) => sound.length > 3));
    for (const { word, same_as } of synonyms) this.#synonyms.set(word, [...(this.#synonyms.get(word) ?? []), same_as]);
  }

  /** Whether a word is the shop's, in this or another form. */
  knows(word: string, stem: string): boolean {
    return this.#words.has(word) || this.#stems.has(stem);
  }

  /** To how many products a word leads, in any of its forms. */
  productsOf(word: string, stem: string): number {
    return Math.max(this.#words.get(word)?.products ?? 0, this.#stems.get(stem) ?? 0);
  }

  /** Whether a word says nothing, because nearly every product has it. */
  saysNothing(word: string, stem: string): boolean {
    return this.#products > 20 && this.productsOf(word, stem) > this.#products * 0.4;
  }

  /** Whether some word begins so. */
  hasBeginning(beginning: string): boolean {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? "") < beginning) low = middle + 1;
      else high = middle;
    }
    return this.#sorted[low]?.startsWith(beginning) ?? false;
  }

  get(word: string): KnownWord | undefined {
    return this.#words.get(word);
  }

  /** The word that sounds the same, whatever alphabet it is written in. */
  sounding(word: string): KnownWord | undefined {
    return this.#sounds.get(soundOf(word));
  }

  /** The words that may have been meant: by the fewest slips, then by how many products they lead to. */
  meant(word: string): { known: KnownWord; slips: number }[] {
    const spelled = this.#nearWords
      .near(word, slipsForgiven(word.length))
      .flatMap(({ word: near, slips }) => withKnown(this.#words.get(near), slips));
    const sound = soundOf(word);
    const heard = this.#nearSounds
      .near(sound, sound.length > 4 ? 1 : 0)
      .flatMap(({ word: near, slips }) => withKnown(this.#sounds.get(near), slips))
      .map((one) => ({ ...one, slips: one.slips + (isLatin(one.known.word) === isLatin(word) ? 0.75 : 0.25) }));
    const best = new Map<KnownWord, number>();
    for (const { known, slips } of [...spelled, ...heard]) best.set(known, Math.min(slips, best.get(known) ?? slips));
    return [...best]
      .map(([known, slips]) => ({ known, slips }))
      .toSorted((a, b) => a.slips - b.slips || b.known.products - a.known.products);
  }

  /** Words that look somewhat like this one and lead to products, the nearest first; for when nothing else is known. */
  resembling(word: string): string[] {
    return this.#nearWords
      .near(word, slipsForgiven(word.length) + 1)
      .toSorted((a, b) => a.slips - b.slips || this.productsOf(b.word, "") - this.productsOf(a.word, ""))
      .flatMap(({ word: near }) => (this.productsOf(near, "") > 0 ? [near] : []));
  }

  /** A word as a brand writes it in its name; any other as it is. */
  spelled(word: string): string {
    return this.#spellings.get(word) ?? word;
  }

  /** What the shop calls what a shopper calls so; several words stand with single spaces. */
  synonymsOf(phrase: string): readonly string[] {
    return this.#synonyms.get(phrase) ?? [];
  }
}

const isLatin = (word: string) => /^[a-z]/.test(word);

function withKnown(known: KnownWord | undefined, slips: number): { known: KnownWord; slips: number }[] {
  return known ? [{ known, slips }] : [];
}

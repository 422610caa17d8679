import { lookAlikes, otherLayout } from "./keyboard.ts";
import type { KnownWord, Vocabulary } from "./vocabulary.ts";
import { tidyQuery, wordsOf } from "./words.ts";

/** A word to look for. */
export type Form = Readonly<{
  word: string;
  stem: string;
  /** Words that only begin so count too. */
  open: boolean;
}>;

/** One thing that the shopper asks for: whatever has all the forms of one of the alternatives fits. */
export type Term = Readonly<{ written: string; alternatives: readonly (readonly Form[])[]; products: number }>;

/** One way to read a query. */
export type Reading = Readonly<{
  terms: readonly Term[];
  /** The query in the words that are searched for. */
  read: string;
  /** Whether `read` is not what was written: another layout, alphabet or spelling. */
  isMended: boolean;
}>;

export type Manner = {
  /** The words exactly as they are written, in all their forms. */
  exact?: boolean;
  /** The last word may not be finished yet. */
  open?: boolean;
};

/** What the database knows of the words of a query. */
export type Known = {
  /** The stem of a word; empty for a word that says nothing, such as "для". */
  stemOf: (word: string) => string;
  /** Whether some product has the word, though the vocabulary may not know it yet. */
  isInUse: (word: string) => boolean;
};

/** Every word that `understand` may ask about. */
export function wordsToStem(q: string): string[] {
  const written = wordsOf(q);
  const alike = written.flatMap((word) => Object.values(lookAlikes(word)).filter((one) => one !== undefined));
  return [...new Set([...written, ...wordsOf(otherLayout(tidyQuery(q))), ...written.map(otherLayout), ...alike])];
}

/**
 * Reads a query in the shop's language: mends the layout, the alphabet and slips, and adds what the shop calls it.
 * @returns the likeliest reading first; others where a misspelled word may have been meant for several.
 */
export function understand(q: string, vocabulary: Vocabulary, known: Known & Manner): [Reading, ...Reading[]] {
  const { stemOf, isInUse } = known;
  const knows = (word: string) => vocabulary.knows(word, stemOf(word)) || isInUse(word);
  const reader = { vocabulary, stemOf, knows, manner: known };
  const written = wordsOf(q);
  const flipped = known.exact ? written : wordsOf(otherLayout(tidyQuery(q)));
  const words = sense(flipped, reader, LEAST_FLIPPED) > sense(written, reader) ? flipped : written;
  const read = words.map((word, at) => readWord(word, at === words.length - 1, reader));
  const doubtful = read.findIndex(({ others }) => others.length > 0);
  const variants = (read[doubtful]?.others ?? []).map((forms) =>
    read.with(doubtful, { ...read[doubtful], forms } as Read),
  );
  const asReading = (some: readonly Read[]): Reading => {
    const found = some.flatMap(({ forms }) => forms.map(({ word }) => word));
    return {
      terms: termsOf(some, reader),
      read: found.map((word) => (written.includes(word) ? word : vocabulary.spelled(word))).join(" "),
      isMended: found.join(" ") !== written.join(" "),
    };
  };
  return [asReading(read), ...variants.map(asReading)];
}

type Reader = {
  vocabulary: Vocabulary;
  stemOf: Known["stemOf"];
  knows: (word: string) => boolean;
  manner: Manner;
};
type Read = {
  written: string;
  forms: readonly Form[];
  /** What else may have been meant. */
  others: readonly (readonly Form[])[];
};

/** Shorter words of a query in the other layout prove nothing: «йъйъ» is no more `q q` than it is a word. */
const LEAST_FLIPPED = 3;

/** How much of a query the shop understands, from 0 to 1: a misspelled word counts half, one below `least` letters not at all. */
function sense(words: readonly string[], { vocabulary, knows, stemOf }: Reader, least = 1): number {
  const meaning = words.filter((word) => stemOf(word) !== "" && !isNumber(word));
  const weights = meaning.map((word) => {
    if (word.length < least) return 0;
    return knows(word) ? 1 : vocabulary.meant(word).length > 0 ? 0.5 : 0;
  });
  return weights.reduce<number>((sum, one) => sum + one, 0) / Math.max(1, meaning.length);
}

const isNumber = (word: string) => /^\p{N}+$/u.test(word);

/** The word itself where it is known; else what was most likely meant. */
function readWord(word: string, isLast: boolean, reader: Reader): Read {
  const { vocabulary, stemOf, knows, manner } = reader;
  const open = isLast && manner.open === true;
  const as = (one: string, isOpen = open): Read => ({
    written: word,
    forms: [{ word: one, stem: vocabulary.get(one)?.stem ?? stemOf(one), open: isOpen }],
    others: [],
  });
  if (manner.exact || isNumber(word) || stemOf(word) === "" || knows(word)) return as(word);
  if (open && vocabulary.hasBeginning(word)) return as(word);
  for (const twin of Object.values(lookAlikes(word))) {
    if (twin !== undefined && knows(twin)) return as(twin);
  }
  const flipped = otherLayout(word);
  if (stemOf(flipped) === "" || knows(flipped)) return as(flipped);
  if (open && flipped.length > 2 && vocabulary.hasBeginning(flipped)) return as(flipped);
  const sounding = vocabulary.sounding(word);
  if (sounding) return as(sounding.word, false);
  if (word.length > 2 && vocabulary.hasBeginning(word)) return as(word, true);
  return misspelled(word, flipped, reader) ?? as(word, word.length > 2);
}

const MOST_MEANT = 3;

/** The fewest slips win; a slip in the other layout is less likely than one in this. */
function misspelled(word: string, flipped: string, { vocabulary }: Reader): Read | undefined {
  const there = /^\p{L}+$/u.test(flipped) ? vocabulary.meant(flipped) : [];
  const meant = [...vocabulary.meant(word), ...there.map((one) => ({ ...one, slips: one.slips + 0.5 }))]
    .toSorted((a, b) => a.slips - b.slips)
    .slice(0, MOST_MEANT);
  const parts = splitWord(word, vocabulary);
  const readings = [
    ...(parts && (meant[0]?.slips ?? Infinity) > 1 ? [parts] : []),
    ...meant.map(({ known }) => [known]),
  ].map((known) => known.map((one) => ({ word: one.word, stem: one.stem, open: false })));
  const [forms, ...others] = readings;
  return forms && { written: word, forms, others };
}

const LEAST_PART = 3;

/** Two words of the shop written as one; only such as stand in its texts in this very form. */
function splitWord(word: string, vocabulary: Vocabulary): KnownWord[] | undefined {
  for (let at = LEAST_PART; at <= word.length - LEAST_PART; at++) {
    const parts = [vocabulary.get(word.slice(0, at)), vocabulary.get(word.slice(at))].filter(
      (part) => part !== undefined,
    );
    if (parts.length === 2) return parts;
  }
  return undefined;
}

const LONGEST_SYNONYM = 4;

/** What was read, in things asked for: several words that have a synonym together are one. */
function termsOf(read: readonly Read[], { vocabulary, stemOf, manner }: Reader): Term[] {
  const forms = read.flatMap((one) => one.forms.map((form) => ({ written: one.written, form })));
  const terms: Term[] = [];
  for (let at = 0; at < forms.length;) {
    const length = manner.exact
      ? 1
      : synonymAt(
          forms.map(({ form }) => form),
          at,
          vocabulary,
        );
    const own = forms.slice(at, at + length);
    at += length;
    const meaning = own.map(({ form }) => form).filter(({ stem }) => stem !== "");
    const phrases = manner.exact ? [] : vocabulary.synonymsOf(own.map(({ form }) => form.word).join(" "));
    const others = phrases.map((phrase) => phraseForms(phrase, vocabulary, stemOf));
    const alternatives = [meaning, ...others].filter((group) => group.length > 0);
    if (alternatives.length === 0) continue;
    const products = Math.max(
      ...alternatives.map((group) => Math.min(...group.map((form) => productsOf(form, vocabulary)))),
    );
    terms.push({ written: own.map(({ written }) => written).join(" "), alternatives, products });
  }
  return terms;
}

/** How many words from `at` on have a synonym together: the most that do, or 1. */
function synonymAt(forms: readonly Form[], at: number, vocabulary: Vocabulary): number {
  for (let length = Math.min(LONGEST_SYNONYM, forms.length - at); length > 1; length--) {
    const phrase = forms
      .slice(at, at + length)
      .map(({ word }) => word)
      .join(" ");
    if (vocabulary.synonymsOf(phrase).length > 0) return length;
  }
  return 1;
}

function phraseForms(phrase: string, vocabulary: Vocabulary, stemOf: Known["stemOf"]): Form[] {
  return wordsOf(phrase)
    .map((word) => ({ word, stem: vocabulary.get(word)?.stem ?? stemOf(word), open: false }))
    .filter(({ stem }) => stem !== "");
}

function productsOf({ word, stem, open }: Form, vocabulary: Vocabulary): number {
  return open && !vocabulary.knows(word, stem) && vocabulary.hasBeginning(word) ? 1 : vocabulary.productsOf(word, stem);
}

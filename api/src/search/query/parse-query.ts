import { switchLayout } from "../../platform/i18n/keyboard-layout.ts";
import { replaceLookAlikes } from "./similar-letters.ts";
import { isCommonStem, type VocabularyWord, type Vocabulary } from "./vocabulary.ts";
import { type Exclusion, extractExclusions } from "./exclusions.ts";
import { findHeadIndex, normalizeQuery, prepositions, tokenize, removeFillerWords } from "./tokenize.ts";

/** A word to look for. */
export type WordForm = Readonly<{
  word: string;
  stem: string;
  /** Whether words with this prefix match too. */
  isPrefix: boolean;
}>;

/**
 * One thing that the shopper searches for. A product matches if it contains all forms of at least one alternative; the
 * first alternative is the term itself, the others are synonyms.
 */
export type QueryTerm = Readonly<{
  original: string;
  alternatives: readonly (readonly WordForm[])[];
  productCount: number;
  /** Whether it names the product, as "помада" in "красная помада". */
  isHead: boolean;
}>;

/** One interpretation of a query. */
export type QueryReading = Readonly<{
  terms: readonly QueryTerm[];
  /** What the products must not have. */
  exclusions: readonly Exclusion[];
  /** The words of the exclusions as terms. */
  excludedTerms: readonly QueryTerm[];
  /** The words that are searched for. */
  text: string;
  /** Whether `text` differs from the query: corrected keyboard layout, alphabet or spelling. */
  isCorrected: boolean;
}>;

export type ParseOptions = {
  /** Disables corrections and synonyms; other forms of the words still match. */
  exact?: boolean;
  /** Whether the query is being typed, so that its last word may be incomplete. */
  isPartial?: boolean;
};

/** Answers about words of a query, which were fetched from the database beforehand. */
export type LanguageLookup = {
  /** Returns the stem of a word; empty for a stop word such as "для". */
  getStem: (word: string) => string;
  /** Whether a product contains the word, even if the vocabulary does not have it yet. */
  isUsed: (word: string) => boolean;
};

/** Returns every word whose stem `parseQuery` may look up. */
export function listWordsToStem(q: string): string[] {
  const original = tokenize(q);
  const lookAlikeWords = original.flatMap((word) =>
    Object.values(replaceLookAlikes(word)).filter((lookAlike) => lookAlike !== undefined),
  );
  return [
    ...new Set([
      ...original,
      ...tokenize(switchLayout(normalizeQuery(q))),
      ...original.map(switchLayout),
      ...lookAlikeWords,
    ]),
  ];
}

/**
 * Parses a query: corrects keyboard layout, alphabet and typos, and adds the shop's synonyms.
 * @returns the most likely reading first; further readings if a misspelled word has several corrections
 */
export function parseQuery(
  q: string,
  vocabulary: Vocabulary,
  lookup: LanguageLookup & ParseOptions,
): [QueryReading, ...QueryReading[]] {
  const { isUsed } = lookup;
  const getStem = (word: string) => (prepositions.has(word) ? "" : lookup.getStem(word));
  const isKnown = (word: string) => vocabulary.hasWord(word, getStem(word)) || isUsed(word);
  const context = { vocabulary, getStem, isKnown, options: lookup };
  const original = tokenize(q);
  const { words, exclusions, isSwitched } = selectWords(q, original, context);
  const wordReadings = words.map((word, index) => interpretWord(word, index === words.length - 1, context));
  const ambiguousIndex = wordReadings.findIndex(({ others }) => others.length > 0);
  const alternativeReadings = (wordReadings[ambiguousIndex]?.others ?? []).map((forms) =>
    wordReadings.with(ambiguousIndex, { ...wordReadings[ambiguousIndex], forms } as WordReading),
  );
  const buildReading = (selected: readonly WordReading[]): QueryReading => {
    const correctedWords = selected.flatMap(({ forms }) => forms.map(({ word }) => word));
    return {
      terms: buildTerms(selected, context),
      exclusions,
      excludedTerms: exclusions.map(({ word }) => buildTerm(word, getStem(word))),
      text: correctedWords
        .map((word) => (original.includes(word) ? word : vocabulary.getBrandSpelling(word)))
        .join(" "),
      isCorrected:
        selected.some(({ original: written, forms }) => forms.map(({ word }) => word).join(" ") !== written) ||
        isSwitched,
    };
  };
  return [buildReading(wordReadings), ...alternativeReadings.map(buildReading)];
}

/** Builds the term of a word that is not interpreted. */
const buildTerm = (word: string, stem: string): QueryTerm => ({
  ...{ original: word, alternatives: [[{ word, stem, isPrefix: false }]], productCount: 0, isHead: false },
});

type ParserContext = {
  vocabulary: Vocabulary;
  getStem: LanguageLookup["getStem"];
  isKnown: (word: string) => boolean;
  options: ParseOptions;
};
/** Returns the words to search for, in the keyboard layout in which more of them are known, and what they exclude. */
function selectWords(
  q: string,
  original: readonly string[],
  context: ParserContext,
): { words: string[]; exclusions: Exclusion[]; isSwitched: boolean } {
  const { options, getStem } = context;
  if (options.exact) return { words: [...original], exclusions: [], isSwitched: false };
  const switched = tokenize(switchLayout(normalizeQuery(q)));
  const isSwitched =
    calculateRecognizedShare(switched, context, MIN_SWITCHED_LENGTH) > calculateRecognizedShare(original, context);
  const isStopWord = (word: string) => getStem(word) === "";
  const { words, exclusions } = extractExclusions(isSwitched ? switched : original);
  const meaningful = removeFillerWords(words, isStopWord);
  // "без сульфатов" alone: the products that claim it.
  return meaningful.every(isStopWord)
    ? { words: isSwitched ? switched : [...original], exclusions, isSwitched }
    : { words: meaningful, exclusions, isSwitched };
}

type WordReading = {
  original: string;
  forms: readonly WordForm[];
  /** The forms of other possible corrections. */
  others: readonly (readonly WordForm[])[];
};

/** Shorter words are no evidence for the other keyboard layout: «йъйъ» in the other layout is meaningless as well. */
const MIN_SWITCHED_LENGTH = 3;

/**
 * Returns the share of a query's words that are known, from 0 to 1. A word with a possible correction counts half, a
 * word shorter than `minLength` not at all.
 */
function calculateRecognizedShare(
  words: readonly string[],
  { vocabulary, isKnown, getStem }: ParserContext,
  minLength = 1,
): number {
  const significantWords = words.filter((word) => getStem(word) !== "" && !isNumber(word));
  const weights = significantWords.map((word) => {
    if (word.length < minLength) return 0;
    return isKnown(word) || isCommonStem(getStem(word)) ? 1 : vocabulary.findCorrections(word).length > 0 ? 0.5 : 0;
  });
  return weights.reduce<number>((sum, weight) => sum + weight, 0) / Math.max(1, significantWords.length);
}

const isNumber = (word: string) => /^\p{N}+$/u.test(word);

/** Returns a known word unchanged, and otherwise its most likely correction: the first attempt that succeeds. */
function interpretWord(word: string, isLast: boolean, context: ParserContext): WordReading {
  const { vocabulary, getStem, isKnown, options } = context;
  const isPrefix = isLast && options.isPartial === true;
  const toReading = (interpreted: string, isPrefixForm = isPrefix): WordReading => ({
    original: word,
    forms: [
      { word: interpreted, stem: vocabulary.get(interpreted)?.stem ?? getStem(interpreted), isPrefix: isPrefixForm },
    ],
    others: [],
  });
  if (options.exact || isNumber(word) || getStem(word) === "" || isKnown(word)) return toReading(word);
  if (isPrefix && vocabulary.hasPrefix(word)) return toReading(word);
  if (isCommonStem(getStem(word))) return toReading(word);
  for (const lookAlike of Object.values(replaceLookAlikes(word))) {
    if (lookAlike !== undefined && isKnown(lookAlike)) return toReading(lookAlike);
  }
  const switched = switchLayout(word);
  if (getStem(switched) === "" || isKnown(switched)) return toReading(switched);
  if (isPrefix && switched.length > 2 && vocabulary.hasPrefix(switched)) return toReading(switched);
  const soundMatch = vocabulary.findBySound(word);
  if (soundMatch) return toReading(soundMatch.word, false);
  if (word.length > 2 && vocabulary.hasPrefix(word)) return toReading(word, true);
  return correctSpelling(word, switched, context) ?? toReading(word, word.length > 2);
}

const MAX_CORRECTIONS = 3;

/** Corrects a typo: the fewest edits win; a typo in the other keyboard layout is considered less likely. */
function correctSpelling(word: string, switched: string, { vocabulary }: ParserContext): WordReading | undefined {
  const switchedCorrections = /^\p{L}+$/u.test(switched) ? vocabulary.findCorrections(switched) : [];
  const corrections = [
    ...vocabulary.findCorrections(word),
    ...switchedCorrections.map(({ entry, edits }) => ({ entry, edits: edits + 0.5 })),
  ]
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, MAX_CORRECTIONS);
  const parts = splitWord(word, vocabulary);
  const candidates = [
    ...(parts && (corrections[0]?.edits ?? Infinity) > 1 ? [parts] : []),
    ...corrections.map(({ entry }) => [entry]),
  ].map((words) => words.map(({ word: corrected, stem }) => ({ word: corrected, stem, isPrefix: false })));
  const [forms, ...others] = candidates;
  return forms && { original: word, forms, others };
}

const MIN_PART_LENGTH = 3;

/** Splits a word into two words that both occur in product texts in this form; undefined if there are none. */
function splitWord(word: string, vocabulary: Vocabulary): VocabularyWord[] | undefined {
  for (let index = MIN_PART_LENGTH; index <= word.length - MIN_PART_LENGTH; index++) {
    const parts = [vocabulary.get(word.slice(0, index)), vocabulary.get(word.slice(index))].filter(
      (part) => part !== undefined,
    );
    if (parts.length === 2) return parts;
  }
  return undefined;
}

const MAX_SYNONYM_WORDS = 4;

/** Builds the terms of a query. Several words that have a synonym as a phrase become one term. */
function buildTerms(
  wordReadings: readonly WordReading[],
  { vocabulary, getStem, options }: ParserContext,
): QueryTerm[] {
  const wordForms = wordReadings.flatMap(({ original, forms }) => forms.map((form) => ({ original, form })));
  const terms: QueryTerm[] = [];
  const headIndex = findHeadIndex(
    wordForms.map(({ form }) => form.word),
    (word) => getStem(word) === "",
  );
  for (let index = 0; index < wordForms.length;) {
    const length = options.exact
      ? 1
      : findSynonymLength(
          wordForms.map(({ form }) => form),
          index,
          vocabulary,
        );
    const phraseParts = wordForms.slice(index, index + length);
    const isHead = headIndex >= index && headIndex < index + length;
    index += length;
    const ownForms = phraseParts.map(({ form }) => form).filter(({ stem }) => stem !== "");
    const phrases = options.exact ? [] : vocabulary.getSynonyms(phraseParts.map(({ form }) => form.word).join(" "));
    const synonymForms = phrases.map((phrase) => getPhraseForms(phrase, vocabulary, getStem));
    const alternatives = [ownForms, ...synonymForms].filter((group) => group.length > 0);
    if (alternatives.length === 0) continue;
    const productCount = Math.max(
      ...alternatives.map((group) => Math.min(...group.map((form) => countProducts(form, vocabulary)))),
    );
    terms.push({ original: phraseParts.map(({ original }) => original).join(" "), alternatives, productCount, isHead });
  }
  return terms;
}

/** Returns the length of the longest phrase at `index` that has a synonym, or 1. */
function findSynonymLength(forms: readonly WordForm[], index: number, vocabulary: Vocabulary): number {
  for (let length = Math.min(MAX_SYNONYM_WORDS, forms.length - index); length > 1; length--) {
    const phrase = forms
      .slice(index, index + length)
      .map(({ word }) => word)
      .join(" ");
    if (vocabulary.getSynonyms(phrase).length > 0) return length;
  }
  return 1;
}

function getPhraseForms(phrase: string, vocabulary: Vocabulary, getStem: LanguageLookup["getStem"]): WordForm[] {
  return tokenize(phrase)
    .map((word) => ({ word, stem: vocabulary.get(word)?.stem ?? getStem(word), isPrefix: false }))
    .filter(({ stem }) => stem !== "");
}

function countProducts({ word, stem, isPrefix }: WordForm, vocabulary: Vocabulary): number {
  return isPrefix && !vocabulary.hasWord(word, stem) && vocabulary.hasPrefix(word)
    ? 1
    : vocabulary.countProducts(word, stem);
}

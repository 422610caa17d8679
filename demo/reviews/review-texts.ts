import words from "../data/review-texts.json" with { type: "json" };
import wordsByGroup from "../data/review-texts-by-group.json" with { type: "json" };
import scents from "../data/scents.json" with { type: "json" };
import type { Person } from "../customers/people.ts";
import type { Product } from "../products/product.ts";
import type { Random } from "../random.ts";
import type { Gender } from "../products/source-tables.ts";

const moods = ["good", "fair", "bad"] as const;
type Mood = (typeof moods)[number];
export type Sentence = {
  text: string;
  mood: string;
  /** Whether the sentence is about one group of products. */
  isSpecific?: boolean;
  /** A review has at most one sentence per topic. */
  topic?: string;
  /** Only for authors of this gender. */
  speaker?: string;
  /** Only for these product groups, types and forms. */
  groups?: string[];
  types?: string[];
  forms?: string[];
  /** Not for these product groups. */
  not?: string[];
  /** Only for products with shades, or of types that come in several scents. */
  shades?: boolean;
  scented?: boolean;
};

const pronounByGender: Record<Gender, string> = { m: "него", f: "неё", n: "него", pl: "них" };
const sentencePools = new Map<string, Record<Mood, Sentence[]>>();
/** All sentences by language: those that fit many products, and those about one group of products. */
const sentencesByLanguage = { ru: collectSentences("ru"), en: collectSentences("en") };

/** Longer reviews would repeat what others say. */
const MAX_SENTENCES = 7;

/** Ranges of the length of a review in characters, with weights. */
const lengthWeights: [[number, number], number][] = [
  [[0, 0], 20],
  [[60, 200], 45],
  [[200, 600], 30],
  [[600, 1500], 5],
];

function collectSentences(language: "ru" | "en"): Sentence[] {
  const specific = wordsByGroup.flatMap((entry) =>
    moods.flatMap((mood) =>
      entry[language][mood].map((one) => ({
        ...(typeof one === "string" ? { text: one } : one),
        mood,
        groups: entry.groups,
        isSpecific: true,
      })),
    ),
  );
  return [...specific, ...(words[language] as Sentence[])];
}

/**
 * Builds the text of a review from sentences that fit product, author and rating; empty for a rating without text.
 * @param uses how often the reviews of the product contain each sentence; those that were used least come first
 */
export function buildReviewText(
  product: Product,
  person: Person,
  rating: number,
  uses: Map<Sentence, number>,
  random: Random,
): string {
  const [minLength, maxLength] = random.pickWeighted(lengthWeights);
  if (maxLength === 0) return "";
  const candidates = selectByMood(getSentencePool(product, person), rating, random);
  const sentences = random
    .sample(candidates, candidates.length)
    .toSorted((one, other) => (uses.get(one) ?? 0) - (uses.get(other) ?? 0));
  // A review begins with what is said about this kind of product only, unless the product has it already.
  const opening = sentences.find((one) => one.isSpecific && !uses.has(one));
  const topics = new Set<string>();
  let text = "";
  let sentenceCount = 0;
  for (const sentence of new Set([...(opening ? [opening] : []), ...sentences])) {
    const { text: template, topic } = sentence;
    if (topic && topics.has(topic)) continue;
    const extended = `${text} ${fillTemplate(template, product, person, random)}`.trim();
    if (extended.length > maxLength) continue;
    text = extended;
    uses.set(sentence, (uses.get(sentence) ?? 0) + 1);
    if (topic) topics.add(topic);
    sentenceCount++;
    if (text.length >= minLength || sentenceCount === MAX_SENTENCES) break;
  }
  return random.chance(0.15) ? `${text} ${buildProsAndCons(person, rating, random)}`.trim() : text;
}

/** Selects sentences by rating: praise for good ratings, complaints for bad ones, both for average ones. */
function selectByMood(pool: Record<Mood, Sentence[]>, rating: number, random: Random): Sentence[] {
  if (rating === 5) return pool.good;
  if (rating === 4) return random.chance(0.5) ? [...pool.good, ...random.sample(pool.fair, 2)] : pool.good;
  return rating === 3 ? [...pool.fair, ...random.sample(pool.good, 4)] : [...pool.bad, ...pool.fair];
}

/** Returns the sentences that fit a product and the author, by mood. */
function getSentencePool({ parts: { type }, kind }: Product, { locale, gender }: Person): Record<Mood, Sentence[]> {
  const key = `${type.id} ${kind} ${locale} ${gender}`;
  const cached = sentencePools.get(key);
  if (cached) return cached;
  const sentences = sentencesByLanguage[locale === "ru-RU" ? "ru" : "en"];
  const hasScents = type.options.includes("scent");
  const fitting = sentences.filter(
    (one) =>
      (!one.speaker || one.speaker === gender) &&
      (!one.groups || one.groups.includes(type.group)) &&
      (!one.types || one.types.includes(type.id)) &&
      (!one.forms || one.forms.includes(type.form)) &&
      !one.not?.includes(type.group) &&
      (!one.shades || kind === "shade") &&
      (!one.scented || hasScents),
  );
  const pool = {
    good: fitting.filter((one) => one.mood === "good"),
    fair: fitting.filter((one) => one.mood === "fair"),
    bad: fitting.filter((one) => one.mood === "bad"),
  };
  sentencePools.set(key, pool);
  return pool;
}

/**
 * Fills the slots of a sentence: `{n}` type, `{b}` brand, `{t}` duration of use, `{d}` duration of the delivery, `{s}`
 * scent, a slot for the pronoun of the type, and endings: `{m:ый|f:ая}` agrees with the noun, `{F:а|M:}` with the
 * author.
 */
function fillTemplate(
  template: string,
  { parts: { type, brand } }: Product,
  { locale, gender }: Person,
  random: Random,
): string {
  const localeIndex = locale === "ru-RU" ? 0 : 1;
  return template.replaceAll(/\{([^}]+)\}/g, (_, slot: string) => {
    if (slot === "n") return type.ru;
    if (slot === "b") return brand.name;
    if (slot === "t") return random.pick(words.durations)[localeIndex] ?? "";
    if (slot === "d") return random.pick(words.journeys)[localeIndex] ?? "";
    if (slot === "him") return pronounByGender[type.g];
    if (slot === "s") {
      const scent = random.pick(scents.slice(0, -1));
      return locale === "ru-RU" ? scent.ru.replace("с ароматом ", "") : scent.en;
    }
    const endings = new Map(slot.split("|").map((form) => form.split(":") as [string, string]));
    return endings.get(type.g) ?? endings.get(gender === "female" ? "F" : "M") ?? "";
  });
}

function buildProsAndCons({ locale }: Person, rating: number, random: Random): string {
  const localeIndex = locale === "ru-RU" ? 0 : 1;
  const [pros, cons] = locale === "ru-RU" ? ["Плюсы", "Минусы"] : ["Pros", "Cons"];
  const joinPhrases = (list: string[][], count: number) =>
    random
      .sample(list, count)
      .map((one) => one[localeIndex])
      .join(", ");
  const good = rating > 2 ? `${pros}: ${joinPhrases(words.pros, random.int(1, 3))}.` : "";
  const bad = rating < 5 ? `${cons}: ${joinPhrases(words.cons, random.int(1, 2))}.` : "";
  return `${good} ${bad}`.trim();
}

import words from "./data/review-texts.json" with { type: "json" };
import scents from "./data/scents.json" with { type: "json" };
import type { Person } from "./people.ts";
import type { Product } from "./product.ts";
import type { Dice } from "./random.ts";
import type { Gender } from "./tables.ts";

type Mood = "good" | "fair" | "bad";
type Sentence = {
  text: string;
  mood: string;
  /** A review says one thing about each topic. */
  topic?: string;
  speaker?: string;
  /** Only for these kinds of goods. */
  groups?: string[];
  types?: string[];
  forms?: string[];
  not?: string[];
  shades?: boolean;
  scented?: boolean;
};

const him: Record<Gender, string> = { m: "него", f: "неё", n: "него", pl: "них" };
const pools = new Map<string, Record<Mood, Sentence[]>>();

/** Lengths of reviews in characters, and how often each is written (tables: reviews). */
const lengths: [[number, number], number][] = [
  [[0, 0], 20],
  [[60, 200], 45],
  [[200, 600], 30],
  [[600, 1500], 5],
];

/** What a customer writes about a product with so many stars; sometimes nothing. */
export function reviewText(product: Product, person: Person, rating: number, by: Dice): string {
  const [least, most] = by.weigh(lengths);
  if (most === 0) return "";
  const sentences = by.draw(inMood(poolFor(product, person), rating, by), 40);
  const topics = new Set<string>();
  let text = "";
  for (const { text: template, topic } of sentences) {
    if (topic && topics.has(topic)) continue;
    const more = `${text} ${said(template, product, person, by)}`.trim();
    if (more.length > most) continue;
    text = more;
    if (topic) topics.add(topic);
    if (text.length >= least) break;
  }
  return by.chance(0.15) ? `${text} ${prosAndCons(person, rating, by)}`.trim() : text;
}

/** Happy reviews lead with praise, unhappy ones with what went wrong; the middle has both. */
function inMood(pool: Record<Mood, Sentence[]>, rating: number, by: Dice): Sentence[] {
  if (rating === 5) return pool.good;
  if (rating === 4) return by.chance(0.5) ? [...pool.good, ...by.draw(pool.fair, 2)] : pool.good;
  return rating === 3 ? [...pool.fair, ...by.draw(pool.good, 4)] : [...pool.bad, ...pool.fair];
}

function poolFor({ parts: { type }, kind }: Product, { locale, gender }: Person): Record<Mood, Sentence[]> {
  const key = `${type.id} ${kind} ${locale} ${gender}`;
  const known = pools.get(key);
  if (known) return known;
  const all = (locale === "ru-RU" ? words.ru : words.en) as Sentence[];
  const scented = type.options.includes("scent");
  const fitting = all.filter(
    (one) =>
      (!one.speaker || one.speaker === gender) &&
      (!one.groups || one.groups.includes(type.group)) &&
      (!one.types || one.types.includes(type.id)) &&
      (!one.forms || one.forms.includes(type.form)) &&
      !one.not?.includes(type.group) &&
      (!one.shades || kind === "shade") &&
      (!one.scented || scented),
  );
  const pool = {
    good: fitting.filter((one) => one.mood === "good"),
    fair: fitting.filter((one) => one.mood === "fair"),
    bad: fitting.filter((one) => one.mood === "bad"),
  };
  pools.set(key, pool);
  return pool;
}

/** Puts in the goods, times and endings: `{m:ый|f:ая}` follows the noun, `{F:а|M:}` the speaker. */
function said(template: string, { parts: { type, brand } }: Product, { locale, gender }: Person, by: Dice): string {
  const at = locale === "ru-RU" ? 0 : 1;
  return template.replaceAll(/\{([^}]+)\}/g, (_, slot: string) => {
    if (slot === "n") return type.ru;
    if (slot === "b") return brand.name;
    if (slot === "t") return by.pick(words.durations)[at] ?? "";
    if (slot === "d") return by.pick(words.journeys)[at] ?? "";
    if (slot === "him") return him[type.g];
    if (slot === "s") {
      const scent = by.pick(scents.slice(0, -1));
      return locale === "ru-RU" ? scent.ru.replace("с ароматом ", "") : scent.en;
    }
    const forms = new Map(slot.split("|").map((form) => form.split(":") as [string, string]));
    return forms.get(type.g) ?? forms.get(gender === "female" ? "F" : "M") ?? "";
  });
}

function prosAndCons({ locale }: Person, rating: number, by: Dice): string {
  const at = locale === "ru-RU" ? 0 : 1;
  const [pros, cons] = locale === "ru-RU" ? ["Плюсы", "Минусы"] : ["Pros", "Cons"];
  const named = (list: string[][], count: number) =>
    by
      .draw(list, count)
      .map((one) => one[at])
      .join(", ");
  const good = rating > 2 ? `${pros}: ${named(words.pros, by.int(1, 3))}.` : "";
  const bad = rating < 5 ? `${cons}: ${named(words.cons, by.int(1, 2))}.` : "";
  return `${good} ${bad}`.trim();
}

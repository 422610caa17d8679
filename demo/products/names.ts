import type { Active, Adjective, Audience, Brand, ProductType, Series } from "./source-tables.ts";

/** The parts of a product name; null parts are omitted. */
export type NameParts = {
  type: ProductType;
  brand: Brand;
  series: Series | null;
  adjective: Adjective | null;
  active: Active | null;
  audience: Audience | null;
  /** In the unit of the type; null if the size is an option. */
  size: number | null;
  /** Distinguishes products with otherwise equal names; only very large catalogs need it. */
  number?: number;
};

const NBSP = "\u00a0";

/** Builds the Russian name: «Увлажняющий шампунь Kamitsura Camellia Gloss с маслом камелии для сухих волос, 480 мл». */
export function buildNameRu({ type, brand, series, adjective, active, audience, size, number }: NameParts): string {
  const word = adjective?.[type.g];
  // The only adjective that does not agree with its noun, so it follows the noun.
  const noun = word === "ручной работы" ? `${type.ru} ${word}` : word ? `${word} ${type.ru}` : type.ru;
  const words = [capitalize(noun), brand.name, series?.name, number && `№${NBSP}${number}`, active?.ru, audience?.ru];
  return words.filter(Boolean).join(" ") + (size === null ? "" : `, ${formatSizeRu(size, type.unit)}`);
}

/** Builds the English name: “Kamitsura Camellia Gloss moisturising shampoo with camellia oil for dry hair, 480 ml”. */
export function buildNameEn({ type, brand, series, adjective, active, audience, size, number }: NameParts): string {
  const words = [
    brand.name,
    series?.name,
    number && `No.${NBSP}${number}`,
    adjective?.en,
    type.en,
    active?.en,
    audience?.en,
  ];
  return words.filter(Boolean).join(" ") + (size === null ? "" : `, ${formatSizeEn(size, type.unit)}`);
}

/** Returns whether the noun begins with an adjective («зубная паста») and takes no other. */
export function startsWithAdjective(type: ProductType): boolean {
  const [first = "", ...rest] = type.ru.split(" ");
  return rest.length > 0 && /(ый|ий|ой|ая|яя|ое|ее|ые|ие)$/.test(first);
}

/** Returns whether the type already names its audience («для …»), which a name has only once. */
export function hasAudiencePhrase(type: ProductType): boolean {
  return type.ru.includes(" для ");
}

/** Formats a size in Russian, such as «480 мл» or «2 пары», with a no-break space. */
export function formatSizeRu(size: number, unit: string): string {
  const word = unit === "пара" ? pluralizeRu(size, "пара", "пары", "пар") : unit;
  return `${String(size).replace(".", ",")}${NBSP}${word}`;
}

const englishUnits: Record<string, string> = { мл: "ml", г: "g", л: "l" };

/** Formats a size in English, such as “480 ml” or “2 pairs”, with a no-break space. */
export function formatSizeEn(size: number, unit: string): string {
  const word = englishUnits[unit] ?? (unit === "пара" ? (size === 1 ? "pair" : "pairs") : size === 1 ? "pc" : "pcs");
  return `${size}${NBSP}${word}`;
}

/** Returns the Russian plural form for an integer: 1 пара, 2 пары, 5 пар. */
export function pluralizeRu(count: number, one: string, few: string, many: string): string {
  const [tens, ones] = [count % 100, count % 10];
  if (tens > 10 && tens < 20) return many;
  return ones === 1 ? one : ones > 1 && ones < 5 ? few : many;
}

/** Returns the text with an upper case first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the text with a lower case first letter. */
export function lowercaseFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

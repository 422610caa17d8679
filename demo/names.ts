import type { Active, Adjective, Audience, Brand, ProductType, Series } from "./tables.ts";

/** What a product's name is made of; what is null is left out. */
export type NameParts = {
  type: ProductType;
  brand: Brand;
  series: Series | null;
  adjective: Adjective | null;
  active: Active | null;
  audience: Audience | null;
  /** In the type's unit; null where the size is chosen on the product's page. */
  size: number | null;
  /** Tells apart what would else have the same name; only very large catalogues need it. */
  number?: number;
};

const NBSP = "\u00a0";

/** «Увлажняющий шампунь Kamitsura Camellia Gloss с маслом камелии для сухих волос, 480 мл». */
export function nameRu({ type, brand, series, adjective, active, audience, size, number }: NameParts): string {
  const word = adjective?.[type.g];
  // The one adjective that does not agree stands after its noun.
  const noun = word === "ручной работы" ? `${type.ru} ${word}` : word ? `${word} ${type.ru}` : type.ru;
  const words = [capitalised(noun), brand.name, series?.name, number && `№${NBSP}${number}`, active?.ru, audience?.ru];
  return words.filter(Boolean).join(" ") + (size === null ? "" : `, ${sizeRu(size, type.unit)}`);
}

/** “Kamitsura Camellia Gloss moisturising shampoo with camellia oil for dry hair, 480 ml”. */
export function nameEn({ type, brand, series, adjective, active, audience, size, number }: NameParts): string {
  const words = [
    brand.name,
    series?.name,
    number && `No.${NBSP}${number}`,
    adjective?.en,
    type.en,
    active?.en,
    audience?.en,
  ];
  return words.filter(Boolean).join(" ") + (size === null ? "" : `, ${sizeEn(size, type.unit)}`);
}

/** A noun that already begins with an adjective («зубная паста») takes no other. */
export function startsWithAdjective(type: ProductType): boolean {
  const [first = "", ...rest] = type.ru.split(" ");
  return rest.length > 0 && /(ый|ий|ой|ая|яя|ое|ее|ые|ие)$/.test(first);
}

/** “для …” is said once in a name. */
export function saysForWhom(type: ProductType): boolean {
  return type.ru.includes(" для ");
}

export function sizeRu(size: number, unit: string): string {
  const word = unit === "пара" ? plural(size, "пара", "пары", "пар") : unit;
  return `${String(size).replace(".", ",")}${NBSP}${word}`;
}

const englishUnits: Record<string, string> = { мл: "ml", г: "g", л: "l" };

export function sizeEn(size: number, unit: string): string {
  const word = englishUnits[unit] ?? (unit === "пара" ? (size === 1 ? "pair" : "pairs") : size === 1 ? "pc" : "pcs");
  return `${size}${NBSP}${word}`;
}

/** The Russian plural of a whole number: 1 пара, 2 пары, 5 пар. */
export function plural(count: number, one: string, few: string, many: string): string {
  const [tens, ones] = [count % 100, count % 10];
  if (tens > 10 && tens < 20) return many;
  return ones === 1 ? one : ones > 1 && ones < 5 ? few : many;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import choices from "../data/choices.json" with { type: "json" };
import scents from "../data/scents.json" with { type: "json" };
import shades from "../data/shades.json" with { type: "json" };
import { capitalize, formatSizeEn, formatSizeRu, lowercaseFirst } from "./names.ts";
import { getSizeFactor } from "./prices.ts";
import type { Random } from "../random.ts";
import type { Bilingual, ProductType } from "./source-tables.ts";

/** One choice of a product option. */
export type Choice = Bilingual & {
  /** `#rrggbb`; null if the choice has no color. */
  swatch: string | null;
  /** Price as a multiple of the price of the smallest size. */
  factor: number;
  /** In the unit of the type. */
  size: number;
  /** True for a refill pack. */
  refill?: true;
};

/** The kind of options, such as `shade` or `size`; `set` names a set of shades and is otherwise empty. */
type OptionKind = { name: string; set: string };

/** With these values about 35 % of all products and 60 % of makeup have options. */
const SHADES_PROBABILITY = 0.75;
const OTHER_OPTIONS_PROBABILITY = 0.46;
/** The probability that a product with refills also comes in several scents. */
const SCENTED_REFILL_PROBABILITY = 0.2;

/** Draws the kind of options of a product, or null for a product without options. */
export function drawOptionKind(type: ProductType, random: Random): OptionKind | null {
  const kinds = type.options.map(parseOptionKind);
  const shade = kinds.find((kind) => kind.name === "shade");
  if (!random.chance(shade ? SHADES_PROBABILITY : OTHER_OPTIONS_PROBABILITY) || kinds.length === 0) return null;
  return shade ?? random.pick(kinds);
}

/** Returns whether the size is an option and therefore not part of the product name. */
export function hasSizeOptions(kind: OptionKind | null): boolean {
  return kind !== null && ["size", "refill", "size_baby"].includes(kind.name);
}

function parseOptionKind(option: string): OptionKind {
  const [name = "", set = ""] = option.split(":");
  return { name, set };
}

/**
 * Builds the choices of a product in both languages; sizes in ascending order.
 * @param size the size of the product if the size is no option, in the unit of the type
 * @throws Error if there is no such kind of options
 */
export function buildChoices(type: ProductType, kind: OptionKind, size: number, random: Random): Choice[] {
  const factor = getSizeFactor(type, size);
  const toChoices = (list: (Bilingual & { hex?: string; code?: string })[]): Choice[] =>
    list.map(({ ru, en, hex, code }) => ({
      ru: code ? `${code} ${ru}` : ru,
      en: code ? `${code} ${en}` : en,
      swatch: hex ?? null,
      factor,
      size,
    }));
  switch (kind.name) {
    case "shade":
      return toChoices(sampleInOrder(getShades(type, kind.set), random, 3, 8));
    case "size":
      return sampleInOrder(type.sizes, random, 2, 3).map((one) => ({
        ru: formatSizeRu(one, type.unit),
        en: formatSizeEn(one, type.unit),
        swatch: null,
        factor: getSizeFactor(type, one),
        size: one,
      }));
    case "refill": {
      const formats = buildRefillChoices(type, size, random);
      if (!type.options.includes("scent") || !random.chance(SCENTED_REFILL_PROBABILITY)) return formats;
      const scentChoices = toChoices(drawScents(random, 2, 3));
      return formats.flatMap((format) => scentChoices.map((scentChoice) => combineChoices(format, scentChoice)));
    }
    case "scent":
      return toChoices(drawScents(random, 3, 5));
    case "color":
      return toChoices(sampleInOrder(choices.colors, random, 2, 5));
    case "hardness":
      return toChoices(choices.hardness);
    case "spf":
      return toChoices(choices.spf).map((one, index) => ({ ...one, factor: one.factor * (1 + 0.12 * index) }));
    case "size_baby":
      return toChoices(type.id === "pants" ? choices.babySizes.slice(2) : choices.babySizes.slice(0, 4));
    default:
      throw new Error(`no option kind ${kind.name}`);
  }
}

/** Returns the shades of a set that a type comes in. @throws Error if there is no such set. */
export function getShades(type: ProductType, set: string) {
  const all = (shades as Record<string, (Bilingual & { code: string; hex: string })[]>)[set];
  if (!all) throw new Error(`no set of shades ${set}`);
  // Loose powder comes in light and natural shades; mascara and eyeliner in brown and black.
  if (type.id === "powder") return all.slice(0, 4);
  if (type.id === "mascara" || type.id === "eyeliner") return all.filter((one) => /^(BR2|BR3|BK1)$/.test(one.code));
  return all;
}

/** Builds the choices bottle and refill. The refill is smaller and 12 to 18 percent cheaper by volume. */
function buildRefillChoices(type: ProductType, size: number, random: Random): Choice[] {
  const { pump, plain, refill } = choices.formats;
  const bottle = type.form === "pump" ? pump : plain;
  const refillSize = Math.round((size * 0.85) / 10) * 10;
  const priceRatio = 1 - random.int(12, 18) / 100;
  const factor = getSizeFactor(type, size);
  const withSize = (name: Bilingual, amount: number) => ({
    ru: `${name.ru}, ${formatSizeRu(amount, type.unit)}`,
    en: `${name.en}, ${formatSizeEn(amount, type.unit)}`,
    swatch: null,
    size: amount,
  });
  return [
    { ...withSize(bottle, size), factor },
    { ...withSize(refill, refillSize), factor: (factor * refillSize * priceRatio) / size, refill: true },
  ];
}

function drawScents(random: Random, min: number, max: number): (Bilingual & { hex: string })[] {
  return sampleInOrder(scents, random, min, max).map((scent) => ({
    ru: capitalize(scent.ru.replace(/^с ароматом /, "аромат ")),
    en: capitalize(scent.en),
    hex: scent.hex,
  }));
}

function combineChoices(first: Choice, second: Choice): Choice {
  return {
    ...first,
    ru: `${first.ru}, ${lowercaseFirst(second.ru)}`,
    en: `${first.en}, ${lowercaseFirst(second.en)}`,
    swatch: second.swatch,
  };
}

/** Draws `min` to `max` entries of a list and keeps their order. */
function sampleInOrder<T>(list: readonly T[], random: Random, min: number, max: number): T[] {
  const count = random.int(Math.min(min, list.length), Math.min(max, list.length));
  const sampled = new Set(random.sample(list, count));
  return list.filter((one) => sampled.has(one));
}

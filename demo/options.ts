import choices from "./data/choices.json" with { type: "json" };
import scents from "./data/scents.json" with { type: "json" };
import shades from "./data/shades.json" with { type: "json" };
import { capitalised, sizeEn, sizeRu } from "./names.ts";
import { sizeFactor } from "./prices.ts";
import type { Dice } from "./random.ts";
import type { Bilingual, ProductType } from "./tables.ts";

/** One form of a product that can be chosen. */
export type Choice = Bilingual & {
  swatch: string | null;
  /** Times the price of the smallest size. */
  factor: number;
  /** In the type's unit. */
  size: number;
  refill?: true;
};

type Kind = { name: string; set: string };

/** With these, about 35 % of all products and 60 % of makeup have options (tables: options). */
const SHADED_SHARE = 0.75;
const OTHER_SHARE = 0.46;
const SECOND_KIND_SHARE = 0.2;

/** The way a product of this type is chosen, or null where it comes in one form. */
export function kindOfChoice(type: ProductType, by: Dice): Kind | null {
  const kinds = type.options.map(kindNamed);
  const shade = kinds.find((kind) => kind.name === "shade");
  if (!by.chance(shade ? SHADED_SHARE : OTHER_SHARE) || kinds.length === 0) return null;
  return shade ?? by.pick(kinds);
}

/** True where the size belongs to the option and not to the product's name. */
export function choosesSize(kind: Kind | null): boolean {
  return kind !== null && ["size", "refill", "size_baby"].includes(kind.name);
}

function kindNamed(option: string): Kind {
  const [name = "", set = ""] = option.split(":");
  return { name, set };
}

/** The forms of a product, cheapest size first. Names are complete in both languages. */
export function choicesOf(type: ProductType, kind: Kind, size: number, by: Dice): Choice[] {
  const factor = sizeFactor(type, size);
  const plain = (list: (Bilingual & { hex?: string; code?: string })[]): Choice[] =>
    list.map(({ ru, en, hex, code }) => ({
      ru: code ? `${code} ${ru}` : ru,
      en: code ? `${code} ${en}` : en,
      swatch: hex ?? null,
      factor,
      size,
    }));
  switch (kind.name) {
    case "shade":
      return plain(someInOrder(shadesOf(type, kind.set), by, 3, 8));
    case "size":
      return someInOrder(type.sizes, by, 2, 3).map((one) => ({
        ru: sizeRu(one, type.unit),
        en: sizeEn(one, type.unit),
        swatch: null,
        factor: sizeFactor(type, one),
        size: one,
      }));
    case "refill": {
      const formats = formatsOf(type, size, by);
      if (!type.options.includes("scent") || !by.chance(SECOND_KIND_SHARE)) return formats;
      const aromas = plain(scentsFor(by, 2, 3));
      return formats.flatMap((format) => aromas.map((aroma) => bothOf(format, aroma)));
    }
    case "scent":
      return plain(scentsFor(by, 3, 5));
    case "color":
      return plain(someInOrder(choices.colors, by, 2, 5));
    case "hardness":
      return plain(choices.hardness);
    case "spf":
      return plain(choices.spf).map((one, at) => ({ ...one, factor: one.factor * (1 + 0.12 * at) }));
    case "size_baby":
      return plain(type.id === "pants" ? choices.babySizes.slice(2) : choices.babySizes.slice(0, 4));
    default:
      throw new Error(`no option kind ${kind.name}`);
  }
}

/** The colours that a type comes in, of a set of shades. */
export function shadesOf(type: ProductType, set: string) {
  const all = (shades as Record<string, (Bilingual & { code: string; hex: string })[]>)[set];
  if (!all) throw new Error(`no shades ${set}`);
  // A loose powder is light or natural; mascara and eyeliner come in brown and black.
  if (type.id === "powder") return all.slice(0, 4);
  if (type.id === "mascara" || type.id === "eyeliner") return all.filter((one) => /^(BR2|BR3|BK1)$/.test(one.code));
  return all;
}

/** A bottle and what refills it: less of it, 12 to 18 percent cheaper by volume. */
function formatsOf(type: ProductType, size: number, by: Dice): Choice[] {
  const { pump, plain, refill } = choices.formats;
  const bottle = type.form === "pump" ? pump : plain;
  const less = Math.round((size * 0.85) / 10) * 10;
  const cheaper = 1 - by.int(12, 18) / 100;
  const factor = sizeFactor(type, size);
  const sized = (name: Bilingual, of: number) => ({
    ru: `${name.ru}, ${sizeRu(of, type.unit)}`,
    en: `${name.en}, ${sizeEn(of, type.unit)}`,
    swatch: null,
    size: of,
  });
  return [
    { ...sized(bottle, size), factor },
    { ...sized(refill, less), factor: (factor * less * cheaper) / size, refill: true },
  ];
}

function scentsFor(by: Dice, fewest: number, most: number): (Bilingual & { hex: string })[] {
  return someInOrder(scents, by, fewest, most).map((scent) => ({
    ru: capitalised(scent.ru.replace(/^с ароматом /, "аромат ")),
    en: capitalised(scent.en),
    hex: scent.hex,
  }));
}

function bothOf(first: Choice, second: Choice): Choice {
  return {
    ...first,
    ru: `${first.ru}, ${lowered(second.ru)}`,
    en: `${first.en}, ${lowered(second.en)}`,
    swatch: second.swatch,
  };
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function someInOrder<T>(list: readonly T[], by: Dice, fewest: number, most: number): T[] {
  const count = by.int(Math.min(fewest, list.length), Math.min(most, list.length));
  const drawn = new Set(by.draw(list, count));
  return list.filter((one) => drawn.has(one));
}

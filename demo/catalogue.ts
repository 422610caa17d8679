import { barcodeOf, reservedSlugs, slugOf } from "./codes.ts";
import tags from "./data/tags.json" with { type: "json" };
import usages from "./data/usages.json" with { type: "json" };
import { type NameParts, nameEn, nameRu, saysForWhom, startsWithAdjective } from "./names.ts";
import { choicesOf, choosesSize, kindOfChoice } from "./options.ts";
import { basePrice, fallenPrice, sizeFactor, tidyPrice } from "./prices.ts";
import { DAY_MS, type Product, type Variant } from "./product.ts";
import { type Dice, dice, shuffle } from "./random.ts";
import { type Special, specials } from "./specials.ts";
import {
  activesFor,
  adjectivesFor,
  allTypes,
  audiencesFor,
  brandsSelling,
  categoryNamed,
  contradicts,
  type ProductType,
  seriesHolding,
  typeNamed,
} from "./tables.ts";
import { tagsOf } from "./tagging.ts";
import { grossWeight, packSize } from "./weights.ts";

const NEW_DAYS = 60;
const OLDEST_DAYS = 1095;
/** So many old products got their options this long ago (tables: options). */
const GROWN_PRODUCTS = 5;
const GROWN_AFTER_DAYS = 250;
const GROWN_DAYS_AGO = 60;

const usageIds = new Map(usages.map((usage, at) => [usage.slug, at + 1]));
export const tagIds = new Map(tags.map((tag, at) => [tag.slug, at + 1]));

/** How much a product is bought: known before the product itself, because reviews are shared out by it. */
export function popularityOf(seed: number, id: number): number {
  return dice(seed, "popularity", id).roll();
}

export function publishedDaysAgo(seed: number, id: number): number {
  const by = dice(seed, "published", id);
  return by.chance(0.12) ? by.roll() * (NEW_DAYS - 2) + 1 : by.int(NEW_DAYS + 1, OLDEST_DAYS) + by.roll();
}

/**
 * Plans the products of a shop one after the other, from id 1: the same for the same seed, however many follow.
 * What must be unique (names, addresses, article numbers) is remembered between calls.
 */
export function planProducts(seed: number, now: Date): (id: number) => Product {
  const nextType = typeDeck(seed);
  const names = new Map<string, number>();
  const slugs = new Set<string>();
  const serials = new Map<string, number>();
  let optionId = 0;
  let grown = 0;

  return (id) => {
    const by = dice(seed, "product", id);
    const special: Special = specials[id] ?? {};
    const type = nextType(special.type);
    const kind = special.priceRub ? null : kindOfChoice(type, by);
    const size = kind ? Math.min(...type.sizes) : (special.size ?? by.pick(type.sizes));
    const sizeInName = choosesSize(kind) ? null : size;
    const parts = unusedName(() => drawParts(type, special, sizeInName, by), names);
    const category = categoryNamed(type.category);

    const slug = unusedSlug(parts, id, slugs);
    const prefix = `${parts.brand.code}-${type.code}`;
    const serial = (serials.get(prefix) ?? by.int(1, 40)) + by.int(1, 9);
    serials.set(prefix, serial);

    const popularity = popularityOf(seed, id);
    const daysAgo = publishedDaysAgo(seed, id);
    const isNew = daysAgo < NEW_DAYS;
    const choices = kind ? choicesOf(type, kind, size, by) : [null];
    const base = special.priceRub ? special.priceRub / sizeFactor(type, size) : basePrice(type, parts.brand, by);
    const sale =
      !special.priceRub && !isNew && by.chance(0.2) ? { percent: by.weigh(salePercents), days: by.int(1, 30) } : null;
    const shelf = shelfOf(by);

    const variants = choices.map((choice): Variant => {
      const full = special.priceRub ?? tidyPrice(base * (choice?.factor ?? sizeFactor(type, size)));
      const price = sale ? fallenPrice(full, sale.percent) : null;
      return {
        optionId: choice ? ++optionId : 0,
        choice,
        priceMinor: (price?.is ?? full) * 100,
        oldPriceMinor: price ? price.was * 100 : null,
        stock: special.type ? 40 : stockOf(shelf, choices.length, by),
        weightG: grossWeight(type, choice?.size ?? size),
        sizeMm: packSize(type, choice?.size ?? size),
      };
    });
    const hasGrown = kind !== null && !choosesSize(kind) && daysAgo > GROWN_AFTER_DAYS && grown < GROWN_PRODUCTS;
    if (hasGrown) grown++;
    const labels = [
      ...(popularity > 0.93 && !isNew ? ["hit"] : []),
      ...(isNew ? ["new"] : []),
      ...(by.chance(0.03) ? ["limited"] : []),
    ];
    const product = {
      id,
      parts,
      category,
      nameRu: nameRu(parts),
      nameEn: nameEn(parts),
      slug,
      reference: `${prefix}-${String(serial).padStart(4, "0")}`,
      barcode: barcodeOf(id),
      kind: kind?.name ?? null,
      size,
      variants,
      saleEndsAt: sale && !by.chance(0.25) ? new Date(now.getTime() + sale.days * DAY_MS) : null,
      optionsAddedAt: hasGrown ? new Date(now.getTime() - GROWN_DAYS_AGO * DAY_MS) : null,
      ownQtyLimit: shelf.limit,
      popularity,
      unitsSold: Math.round((isNew ? 0.4 : 1) * (210 * popularity ** 8 + 14 * popularity * by.roll())),
      publishedAt: new Date(now.getTime() - Math.floor(daysAgo * DAY_MS)),
      labels,
      usageIds: type.usage.map((slug) => usageIds.get(slug) ?? 0),
    };
    const tagSlugs = tagsOf(product, by);
    return { ...product, tagSlugs, tagIds: tagSlugs.map((slug) => tagIds.get(slug) ?? 0) };
  };
}

const salePercents: [number, number][] = [
  [5, 2],
  [10, 6],
  [15, 7],
  [20, 6],
  [25, 3],
  [30, 3],
  [35, 1],
  [40, 1],
];

/**
 * Deals product types so that every category gets goods before any gets too many: a deck holds each type as often
 * as it is wanted, but no type more often than it has different names.
 */
function typeDeck(seed: number): (wanted?: string) => ProductType {
  const used = new Map<string, number>();
  let deck: ProductType[] = [];
  let round = 0;
  const count = (type: ProductType) => {
    used.set(type.id, (used.get(type.id) ?? 0) + 1);
    return type;
  };
  return (wanted) => {
    if (wanted) return count(typeNamed(wanted));
    if (deck.length === 0) {
      const fresh = allTypes.flatMap((type) => {
        const left = Math.floor(varietyOf(type)) - (used.get(type.id) ?? 0);
        return Array.from({ length: Math.max(0, Math.min(type.weight, left)) }, () => type);
      });
      const whole =
        fresh.length > 100 ? fresh : allTypes.flatMap((type) => Array.from({ length: type.weight }, () => type));
      deck = shuffle(whole, dice(seed, "deck", round++));
    }
    return count(deck.pop() as ProductType);
  };
}

/** How many different names a type can carry, with room left so that drawing them stays quick. */
function varietyOf(type: ProductType): number {
  const homes = brandsSelling(type).reduce((sum, brand) => sum + Math.max(1, seriesHolding(brand, type).length), 0);
  const adjectives = startsWithAdjective(type) ? 0 : adjectivesFor(type).length;
  const audiences = saysForWhom(type) ? 0 : audiencesFor(type).length;
  const names = homes * (adjectives + 1) * (activesFor(type).length + 1) * (audiences + 1);
  return Math.max(1, names * (type.sizes.length > 1 ? 1.2 : 1) * 0.6);
}

function drawParts(type: ProductType, special: Special, size: number | null, by: Dice): NameParts {
  const brands = brandsSelling(type).filter((brand) => !special.brand || brand.name === special.brand);
  const brand = by.pick(brands);
  const lines = seriesHolding(brand, type).filter((series) => !special.series || series.name === special.series);
  const audiences = audiencesFor(type);
  const audience = audiences.length > 0 && !saysForWhom(type) && by.chance(0.5) ? by.pick(audiences) : null;
  const adjectives = adjectivesFor(type).filter((one) => !audience || !contradicts(one, audience));
  const adjective = adjectives.length > 0 && !startsWithAdjective(type) && by.chance(0.75) ? by.pick(adjectives) : null;
  const actives = activesFor(type);
  const active = actives.length > 0 && by.chance(0.8) ? by.pick(actives) : null;
  return { type, brand, series: lines.length > 0 ? by.pick(lines) : null, adjective, active, audience, size };
}

const TRIES = 20;

/** Draws until a name is new; where a type has said all it can, its products are numbered. */
function unusedName(draw: () => NameParts, numbers: Map<string, number>): NameParts {
  let parts = draw();
  for (let attempt = 1; attempt < TRIES && numbers.has(nameRu(parts)); attempt++) parts = draw();
  const name = nameRu(parts);
  const number = (numbers.get(name) ?? 0) + 1;
  numbers.set(name, number);
  return number === 1 ? parts : { ...parts, number };
}

function unusedSlug({ type, brand, series, size }: NameParts, id: number, slugs: Set<string>): string {
  const unit = { мл: "ml", г: "g", л: "l", пара: "pair" }[type.unit] ?? "pcs";
  const words = [slugOf(type.en), brand.slug, series && slugOf(series.name), size === null ? null : `${size}-${unit}`];
  const plain = words.filter(Boolean).join("-");
  if (slugs.has(plain) || reservedSlugs.has(plain)) return `${plain}-${id}`;
  slugs.add(plain);
  return plain;
}

type Shelf = { limit: number | null; empty: boolean; low: boolean };

/** How many may be bought at once and how full the shelf is: one product in thirteen cannot be had at all. */
function shelfOf(by: Dice): Shelf {
  const limit = by.weigh<number>([
    [10, 60],
    [5, 20],
    [3, 10],
    [1, 5],
    [0, 5],
  ]);
  return { limit: limit === 0 ? null : limit, empty: limit === 0 || by.chance(0.03), low: by.chance(0.12) };
}

function stockOf({ empty, low }: Shelf, choices: number, by: Dice): number {
  if (empty || (choices > 1 && by.chance(0.08))) return 0;
  return low ? by.int(1, 4) : by.int(8, 240);
}

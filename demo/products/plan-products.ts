import { reservedSlugs } from "../../api/src/catalog/reserved-slugs.ts";
import { buildBarcode, slugify } from "../codes.ts";
import tags from "../data/tags.json" with { type: "json" };
import concerns from "../data/concerns.json" with { type: "json" };
import { type NameParts, buildNameEn, buildNameRu, hasAudiencePhrase, startsWithAdjective } from "./names.ts";
import { buildChoices, hasSizeOptions, drawOptionKind } from "./options.ts";
import { drawBasePrice, calculateSalePrice, getSizeFactor, roundPrice } from "./prices.ts";
import { DAY_MS, type Product, type Variant } from "./product.ts";
import { type Random, createRandom, shuffle } from "../random.ts";
import { type FixedProduct, fixedProducts } from "./fixed-products.ts";
import {
  getActivesFor,
  getAdjectivesFor,
  allTypes,
  getAudiencesFor,
  getBrandsSelling,
  getCategory,
  isContradictory,
  type ProductType,
  getSeriesFor,
  getType,
} from "./source-tables.ts";
import { selectTags } from "./tags.ts";
import { calculateGrossWeight, calculatePackSize } from "./weights.ts";

const NEW_DAYS = 60;
const MAX_AGE_DAYS = 1095;
const SALE_PROBABILITY = 0.2;
const MIN_HIT_POPULARITY = 0.93;
/** The stock of each fixed product. */
const FIXED_STOCK = 40;
/** How many older products had options added later, and when. */
const LATE_OPTION_PRODUCTS = 5;
const LATE_OPTION_MIN_AGE_DAYS = 250;
const LATE_OPTION_DAYS_AGO = 60;

const concernIds = new Map(concerns.map((concern, index) => [concern.slug, index + 1]));
/** Ids of the tags by slug. */
export const tagIds = new Map(tags.map((tag, index) => [tag.slug, index + 1]));

/** Returns the popularity of a product, 0 to 1. Independent of the plan, because reviews are distributed by it. */
export function getPopularity(seed: number, id: number): number {
  return createRandom(seed, "popularity", id).nextFloat();
}

/** Returns how many days ago a product was published. Independent of the plan, like the popularity. */
export function getDaysSincePublished(seed: number, id: number): number {
  const random = createRandom(seed, "published", id);
  return random.chance(0.12)
    ? random.nextFloat() * (NEW_DAYS - 2) + 1
    : random.int(NEW_DAYS + 1, MAX_AGE_DAYS) + random.nextFloat();
}

/**
 * Creates the planner of products, which must be called for each id in order from 1. The same seed gives the same
 * products, regardless of how many follow. Names, slugs and article numbers stay unique across calls.
 */
export function planProducts(seed: number, now: Date): (id: number) => Product {
  const planner = new ProductPlanner(seed, now);
  return (id) => planner.plan(id);
}

class ProductPlanner {
  readonly #seed: number;
  readonly #now: Date;
  readonly #nextType: (typeId?: string) => ProductType;
  readonly #nameCounts = new Map<string, number>();
  readonly #usedSlugs = new Set<string>();
  readonly #lastSerials = new Map<string, number>();
  #optionId = 0;
  #lateOptionCount = 0;

  constructor(seed: number, now: Date) {
    this.#seed = seed;
    this.#now = now;
    this.#nextType = createTypeDeck(seed);
  }

  plan(id: number): Product {
    const random = createRandom(this.#seed, "product", id);
    const fixedProduct: FixedProduct = fixedProducts[id] ?? {};
    const type = this.#nextType(fixedProduct.type);
    const kind = fixedProduct.priceRub ? null : drawOptionKind(type, random);
    const size = kind ? Math.min(...type.sizes) : (fixedProduct.size ?? random.pick(type.sizes));
    const sizeInName = hasSizeOptions(kind) ? null : size;
    const parts = drawUnusedName(() => drawNameParts(type, fixedProduct, sizeInName, random), this.#nameCounts);
    const slug = createUnusedSlug(parts, id, this.#usedSlugs);
    const reference = this.#createReference(`${parts.brand.code}-${type.code}`, random);
    const popularity = getPopularity(this.#seed, id);
    const daysAgo = getDaysSincePublished(this.#seed, id);
    const isNew = daysAgo < NEW_DAYS;
    const choices = kind ? buildChoices(type, kind, size, random) : [null];
    const basePriceRub = fixedProduct.priceRub
      ? fixedProduct.priceRub / getSizeFactor(type, size)
      : drawBasePrice(type, parts.brand, random);
    const sale = fixedProduct.priceRub || isNew ? null : drawSale(random);
    const stockLevel = drawStockLevel(random);
    const variants = choices.map((choice): Variant => {
      const variantSize = choice?.size ?? size;
      const fullPriceRub =
        fixedProduct.priceRub ?? roundPrice(basePriceRub * (choice?.factor ?? getSizeFactor(type, size)));
      return {
        optionId: choice ? ++this.#optionId : 0,
        choice,
        ...buildPriceColumns(fullPriceRub, sale),
        stock: fixedProduct.type ? FIXED_STOCK : drawStock(stockLevel, choices.length, random),
        weightG: calculateGrossWeight(type, variantSize),
        sizeMm: calculatePackSize(type, variantSize),
      };
    });
    const hasLateOptions = kind !== null && !hasSizeOptions(kind) && this.#takeLateOptions(daysAgo);
    const labels = drawLabels(popularity, isNew, random);
    return addTags(
      {
        ...{ id, parts, slug, reference, size, variants, popularity, labels },
        category: getCategory(type.category),
        nameRu: buildNameRu(parts),
        nameEn: buildNameEn(parts),
        barcode: buildBarcode(id),
        kind: kind?.name ?? null,
        saleEndsAt: sale && !random.chance(0.25) ? this.#getDate(-sale.days) : null,
        optionsAddedAt: hasLateOptions ? this.#getDate(LATE_OPTION_DAYS_AGO) : null,
        ownQtyLimit: stockLevel.limit,
        unitsSold: Math.round((isNew ? 0.4 : 1) * (210 * popularity ** 8 + 14 * popularity * random.nextFloat())),
        publishedAt: this.#getDate(daysAgo),
        concernIds: type.usage.map((slug) => concernIds.get(slug) ?? 0),
      },
      random,
    );
  }

  /** Returns the next article number with a prefix. */
  #createReference(prefix: string, random: Random): string {
    const serial = (this.#lastSerials.get(prefix) ?? random.int(1, 40)) + random.int(1, 9);
    this.#lastSerials.set(prefix, serial);
    return `${prefix}-${String(serial).padStart(4, "0")}`;
  }

  /** Whether the options of a product were added later: of the first few that are old enough. */
  #takeLateOptions(daysAgo: number): boolean {
    if (daysAgo <= LATE_OPTION_MIN_AGE_DAYS || this.#lateOptionCount >= LATE_OPTION_PRODUCTS) return false;
    this.#lateOptionCount++;
    return true;
  }

  #getDate(daysAgo: number): Date {
    return new Date(this.#now.getTime() - Math.floor(daysAgo * DAY_MS));
  }
}

function addTags(product: Omit<Product, "tagSlugs" | "tagIds">, random: Random): Product {
  const tagSlugs = selectTags(product, random);
  return { ...product, tagSlugs, tagIds: tagSlugs.map((slug) => tagIds.get(slug) ?? 0) };
}

/** Probabilities of the discounts in percent. */
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

/** A discount, and after how many days it ends. */
type Sale = { percent: number; days: number };

function drawSale(random: Random): Sale | null {
  return random.chance(SALE_PROBABILITY)
    ? { percent: random.pickWeighted(salePercents), days: random.int(1, 30) }
    : null;
}

/** Returns the price of a variant in minor units, and before a sale also the old one. */
function buildPriceColumns(fullPriceRub: number, sale: Sale | null): Pick<Variant, "priceMinor" | "oldPriceMinor"> {
  if (!sale) return { priceMinor: fullPriceRub * 100, oldPriceMinor: null };
  const { salePrice, regularPrice } = calculateSalePrice(fullPriceRub, sale.percent);
  return { priceMinor: salePrice * 100, oldPriceMinor: regularPrice * 100 };
}

function drawLabels(popularity: number, isNew: boolean, random: Random): string[] {
  return [
    ...(popularity > MIN_HIT_POPULARITY && !isNew ? ["hit"] : []),
    ...(isNew ? ["new"] : []),
    ...(random.chance(0.03) ? ["limited"] : []),
  ];
}

/**
 * Deals product types so that every category gets products: a shuffled deck holds each type as often as its weight,
 * but no more often than it has distinct names.
 */
function createTypeDeck(seed: number): (typeId?: string) => ProductType {
  const useCounts = new Map<string, number>();
  let deck: ProductType[] = [];
  let deckNumber = 0;
  const recordUse = (type: ProductType) => {
    useCounts.set(type.id, (useCounts.get(type.id) ?? 0) + 1);
    return type;
  };
  return (typeId) => {
    if (typeId) return recordUse(getType(typeId));
    if (deck.length === 0) {
      const nextDeck = allTypes.flatMap((type) => {
        const remaining = Math.floor(estimateNameCount(type)) - (useCounts.get(type.id) ?? 0);
        return Array.from({ length: Math.max(0, Math.min(type.weight, remaining)) }, () => type);
      });
      const refilledDeck =
        nextDeck.length > 100 ? nextDeck : allTypes.flatMap((type) => Array.from({ length: type.weight }, () => type));
      deck = shuffle(refilledDeck, createRandom(seed, "deck", deckNumber++));
    }
    return recordUse(deck.pop() as ProductType);
  };
}

/** Estimates how many distinct names a type can have, less a reserve that keeps drawing unused names fast. */
function estimateNameCount(type: ProductType): number {
  const brandLineCount = getBrandsSelling(type).reduce(
    (sum, brand) => sum + Math.max(1, getSeriesFor(brand, type).length),
    0,
  );
  const adjectives = startsWithAdjective(type) ? 0 : getAdjectivesFor(type).length;
  const audiences = hasAudiencePhrase(type) ? 0 : getAudiencesFor(type).length;
  const names = brandLineCount * (adjectives + 1) * (getActivesFor(type).length + 1) * (audiences + 1);
  return Math.max(1, names * (type.sizes.length > 1 ? 1.2 : 1) * 0.6);
}

/** Draws the parts of a product name from what the source tables allow. */
function drawNameParts(type: ProductType, fixedProduct: FixedProduct, size: number | null, random: Random): NameParts {
  const brands = getBrandsSelling(type).filter((brand) => !fixedProduct.brand || brand.name === fixedProduct.brand);
  const brand = random.pick(brands);
  const seriesOptions = getSeriesFor(brand, type).filter(
    (series) => !fixedProduct.series || series.name === fixedProduct.series,
  );
  const audiences = getAudiencesFor(type);
  const audience =
    audiences.length > 0 && !hasAudiencePhrase(type) && random.chance(0.5) ? random.pick(audiences) : null;
  const adjectives = getAdjectivesFor(type).filter((one) => !audience || !isContradictory(one, audience));
  const adjective =
    adjectives.length > 0 && !startsWithAdjective(type) && random.chance(0.75) ? random.pick(adjectives) : null;
  const actives = getActivesFor(type);
  const active = actives.length > 0 && random.chance(0.8) ? random.pick(actives) : null;
  return {
    type,
    brand,
    series: seriesOptions.length > 0 ? random.pick(seriesOptions) : null,
    adjective,
    active,
    audience,
    size,
  };
}

const MAX_ATTEMPTS = 20;

/** Draws until the name is unused; after MAX_ATTEMPTS the product gets a number instead. */
function drawUnusedName(drawCandidate: () => NameParts, nameCounts: Map<string, number>): NameParts {
  let parts = drawCandidate();
  for (let attempt = 1; attempt < MAX_ATTEMPTS && nameCounts.has(buildNameRu(parts)); attempt++)
    parts = drawCandidate();
  const name = buildNameRu(parts);
  const number = (nameCounts.get(name) ?? 0) + 1;
  nameCounts.set(name, number);
  return number === 1 ? parts : { ...parts, number };
}

/** Creates a slug like `face-lotion-mizunora-deep-moist-170-ml`, followed by the id if it is used or reserved. */
function createUnusedSlug({ type, brand, series, size }: NameParts, id: number, usedSlugs: Set<string>): string {
  const unit = { мл: "ml", г: "g", л: "l", пара: "pair" }[type.unit] ?? "pcs";
  const words = [
    slugify(type.en),
    brand.slug,
    series && slugify(series.name),
    size === null ? null : `${size}-${unit}`,
  ];
  const baseSlug = words.filter(Boolean).join("-");
  if (usedSlugs.has(baseSlug) || reservedSlugs.has(baseSlug)) return `${baseSlug}-${id}`;
  usedSlugs.add(baseSlug);
  return baseSlug;
}

/** How much of a product is in stock, and how many one customer may buy; null is no own limit. */
type StockLevel = { limit: number | null; isEmpty: boolean; isLow: boolean };

/** Draws the purchase limit and the stock level. About one product in thirteen is out of stock. */
function drawStockLevel(random: Random): StockLevel {
  const limit = random.pickWeighted<number>([
    [10, 60],
    [5, 20],
    [3, 10],
    [1, 5],
    [0, 5],
  ]);
  return { limit: limit === 0 ? null : limit, isEmpty: limit === 0 || random.chance(0.03), isLow: random.chance(0.12) };
}

/** Draws the stock of a variant. Of several variants some are out of stock. */
function drawStock({ isEmpty, isLow }: StockLevel, variantCount: number, random: Random): number {
  if (isEmpty || (variantCount > 1 && random.chance(0.08))) return 0;
  return isLow ? random.int(1, 4) : random.int(8, 240);
}

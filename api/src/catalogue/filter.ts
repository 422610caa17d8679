import type { Listed } from "./listed-sql.ts";
import type { ListedProducts } from "./listed.ts";
import type { Collection, Sort } from "./schema.ts";

/** What a search found among products: which, and what is true of those that come first, before availability. */
export type Words = Readonly<{ products: ListedProducts; ids: readonly number[]; rank: readonly Condition[] }>;

/** What a listing asks for (prices in kopecks). */
export type Filter = {
  /** A category and everything below it. */
  categoryIds?: number[] | undefined;
  /** The list is this manufacturer's own. */
  makerId?: number | undefined;
  manufacturerIds: number[];
  usageIds: number[];
  seriesId?: number | undefined;
  tagId?: number | undefined;
  collection?: Collection | undefined;
  /** Products with ingredients that are not to be in it. */
  without?: ReadonlySet<number> | undefined;
  /** Products with an ingredient that is to be in it. */
  containing?: ReadonlySet<number> | undefined;
  /** What a search found, and in what order (the room `search`). */
  words?: Words | undefined;
  ids: number[];
  priceMinMinor?: number | undefined;
  priceMaxMinor?: number | undefined;
  inStock: boolean;
  /** Stars as they are shown. */
  ratingMin?: number | undefined;
  /** Percent. */
  discountMin?: number | undefined;
  now: Date;
  newSince: Date;
};

export type Condition = (product: Listed) => boolean;

/** The choices that have facets. */
export type Choice = "manufacturer" | "usage" | "price" | "stock" | "rating" | "discount";

/** So many products are best sellers at most: a list of everything ever sold is none. */
export const BEST_SELLERS = 500;

/** The price that holds at a moment: a sale is over to the second. */
export function priceAt({ price_minor, old_price_minor, sale_ends_ms }: Listed, now: Date): number {
  const isOver = sale_ends_ms !== null && sale_ends_ms <= now.getTime();
  return isOver ? (old_price_minor ?? price_minor) : price_minor;
}

export const isInStock: Condition = ({ stock }) => stock > 0;

/** Whether so many stars are shown: tenths, rounded as on the card. @param stars by halves */
export const ratedFrom =
  (stars: number): Condition =>
  ({ reviews_count, rating_sum }) =>
    reviews_count > 0 && 20 * rating_sum >= (20 * stars - 1) * reviews_count;

/** Whether the price fell by so many percent at least, and has not risen again. */
export const reducedFrom =
  (percent: number, now: Date): Condition =>
  ({ discount_percent, sale_ends_ms }) =>
    discount_percent >= percent && (sale_ends_ms === null || sale_ends_ms > now.getTime());

/** The listing before its faceted choices: what every facet counts over. */
export function listedFor(filter: Filter, products: ListedProducts): Listed[] {
  const conditions = baseConditions(filter, products);
  const all = [...narrowest(filter, products)];
  return conditions.length === 0 ? all : all.filter((product) => conditions.every((holds) => holds(product)));
}

/** The smallest known place where all that is asked for stands. */
function narrowest(filter: Filter, products: ListedProducts): Iterable<Listed> {
  if (filter.words !== undefined) return products.of(filter.words.ids);
  if (filter.ids.length > 0) return products.of([...new Set(filter.ids)]);
  if (filter.seriesId !== undefined) return products.ofSeries(filter.seriesId);
  if (filter.tagId !== undefined) return products.withTag(filter.tagId);
  if (filter.categoryIds !== undefined) return products.inCategories(filter.categoryIds);
  if (filter.makerId !== undefined) return products.ofMaker(filter.makerId);
  return products.all();
}

function baseConditions(filter: Filter, products: ListedProducts): Condition[] {
  const { categoryIds, makerId, seriesId, tagId, without, containing } = filter;
  const all: Condition[] = [];
  if (categoryIds !== undefined) {
    const within = new Set(categoryIds);
    all.push((product) => within.has(product.category_id));
  }
  if (makerId !== undefined) all.push((product) => product.manufacturer_id === makerId);
  if (seriesId !== undefined) all.push((product) => product.series_id === seriesId);
  if (tagId !== undefined) all.push((product) => product.tag_ids.includes(tagId));
  if (filter.ids.length > 0) {
    const wanted = new Set(filter.ids);
    all.push((product) => wanted.has(product.id));
  }
  if (filter.collection !== undefined) all.push(collected(filter.collection, filter, products));
  if (without !== undefined) all.push((product) => !without.has(product.id));
  if (containing !== undefined) all.push((product) => containing.has(product.id));
  return all;
}

function collected(collection: Collection, { now, newSince }: Filter, products: ListedProducts): Condition {
  switch (collection) {
    case "best-sales": {
      const sold = [...products.all()].filter(({ units_sold }) => units_sold > 0);
      const best = firstBy(sold, [(product) => -product.units_sold, byId], BEST_SELLERS);
      const ids = new Set(best.map(({ id }) => id));
      return (product) => ids.has(product.id);
    }
    case "new-products":
      return (product) => product.published_ms > newSince.getTime();
    case "prices-drop":
      return reducedFrom(1, now);
  }
}

/** What each faceted choice asks of a product; a choice that was not made is left out. */
export function choicesOf(filter: Filter): [Choice, Condition][] {
  const { manufacturerIds, usageIds, priceMinMinor: min, priceMaxMinor: max, ratingMin, discountMin, now } = filter;
  const choices: [Choice, Condition][] = [];
  if (manufacturerIds.length > 0)
    choices.push(["manufacturer", (one) => manufacturerIds.includes(one.manufacturer_id)]);
  if (usageIds.length > 0) choices.push(["usage", (one) => isAnyOf(one.usage_ids, usageIds)]);
  if (min !== undefined || max !== undefined) {
    const [least, most] = [min ?? -Infinity, max ?? Infinity];
    choices.push(["price", (one) => priceAt(one, now) >= least && priceAt(one, now) <= most]);
  }
  if (filter.inStock) choices.push(["stock", isInStock]);
  if (ratingMin !== undefined) choices.push(["rating", ratedFrom(ratingMin)]);
  if (discountMin !== undefined) choices.push(["discount", reducedFrom(discountMin, now)]);
  return choices;
}

function isAnyOf(ids: readonly number[], wanted: readonly number[]): boolean {
  for (const id of ids) if (wanted.includes(id)) return true;
  return false;
}

/** By what a list is put in order: the first that differs decides, the smaller comes first. */
export type Order = readonly ((product: Listed) => number)[];

/** The order of a listing; what is out of stock stands last in every order (ties by id, so that pages never overlap). */
export function orderOf(sort: Sort | undefined, filter: Filter): Order {
  const { collection, words, now } = filter;
  const fallback: Sort = collection === "new-products" ? "new" : collection === "prices-drop" ? "discount" : "popular";
  const inStockFirst = (one: Listed) => (one.stock > 0 ? 0 : 1);
  const bestSoldFirst = (one: Listed) => -one.units_sold;
  const newestFirst = (one: Listed) => -one.published_ms;
  switch (sort ?? fallback) {
    case "popular":
      return words && sort === undefined
        ? [(one) => -rankOf(one, words), inStockFirst, bestSoldFirst, newestFirst, byId]
        : [inStockFirst, bestSoldFirst, byId];
    case "new":
      return [inStockFirst, newestFirst, byId];
    case "price_asc":
      return [inStockFirst, (one) => priceAt(one, now), byId];
    case "price_desc":
      return [inStockFirst, (one) => -priceAt(one, now), byId];
    case "rating":
      // Few reviews weigh less: every product starts with five average ones.
      return [inStockFirst, (one) => -(one.rating_sum + 5 * 4.5) / (one.reviews_count + 5), byId];
    case "discount": {
      const isOnSale = reducedFrom(1, now);
      return [inStockFirst, (one) => (isOnSale(one) ? -one.discount_percent : 0), byId];
    }
  }
}

const byId = ({ id }: Listed) => id;

/** The conditions that hold, the first weighing more than all that follow. */
const rankOf = (product: Listed, { rank }: Words) =>
  rank.reduce((weight, holds) => 2 * weight + (holds(product) ? 1 : 0), 0);

/** With more than so many to come first, sorting them all is quicker than finding each one's place. */
const MOST_PLACED = 500;

type Placed = { product: Listed; keys: readonly number[] };

/** The first of some products in an order. */
export function firstBy(products: readonly Listed[], order: Order, count: number): Listed[] {
  const place = (product: Listed): Placed => ({ product, keys: order.map((key) => key(product)) });
  let placed: Placed[] = [];
  if (count > MOST_PLACED) {
    placed = products.map(place).toSorted((a, b) => difference(a.product, b.keys, order));
    placed.length = Math.min(count, placed.length);
  } else {
    for (const product of products) {
      const last = placed[count - 1];
      if (last && difference(product, last.keys, order) >= 0) continue;
      placed.splice(placeFor(product, placed, order), 0, place(product));
      if (placed.length > count) placed.pop();
    }
  }
  return placed.map(({ product }) => product);
}

function placeFor(product: Listed, placed: readonly Placed[], order: Order): number {
  const at = placed.findIndex(({ keys }) => difference(product, keys, order) < 0);
  return at < 0 ? placed.length : at;
}

/** Below zero where the product comes before what has these keys. */
function difference(product: Listed, keys: readonly number[], order: Order): number {
  let at = 0;
  for (const key of order) {
    const apart = key(product) - (keys[at++] ?? 0);
    if (apart !== 0) return apart;
  }
  return 0;
}

import type { ShippableGoods } from "../../platform/shipping-terms.ts";
import type { IndexedProduct, IndexRow } from "./sql.ts";

/** The active products of a database in memory, indexed by category, brand, series and tag. */
export class IndexedProducts {
  // An array indexed by id: lookups are faster than in a map, and products loaded together stay close in memory.
  readonly #products: (IndexedProduct | undefined)[] = [];
  readonly #categories = new ProductGroups(({ category_id }) => [category_id]);
  readonly #brands = new ProductGroups(({ brand_id }) => [brand_id]);
  readonly #series = new ProductGroups(({ series_id }) => (series_id === null ? [] : [series_id]));
  readonly #tags = new ProductGroups(({ tag_ids }) => tag_ids);
  readonly #groups = [this.#categories, this.#brands, this.#series, this.#tags];
  readonly #lists = new Map<string, readonly number[]>();
  readonly #goods = new Map<string, ShippableGoods>();
  #size = 0;

  /** The number of products. */
  get size(): number {
    return this.#size;
  }

  /** Adds or replaces a product; null removes it. */
  put(id: number, product: IndexRow | null): void {
    const previous = this.#products[id];
    if (previous) {
      this.#size--;
      for (const group of this.#groups) group.remove(previous);
    }
    this.#products[id] = undefined;
    if (!product) return;
    const { hazard, hs_code, weight_g, size_mm, ...fields } = product;
    const stored = {
      ...fields,
      concern_ids: this.#intern(product.concern_ids),
      tag_ids: this.#intern(product.tag_ids),
      shipping: this.#internGoods({ hazard, hs_code, weight_g, size_mm }),
    };
    this.#products[id] = stored;
    this.#size++;
    for (const group of this.#groups) group.add(stored);
  }

  /** Interns lists of ids: products share the few distinct lists, which saves memory and CPU cache. */
  #intern(ids: readonly number[]): readonly number[] {
    const key = ids.join();
    const existing = this.#lists.get(key);
    if (!existing) this.#lists.set(key, ids);
    return existing ?? ids;
  }

  /** Interns what decides how a product can be shipped: many products have the same weight, size and customs data. */
  #internGoods(goods: ShippableGoods): ShippableGoods {
    const key = `${goods.hazard} ${goods.hs_code} ${goods.weight_g} ${goods.size_mm?.join() ?? ""}`;
    const existing = this.#goods.get(key);
    if (!existing) this.#goods.set(key, goods);
    return existing ?? goods;
  }

  has(id: number): boolean {
    return this.#products[id] !== undefined;
  }

  listAll(): IndexedProduct[] {
    return this.#products.filter((product) => product !== undefined);
  }

  /** Returns the active products with these ids. */
  findByIds(ids: readonly number[]): IndexedProduct[] {
    const products: IndexedProduct[] = [];
    for (const id of ids) {
      const product = this.#products[id];
      if (product) products.push(product);
    }
    return products;
  }

  findByCategories(ids: readonly number[]): IndexedProduct[] {
    return ids.flatMap((id) => [...this.#categories.get(id)]);
  }

  findByBrand(id: number): Iterable<IndexedProduct> {
    return this.#brands.get(id);
  }

  findBySeries(id: number): Iterable<IndexedProduct> {
    return this.#series.get(id);
  }

  findByTag(id: number): Iterable<IndexedProduct> {
    return this.#tags.get(id);
  }
}

/** Products grouped by one or several keys, such as their tags. */
class ProductGroups {
  readonly #products = new Map<number, Set<IndexedProduct>>();
  readonly #getKeys: (product: IndexedProduct) => readonly number[];

  constructor(getKeys: (product: IndexedProduct) => readonly number[]) {
    this.#getKeys = getKeys;
  }

  get(key: number): ReadonlySet<IndexedProduct> {
    return this.#products.get(key) ?? new Set();
  }

  add(product: IndexedProduct): void {
    for (const key of this.#getKeys(product)) {
      const group = this.#products.get(key);
      if (group) group.add(product);
      else this.#products.set(key, new Set([product]));
    }
  }

  remove(product: IndexedProduct): void {
    for (const key of this.#getKeys(product)) this.#products.get(key)?.delete(product);
  }
}

/** Sort keys: the first key that differs decides, smaller values come first. */
export type SortKeys = readonly ((product: IndexedProduct) => number)[];

/** The last sort key: ids differ. */
export const byId = ({ id }: IndexedProduct): number => id;

/** Above this count, a full sort is faster than insertion into a sorted list. */
const MAX_INSERTIONS = 500;

type KeyedProduct = { product: IndexedProduct; keys: readonly number[] };

/** Returns the first `count` products by the sort keys. */
export function selectTop(products: readonly IndexedProduct[], sortKeys: SortKeys, count: number): IndexedProduct[] {
  const withKeys = (product: IndexedProduct): KeyedProduct => ({ product, keys: sortKeys.map((key) => key(product)) });
  let top: KeyedProduct[] = [];
  if (count > MAX_INSERTIONS) {
    top = products.map(withKeys).toSorted((a, b) => compareKeys(a.product, b.keys, sortKeys));
    top.length = Math.min(count, top.length);
  } else {
    for (const product of products) {
      const last = top[count - 1];
      if (last && compareKeys(product, last.keys, sortKeys) >= 0) continue;
      top.splice(findInsertIndex(product, top, sortKeys), 0, withKeys(product));
      if (top.length > count) top.pop();
    }
  }
  return top.map(({ product }) => product);
}

function findInsertIndex(product: IndexedProduct, top: readonly KeyedProduct[], sortKeys: SortKeys): number {
  const index = top.findIndex(({ keys }) => compareKeys(product, keys, sortKeys) < 0);
  return index < 0 ? top.length : index;
}

/** Compares a product with the keys of another; negative if the product comes first. */
function compareKeys(product: IndexedProduct, keys: readonly number[], sortKeys: SortKeys): number {
  let index = 0;
  for (const key of sortKeys) {
    const delta = key(product) - (keys[index++] ?? 0);
    if (delta !== 0) return delta;
  }
  return 0;
}

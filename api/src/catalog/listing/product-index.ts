import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { cachedUntilInvalidated } from "../../platform/cache/cache.ts";
import { loadProductIndex, type IndexedProduct, type IndexState, findChangesSince } from "./product-index-sql.ts";

/** If at least this many products changed since the last refresh, the index is reloaded, once for all callers. */
const MAX_CHANGES = 2000;

/** The active products of a database in memory, indexed by category, brand, series and tag. */
export class ProductIndex {
  // An array indexed by id: lookups are faster than in a map, and products loaded together stay close in memory.
  readonly #products: (IndexedProduct | undefined)[] = [];
  readonly #categories = new ProductGroups(({ category_id }) => [category_id]);
  readonly #brands = new ProductGroups(({ brand_id }) => [brand_id]);
  readonly #series = new ProductGroups(({ series_id }) => (series_id === null ? [] : [series_id]));
  readonly #tags = new ProductGroups(({ tag_ids }) => tag_ids);
  readonly #groups = [this.#categories, this.#brands, this.#series, this.#tags];
  readonly #lists = new Map<string, readonly number[]>();

  /** Adds or replaces a product; null removes it. */
  put(id: number, product: IndexedProduct | null): void {
    const previous = this.#products[id];
    if (previous) for (const group of this.#groups) group.remove(previous);
    this.#products[id] = undefined;
    if (!product) return;
    const { concern_ids, tag_ids } = product;
    const stored = { ...product, concern_ids: this.#intern(concern_ids), tag_ids: this.#intern(tag_ids) };
    this.#products[id] = stored;
    for (const group of this.#groups) group.add(stored);
  }

  /** Interns lists of ids: products share the few distinct lists, which saves memory and CPU cache. */
  #intern(ids: readonly number[]): readonly number[] {
    const key = ids.join();
    const existing = this.#lists.get(key);
    if (!existing) this.#lists.set(key, ids);
    return existing ?? ids;
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

/** Builds a query for one value; it may depend on the index as it was before the refresh. */
type IndexQuery<T> = (previous: ProductIndex) => RawBuilder<T>;

/**
 * The product index of one database in this process. Every access first applies the changes committed since the last.
 */
class CachedIndex {
  readonly #products = new ProductIndex();
  #state: IndexState;

  private constructor(state: IndexState, products: readonly IndexedProduct[]) {
    this.#state = state;
    for (const product of products) this.#products.put(product.id, product);
  }

  static async load(db: Db): Promise<CachedIndex> {
    const { state, products } = await loadProductIndex(db);
    return new CachedIndex(state, products);
  }

  /**
   * Refreshes the index and returns it with the result of the query; null if there are too many changes: reload then.
   */
  async refresh<T>(db: Db, query: IndexQuery<T>): Promise<{ products: ProductIndex; result: T } | null> {
    const previous = this.#state;
    const { state, changes, result } = await findChangesSince(db, previous, MAX_CHANGES, query(this.#products));
    if (state.deletions !== previous.deletions || isOlder(state, previous) || changes.length === MAX_CHANGES)
      return null;
    // If a concurrent refresh has already applied a newer snapshot, it includes these changes.
    if (!isOlder(state, this.#state)) {
      for (const { id, product } of changes) this.#products.put(id, product);
      this.#state = state;
    }
    return { products: this.#products, result };
  }
}

/** Whether one `pg_snapshot` (`xmin:xmax:in-progress`) sees less than another. What snapshots see only grows. */
function isOlder({ snapshot: one }: IndexState, { snapshot: other }: IndexState): boolean {
  const [a, b] = [one, other].map((snapshot) => {
    const [, xmax = "", inProgress = ""] = snapshot.split(":");
    return { xmax: Number(xmax), inProgress: inProgress === "" ? 0 : inProgress.split(",").length };
  });
  if (!a || !b) throw new Error("a snapshot has no xmax");
  return a.xmax < b.xmax || (a.xmax === b.xmax && a.inProgress > b.inProgress);
}

const cachedIndex = cachedUntilInvalidated((db) => CachedIndex.load(db));

/**
 * Returns the index of active products, in the state that is committed now. `db` must not be a transaction.
 */
export async function getProductIndex(db: Db): Promise<ProductIndex> {
  return (await queryWithProductIndex(db, () => sql`null`)).products;
}

/** Like `getProductIndex`, and runs a query in the same statement, so that both see the same snapshot. */
export async function queryWithProductIndex<T>(
  db: Db,
  query: IndexQuery<T>,
): Promise<{ products: ProductIndex; result: T }> {
  const pending = cachedIndex.get(db);
  const refreshed = await (await pending).refresh(db, query);
  if (refreshed) return refreshed;
  cachedIndex.invalidate(db, pending);
  return queryWithProductIndex(db, query);
}

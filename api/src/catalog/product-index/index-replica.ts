import { setTimeout as sleep } from "node:timers/promises";
import type { RawBuilder } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { jsonLog, type Log } from "../../platform/log.ts";
import { IndexedProducts } from "./indexed-products.ts";
import {
  type Changes,
  countChangesSince,
  findChangesSince,
  type IndexState,
  isOlder,
  readAllProducts,
  selectActiveIds,
} from "./sql.ts";

const DAY_MS = 86_400_000;
/** A request is answered within this time, in milliseconds. */
const REQUEST_MS = 30_000;

/** Builds a query for one value; it may depend on the index as it was before the refresh. */
export type IndexQuery<T> = (previous: IndexedProducts) => RawBuilder<T>;

/** The products in this process: how many, and how long ago they were compared with the database, in ms. */
type ReplicaState = { products: number; ageMs: number; isRebuilding: boolean };

export type ReplicaOptions = {
  /** Each request reads fewer changes than this itself; more are read once for all waiting requests. */
  maxChangesPerRequest: number;
  /** Requests wait for fewer changes than this; more are read in the background. */
  maxAwaitedChanges: number;
  /** After a failed rebuild, how long the previous index is used before the next one, in milliseconds. */
  retryDelayMs: number;
  log: Log;
};

const defaultOptions: ReplicaOptions = {
  maxChangesPerRequest: 2000,
  maxAwaitedChanges: 20_000,
  retryDelayMs: 5000,
  log: jsonLog,
};

/**
 * The product index of one database in this process. Before every use, the changes committed since the last use are
 * applied. After a bulk change, a new index is built in the background and replaces the current one when it is complete;
 * until then the current one answers. The index never goes back to an earlier state.
 */
export class IndexReplica {
  readonly #db: Db;
  readonly #options: ReplicaOptions;
  #index: IndexedProducts;
  #state: IndexState;
  #catchUp: Promise<void> | null = null;
  #rebuild: Promise<void> | null = null;
  #rebuiltAt = -Infinity;
  /** When the index was last compared with the database. */
  #comparedAt = performance.now();
  /** What `findNextChangeByTime` has found; null after a change of products. */
  #nextChange: { at: number; newDays: number } | null = null;

  private constructor(db: Db, options: ReplicaOptions, index: IndexedProducts, state: IndexState) {
    this.#db = db;
    this.#options = options;
    this.#index = index;
    this.#state = state;
  }

  static async load(db: Db, options: Partial<ReplicaOptions> = {}): Promise<IndexReplica> {
    const { index, state } = await loadIndex(db);
    return new IndexReplica(db, { ...defaultOptions, ...options }, index, state);
  }

  /**
   * Refreshes the index and returns it with the result of the query; null if the database has been restored to an
   * earlier state or its server has crashed, so that the index must be loaded again.
   */
  async refresh<T>(query: IndexQuery<T>): Promise<{ products: IndexedProducts; result: T } | null> {
    if (this.#catchUp) await this.#catchUp;
    const { maxChangesPerRequest } = this.#options;
    const isRebuilding = this.#rebuild !== null;
    const [products, state] = [this.#index, this.#state];
    const read = await findChangesSince(this.#db, state, isRebuilding ? 0 : maxChangesPerRequest, query(products));
    if (isOlder(read.state, state)) return null;
    this.#comparedAt = performance.now();
    if (isRebuilding) return { products, result: read.result };
    if (read.changes.length < maxChangesPerRequest && read.state.deletions === state.deletions) {
      this.#apply(read);
      return { products: this.#index, result: read.result };
    }
    // If the state has changed, another request has caught up in the meantime.
    if (this.#state === state) await (this.#catchUp ??= this.#readManyChanges().finally(() => (this.#catchUp = null)));
    return this.refresh(query);
  }

  /**
   * Whether requests of the last seconds may have been answered without changes that were committed before them, because
   * the index is being rebuilt, or was just now.
   */
  get mayBeOutdated(): boolean {
    return this.#rebuild !== null || performance.now() - this.#rebuiltAt < REQUEST_MS;
  }

  /** Describes the index as it is now, without reading the database. */
  describe(): ReplicaState {
    return {
      products: this.#index.size,
      ageMs: performance.now() - this.#comparedAt,
      isRebuilding: this.#rebuild !== null,
    };
  }

  /**
   * Returns when products change by time next, in ms since 1970; `Infinity` if none does.
   * @param newDays how many days a product is new
   */
  findNextChangeByTime(now: Date, newDays: number): number {
    const nowMs = now.getTime();
    const known = this.#nextChange;
    if (known && known.newDays === newDays && known.at > nowMs) return known.at;
    let at = Infinity;
    for (const { sale_ends_ms: saleEnd, published_ms: published } of this.#index.listAll()) {
      if (saleEnd !== null && saleEnd > nowMs && saleEnd < at) at = saleEnd;
      const newUntil = published + newDays * DAY_MS;
      if (newUntil > nowMs && newUntil < at) at = newUntil;
    }
    this.#nextChange = { at, newDays };
    return at;
  }

  /** Waits until a rebuild that is running has ended. */
  async waitForRebuild(): Promise<void> {
    await this.#rebuild;
  }

  /** Applies changes, unless a concurrent refresh has already applied a newer snapshot, which includes them. */
  #apply({ state, changes }: Changes<unknown>): void {
    if (isOlder(state, this.#state)) return;
    for (const { id, product } of changes) this.#index.put(id, product);
    if (changes.length > 0) this.#nextChange = null;
    this.#state = state;
  }

  /** Applies deletions and up to `maxAwaitedChanges` changes; starts a rebuild if there are more. */
  async #readManyChanges(): Promise<void> {
    const { maxAwaitedChanges } = this.#options;
    const state = this.#state;
    if ((await countChangesSince(this.#db, state, maxAwaitedChanges)) === maxAwaitedChanges) {
      this.#rebuild ??= this.#replaceIndex().finally(() => (this.#rebuild = null));
      return;
    }
    const read = await findChangesSince(this.#db, state, null, selectActiveIds);
    const activeIds = new Set(read.result);
    const deleted = this.#index.listAll().filter(({ id }) => !activeIds.has(id));
    this.#apply({ ...read, changes: [...read.changes, ...deleted.map(({ id }) => ({ id, product: null }))] });
  }

  /** Builds a new index and replaces the current one. If that fails, the next request after a delay tries again. */
  async #replaceIndex(): Promise<void> {
    try {
      const { index, state } = await loadIndex(this.#db);
      if (!isOlder(state, this.#state)) [this.#index, this.#state] = [index, state];
      this.#nextChange = null;
      this.#rebuiltAt = performance.now();
    } catch (error) {
      this.#options.log.error("the product index could not be rebuilt; the previous one is used", error);
      await sleep(this.#options.retryDelayMs, undefined, { ref: false });
    }
  }
}

async function loadIndex(db: Db): Promise<{ index: IndexedProducts; state: IndexState }> {
  const index = new IndexedProducts();
  const state = await readAllProducts(db, (products) => {
    for (const product of products) index.put(product.id, product);
  });
  return { index, state };
}

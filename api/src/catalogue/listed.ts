import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/db.ts";
import { readOnce } from "../platform/fresh.ts";
import { allListed, type Listed, type Seen, writtenSince } from "./listed-sql.ts";

/** Where more was written at once, everything is read anew, by one for all who ask. */
const MOST_WRITTEN = 2000;

/** The products on sale, by what lists are made of. */
export class ListedProducts {
  // At their ids: found sooner than in a map, and next to those that were read with them.
  readonly #products: (Listed | undefined)[] = [];
  readonly #categories = new Places(({ category_id }) => [category_id]);
  readonly #makers = new Places(({ manufacturer_id }) => [manufacturer_id]);
  readonly #series = new Places(({ series_id }) => (series_id === null ? [] : [series_id]));
  readonly #tags = new Places(({ tag_ids }) => tag_ids);
  readonly #places = [this.#categories, this.#makers, this.#series, this.#tags];
  readonly #lists = new Map<string, readonly number[]>();

  /** Puts a product in as it is now; null takes it out. */
  put(id: number, product: Listed | null): void {
    const before = this.#products[id];
    if (before) for (const place of this.#places) place.remove(before);
    this.#products[id] = undefined;
    if (!product) return;
    const { usage_ids, tag_ids } = product;
    const kept = { ...product, usage_ids: this.#shared(usage_ids), tag_ids: this.#shared(tag_ids) };
    this.#products[id] = kept;
    for (const place of this.#places) place.add(kept);
  }

  /** Few lists of ids serve all products: they stay in the processor's cache, and take no room. */
  #shared(ids: readonly number[]): readonly number[] {
    const name = ids.join();
    const known = this.#lists.get(name);
    if (!known) this.#lists.set(name, ids);
    return known ?? ids;
  }

  has(id: number): boolean {
    return this.#products[id] !== undefined;
  }

  all(): Listed[] {
    return this.#products.filter((product) => product !== undefined);
  }

  /** Those of these ids that are on sale. */
  of(ids: readonly number[]): Listed[] {
    const found: Listed[] = [];
    for (const id of ids) {
      const product = this.#products[id];
      if (product) found.push(product);
    }
    return found;
  }

  inCategories(ids: readonly number[]): Listed[] {
    return ids.flatMap((id) => [...this.#categories.at(id)]);
  }

  ofMaker(id: number): Iterable<Listed> {
    return this.#makers.at(id);
  }

  ofSeries(id: number): Iterable<Listed> {
    return this.#series.at(id);
  }

  withTag(id: number): Iterable<Listed> {
    return this.#tags.at(id);
  }
}

class Places {
  readonly #products = new Map<number, Set<Listed>>();
  readonly #placesOf: (product: Listed) => readonly number[];

  constructor(placesOf: (product: Listed) => readonly number[]) {
    this.#placesOf = placesOf;
  }

  at(place: number): ReadonlySet<Listed> {
    return this.#products.get(place) ?? new Set();
  }

  add(product: Listed): void {
    for (const place of this.#placesOf(product)) {
      const there = this.#products.get(place);
      if (there) there.add(product);
      else this.#products.set(place, new Set([product]));
    }
  }

  remove(product: Listed): void {
    for (const place of this.#placesOf(product)) this.#products.get(place)?.delete(product);
  }
}

/** Asks for one value, knowing the products as they were held before. */
type Question<T> = (before: ListedProducts) => RawBuilder<T>;

/** What a process holds of one database: never asked for without a look at what was written since. */
class Held {
  readonly #products = new ListedProducts();
  #seen: Seen;

  private constructor(seen: Seen, products: readonly Listed[]) {
    this.#seen = seen;
    for (const product of products) this.#products.put(product.id, product);
  }

  static async read(db: Db): Promise<Held> {
    const { seen, products } = await allListed(db);
    return new Held(seen, products);
  }

  /** The products as they are now, and an answer; null where so much has changed that they are to be read anew. */
  async now<T>(db: Db, question: Question<T>): Promise<{ products: ListedProducts; answer: T } | null> {
    const before = this.#seen;
    const { seen, written, answer } = await writtenSince(db, before, MOST_WRITTEN, question(this.#products));
    if (seen.deletions !== before.deletions || isOlder(seen, before) || written.length === MOST_WRITTEN) return null;
    // Where another look has brought later news meanwhile, this one's are among them.
    if (!isOlder(seen, this.#seen)) {
      for (const { id, listed } of written) this.#products.put(id, listed);
      this.#seen = seen;
    }
    return { products: this.#products, answer };
  }
}

/** Whether one snapshot of a database (`xmin:xmax:running`) shows less than another: what it shows only ever grows. */
function isOlder({ snapshot: one }: Seen, { snapshot: other }: Seen): boolean {
  const [a, b] = [one, other].map((snapshot) => {
    const [, end = "", running = ""] = snapshot.split(":");
    return { end: Number(end), running: running === "" ? 0 : running.split(",").length };
  });
  if (!a || !b) throw new Error("a snapshot was told without its end");
  return a.end < b.end || (a.end === b.end && a.running > b.running);
}

const held = readOnce((db) => Held.read(db));

/** The products on sale as the database has them at this moment, out of the memory of this process. */
export async function listedNow(db: Db): Promise<ListedProducts> {
  return (await listedWith(db, () => sql`null`)).products;
}

/** The same, and the answer to a question in the same statement. */
export async function listedWith<T>(db: Db, question: Question<T>): Promise<{ products: ListedProducts; answer: T }> {
  const reading = held.get(db);
  const now = await (await reading).now(db, question);
  if (now) return now;
  held.forget(db, reading);
  return listedWith(db, question);
}

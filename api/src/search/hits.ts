import { type ListedProducts, listedWith } from "../catalogue/listed.ts";
import type { Db } from "../platform/db.ts";
import { firstHits, type FoundIds, type Try } from "./sql.ts";

/** What a search finds. */
export type Hits = Readonly<{
  /** Its place among those that were tried. */
  first: number;
  ids: readonly number[];
  /** Those that are named so, and named as it was written; null where that is true of all of them. */
  named: ReadonlySet<number> | null;
  namedAsWritten: ReadonlySet<number> | null;
}>;

/** Hits, and a snapshot of the database in which they are true. */
type Held = { hits: Hits; snapshot: string };

const MOST_HELD = 64;

/** Of what was asked for last, what the words of all products lead to; stock and prices are read beside it. */
const held = new WeakMap<ListedProducts, Map<string, Held>>();

/** What the first of these searches finds that finds anything on sale, and the products as they are now. */
export async function hitsOf(
  db: Db,
  tries: readonly Try[],
  enoughNamed: number,
): Promise<{ products: ListedProducts; hits: Hits | null }> {
  const name = JSON.stringify(tries[0]);
  const asked: { known?: Held | undefined } = {};
  const { products, answer } = await listedWith(db, (before) => {
    asked.known = heldAmong(before).get(name);
    return firstHits(tries, enoughNamed, asked.known?.snapshot);
  });
  const { known } = asked;
  const all = heldAmong(products);
  all.delete(name);
  if (answer.words === "stand") {
    if (!known || !decides(known.hits, products, enoughNamed)) return hitsOf(db, tries, enoughNamed);
    all.set(name, { hits: known.hits, snapshot: answer.snapshot });
    return { products, hits: known.hits };
  }
  const hits = answer.found && inSets(answer.found);
  // What those that were tried in vain find may come back on sale, which changes no words.
  if (hits?.first === 0) all.set(name, { hits, snapshot: answer.snapshot });
  for (const oldest of all.keys()) if (all.size > MOST_HELD) all.delete(oldest);
  return { products, hits };
}

function heldAmong(products: ListedProducts): Map<string, Held> {
  const found = held.get(products) ?? new Map<string, Held>();
  held.set(products, found);
  return found;
}

/** Whether the same would be found today, products having gone on or off sale. */
function decides({ ids, named }: Hits, products: ListedProducts, enoughNamed: number): boolean {
  const isEnoughNamed = hasOnSale(named ?? ids, products, enoughNamed);
  return named === null ? isEnoughNamed : !isEnoughNamed && hasOnSale(ids, products, 1);
}

function hasOnSale(ids: Iterable<number>, products: ListedProducts, count: number): boolean {
  let left = count;
  for (const id of ids) if (products.has(id) && --left === 0) return true;
  return false;
}

const inSets = ({ first, ids, named, namedAsWritten }: FoundIds): Hits => ({
  first,
  ids,
  named: named && new Set(named),
  namedAsWritten: namedAsWritten && new Set(namedAsWritten),
});

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { invalidateStatus, type ListingTableStatus, readStatus } from "./listing-table.ts";

/** Above this number of active products the table is filled, and below the other one it is given up, with `auto`. */
const MIN_PRODUCTS_OF_TABLE = 200_000;
const MAX_PRODUCTS_OF_MEMORY = 150_000;
/** How long a process may use the table after it was given up, in milliseconds: twice the time that the status is cached. */
const LEAVE_MS = 10_000;
/** Products that are copied together; who changes one of them waits as long. */
const BATCH_SIZE = 1000;
/** After how long products that were locked are tried again, in milliseconds. */
const RETRY_MS = 100;
/** A process that has copied nothing for as long has ended, in milliseconds. */
const ABANDONED_MS = 60_000;
/** How long writers of products wait at most while the triggers are switched on. */
const LOCK_TIMEOUT = "2s";

type SwitchServices = Pick<AppContext, "db" | "log"> & { config: Pick<AppContext["config"], "productIndex"> };

/**
 * Fills the table or gives it up, as `PRODUCT_INDEX` says; `auto` decides by the number of active products. Shoppers and writers go on meanwhile: the triggers of products copy
 * changes from the beginning, and processes use the table only when it is complete.
 */
export async function switchListingTable({ db, config, log }: SwitchServices): Promise<void> {
  const mode = config.productIndex;
  const { status, ageMs } = await readStatus(db);
  const isWanted = mode === "auto" ? await hasManyProducts(db, status) : mode === "database";
  if (isWanted && (status === "off" || (status === "filling" && ageMs > ABANDONED_MS))) {
    if (!(await changeStatus(db, status, "filling"))) return;
    const products = await fillTable(db);
    if (products !== null && (await changeStatus(db, "filling", "filled")))
      log.info("lists are answered by the database", { products });
  } else if (!isWanted && (status === "filled" || status === "filling")) {
    if (await changeStatus(db, status, "leaving")) log.info("lists are answered from the memory of each process");
  } else if (status === "leaving" && ageMs > LEAVE_MS) await changeStatus(db, "leaving", "off");
}

async function hasManyProducts(db: Db, status: ListingTableStatus): Promise<boolean> {
  const limit = status === "filled" || status === "filling" ? MAX_PRODUCTS_OF_MEMORY : MIN_PRODUCTS_OF_TABLE;
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from products where status = 'active' limit ${limit}::integer) active`.execute(db);
  return (rows[0]?.count ?? 0) >= limit;
}

/**
 * Changes the status, unless another process has changed it meanwhile. Where the triggers begin or end to keep the table, it
 * waits for the transactions that change products, so that those after it see the new status; and the table is emptied.
 * @returns whether it was changed
 */
async function changeStatus(db: Db, from: ListingTableStatus, to: ListingTableStatus): Promise<boolean> {
  const isChanged = await withTransaction(db, async (tx) => {
    const switchesTriggers = from === "off" || to === "off";
    if (switchesTriggers) {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx);
      await sql`lock table products in share row exclusive mode`.execute(tx);
    }
    const { rows } = await sql`
      update product_listing_state set status = ${to}, changed_at = clock_timestamp() where status = ${from}
      returning status`.execute(tx);
    if (switchesTriggers && rows.length > 0) await sql`truncate product_listing, product_goods`.execute(tx);
    return rows.length > 0;
  });
  invalidateStatus(db);
  return isChanged;
}

/**
 * Copies all active products in batches, by category, because those that lists read together are then stored together.
 * @returns the number of products; null if the table was given up meanwhile
 */
async function fillTable(db: Db): Promise<number | null> {
  let [categoryId, id, products] = [0, 0, 0];
  for (;;) {
    const { rows } = await sql<{ category_id: number; id: number }>`
      select p.category_id, p.id from products p
      where p.status = 'active' and (p.category_id, p.id) > (${categoryId}::integer, ${id}::integer)
      order by p.category_id, p.id limit ${BATCH_SIZE}::integer`.execute(db);
    const last = rows.at(-1);
    if (!last) break;
    if (
      !(await copyProducts(
        db,
        rows.map((row) => row.id),
      ))
    )
      return null;
    [categoryId, id, products] = [last.category_id, last.id, products + rows.length];
  }
  await sql`analyze product_listing, product_goods`.execute(db);
  return products;
}

/**
 * Copies products, those that another transaction has locked last. Their rows and those of their search terms, which have
 * their names, are locked, so that a change is either seen here or copied by its own trigger; rows that are locked already are left for later, because waiting for them could
 * end in a deadlock.
 * @returns false if the table was given up meanwhile
 */
async function copyProducts(db: Db, ids: readonly number[]): Promise<boolean> {
  for (let waiting = [...ids]; waiting.length > 0;) {
    const copied = await withTransaction(db, async (tx) => {
      const { rows: states } = await sql`
        update product_listing_state set changed_at = clock_timestamp() where status = 'filling' returning status`.execute(
        tx,
      );
      if (states.length === 0) return null;
      const { rows } = await sql<{ id: number }>`
        select p.id from products p join product_terms t on t.product_id = p.id
        where p.id = any (${waiting}::integer[]) for share skip locked`.execute(tx);
      const locked = rows.map((row) => row.id);
      await sql`select refresh_product_listing(${locked}::integer[])`.execute(tx);
      return new Set(locked);
    });
    if (!copied) return false;
    const left = waiting.filter((id) => !copied.has(id));
    // Some may have been deleted.
    waiting = (
      await db
        .selectFrom("product_terms")
        .select("product_id")
        .where("product_id", "in", [0, ...left])
        .execute()
    ).map(({ product_id }) => product_id);
    if (waiting.length > 0) await sleep(RETRY_MS);
  }
  return true;
}

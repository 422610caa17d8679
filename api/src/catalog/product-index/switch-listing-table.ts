import { sql } from "kysely";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import { disableStatementTimeout } from "../../platform/db/statement-timeout.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { invalidateStatus, type ListingTableStatus, readStatus } from "./listing-table.ts";

/** Above this number of active products the table is filled, and below the other one it is given up, with `auto`. */
const MIN_PRODUCTS_OF_TABLE = 200_000;
const MAX_PRODUCTS_OF_MEMORY = 150_000;
/** How long a process may use the table after it was given up, in milliseconds: twice the time that the status is cached. */
const LEAVE_MS = 10_000;
const BATCH_SIZE = 5000;
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
  if (isWanted && status !== "filled") {
    await setStatus(db, "filling");
    const products = await fillTable(db);
    await setStatus(db, "filled");
    log.info("lists are answered by the database", { products });
  } else if (!isWanted && (status === "filled" || status === "filling")) {
    await setStatus(db, "leaving");
    log.info("lists are answered from the memory of each process");
  } else if (status === "leaving" && ageMs > LEAVE_MS) await emptyTable(db);
}

async function hasManyProducts(db: Db, status: ListingTableStatus): Promise<boolean> {
  const limit = status === "filled" || status === "filling" ? MAX_PRODUCTS_OF_MEMORY : MIN_PRODUCTS_OF_TABLE;
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from products where status = 'active' limit ${limit}::integer) active`.execute(db);
  return (rows[0]?.count ?? 0) >= limit;
}

/** Waits for the transactions that change products, so that those after it see the new status. */
async function setStatus(db: Db, status: ListingTableStatus): Promise<void> {
  await withTransaction(db, async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx);
    await sql`lock table products in share row exclusive mode`.execute(tx);
    await sql`update product_listing_state set status = ${status}, changed_at = clock_timestamp()`.execute(tx);
  });
  invalidateStatus(db);
}

/**
 * Copies all active products in batches, by category, because those that lists read together are then stored together.
 * @returns the number of products
 */
async function fillTable(db: Db): Promise<number> {
  let [categoryId, id, products] = [0, 0, 0];
  for (;;) {
    const { rows } = await sql<{ ids: number[]; category_id: number; id: number }>`
      with batch as (
        select p.category_id, p.id from products p
        where p.status = 'active' and (p.category_id, p.id) > (${categoryId}::integer, ${id}::integer)
        order by p.category_id, p.id limit ${BATCH_SIZE}::integer)
      select array_agg(id) as ids, max(category_id) as category_id,
        (array_agg(id order by category_id desc, id desc))[1] as id
      from batch having count(*) > 0`.execute(db);
    const [batch] = rows;
    if (!batch) break;
    await withTransaction(db, async (tx) => {
      await disableStatementTimeout(tx);
      await sql`select refresh_product_listing(${batch.ids}::integer[])`.execute(tx);
    });
    [categoryId, id, products] = [batch.category_id, batch.id, products + batch.ids.length];
  }
  await sql`analyze product_listing, product_goods`.execute(db);
  return products;
}

async function emptyTable(db: Db): Promise<void> {
  await withTransaction(db, async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx);
    await sql`lock table products in share row exclusive mode`.execute(tx);
    await sql`update product_listing_state set status = 'off', changed_at = clock_timestamp()`.execute(tx);
    await sql`truncate product_listing, product_goods`.execute(tx);
  });
}

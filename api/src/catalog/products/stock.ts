import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import type { StockMovementKind } from "../admin-schema.ts";

/** Whether a product or variant can be ordered. */
export function isInStock({ stock }: { stock: number }): boolean {
  return stock > 0;
}

/** Whether a product or variant can be ordered, as a condition of a query. @param table alias of its table */
export function inStock(table: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.id(table, "stock")} > 0`;
}

/** Whether a variant is offered, as a condition of a query: options can be withdrawn. @param table alias of its table */
export function isOffered(table: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.id(table, "withdrawn_at")} is null`;
}

/** A quantity of a variant. `optionId` is 0 for a product without options. */
export type StockItem = { productId: number; optionId: number; qty: number };

/**
 * Locks the stock rows of these variants until the transaction ends. Rows are always locked in the same order, so that
 * two orders with the same products wait for each other instead of deadlocking.
 */
export async function lockStock(db: Tx, items: Pick<StockItem, "productId" | "optionId">[]): Promise<void> {
  if (items.length === 0) return;
  await lockStockForQuery(
    db,
    sql`select * from unnest(${items.map((item) => item.productId)}::integer[], ${items.map((item) => item.optionId)}::integer[])`,
  );
}

/**
 * Like `lockStock`, for variants selected by a query.
 * @param variantQuery a query that returns product and option ids
 */
export async function lockStockForQuery(db: Tx, variantQuery: RawBuilder<unknown>): Promise<void> {
  await sql`
    select 1 from product_variants v where (v.product_id, v.option_id) in (${variantQuery})
    order by v.product_id, v.option_id for update`.execute(db);
}

/**
 * Deducts the items of an order from stock. The rows must be locked before.
 * @throws a check violation if the stock would fall below zero
 */
export async function deductStock(db: Tx, items: StockItem[], orderId: number): Promise<void> {
  await adjustStock(db, items, -1, { kind: "order", orderId });
}

/**
 * Adds items of an order back to stock. Variants that no longer exist are skipped.
 * @param kind `release` if they have not left the store, `return` if they came back
 */
export async function restockItems(
  db: Tx,
  items: StockItem[],
  { kind, orderId }: { kind: "release" | "return"; orderId: number },
): Promise<void> {
  await lockStock(db, items);
  await adjustStock(db, items, 1, { kind, orderId });
}

/** Kinds of movements that staff make. */
export type ManualMovementKind = Extract<StockMovementKind, "receipt" | "write_off" | "count" | "correction">;

/** Why stock changes, for the ledger (docs/domain/inventory.md). */
export type StockMovementContext = Readonly<{
  kind: StockMovementKind;
  orderId?: number;
  purchaseOrderId?: number;
  stockCountId?: number;
  reason?: string;
  /** The store itself by default. */
  actor?: Readonly<{ kind: "staff" | "token" | "command" | "job"; id: number | null; label: string }>;
}>;

/** Sets what the ledger says about the next statement of the transaction that changes stock. */
export async function setStockMovement(db: Tx, movement: StockMovementContext): Promise<void> {
  await sql`select ${setContext(movement)}`.execute(db);
}

/** The call that sets what the ledger says about this statement or the next one. */
function setContext({
  kind,
  orderId,
  purchaseOrderId,
  stockCountId,
  reason,
  actor,
}: StockMovementContext): RawBuilder<string> {
  const context = {
    kind,
    ...(orderId === undefined ? {} : { order_id: orderId }),
    ...(purchaseOrderId === undefined ? {} : { purchase_order_id: purchaseOrderId }),
    ...(stockCountId === undefined ? {} : { stock_count_id: stockCountId }),
    ...(reason === undefined ? {} : { reason }),
    ...(actor ? { actor_kind: actor.kind, actor_id: actor.id, actor_label: actor.label } : {}),
  };
  return sql`set_config('store.stock_movement', ${JSON.stringify(context)}, true)`;
}

/** Adds pieces to the stock of locked variants; a negative quantity takes them. */
export async function addStock(db: Tx, items: StockItem[], movement: StockMovementContext): Promise<void> {
  await adjustStock(db, items, 1, movement);
}

async function adjustStock(
  db: Tx,
  items: StockItem[],
  direction: 1 | -1,
  movement: StockMovementContext,
): Promise<void> {
  // The same variant can be in two lines (purchased and as a gift), so quantities are summed.
  await sql`
    with context as materialized (select ${setContext(movement)})
    update product_variants v set stock = v.stock + ${direction} * change.qty
    from (
      select product_id, option_id, sum(qty)::integer as qty
      from unnest(${items.map((item) => item.productId)}::integer[], ${items.map((item) => item.optionId)}::integer[],
        ${items.map((item) => item.qty)}::integer[]) item(product_id, option_id, qty)
      group by 1, 2
    ) change, context
    where v.product_id = change.product_id and v.option_id = change.option_id`.execute(db);
}

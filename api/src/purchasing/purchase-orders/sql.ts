import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { committedPieces } from "../../inventory/committed-pieces.ts";
import type { PurchaseOrderStatus } from "./admin-schema.ts";

/** An order from a supplier as it is stored; costs in minor units of its currency. */
export type PurchaseOrderRow = {
  id: number;
  supplier_id: number;
  status: PurchaseOrderStatus;
  currency: string;
  delivery_minor: number;
  tax_percent: number;
  /** ISO 8601. */
  expected_on: string | null;
  note: string;
  ordered_at: Date | null;
};

export type PurchaseOrderLineRow = {
  line: number;
  product_id: number;
  option_id: number;
  quantity: number;
  received: number;
  damaged: number;
  unit_cost_minor: number;
};

/** Locks an order from a supplier with its lines until the end of the transaction. */
export async function lockPurchaseOrder(tx: Tx, id: number): Promise<PurchaseOrderRow | undefined> {
  const { rows } = await sql<PurchaseOrderRow>`
    select id, supplier_id, status, currency, delivery_minor, tax_percent::float8 as tax_percent,
      expected_on::text as expected_on, note, ordered_at
    from purchase_orders where id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Lists the lines of an order from a supplier. */
export async function listLines(db: Db, id: number): Promise<PurchaseOrderLineRow[]> {
  const { rows } = await sql<PurchaseOrderLineRow>`
    select line, product_id, option_id, quantity, received, damaged, unit_cost_minor
    from purchase_order_lines where purchase_order_id = ${id} order by line`.execute(db);
  return rows;
}

type NewPurchaseOrderRow = Omit<PurchaseOrderRow, "id" | "status" | "ordered_at"> &
  Readonly<{ created_by: number | null; created_at: Date }>;

/** Inserts the draft of an order from a supplier, without lines. @returns its id */
export async function insertPurchaseOrder(tx: Tx, order: NewPurchaseOrderRow): Promise<number> {
  const { id } = await tx
    .insertInto("purchase_orders")
    .values({ ...order, status: "draft" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type ChangedFields = Partial<
  Pick<PurchaseOrderRow, "delivery_minor" | "tax_percent" | "expected_on" | "note" | "status" | "ordered_at">
> & { closed_at?: Date | null };

/** Changes fields of an order from a supplier. */
export async function updatePurchaseOrder(tx: Tx, id: number, fields: ChangedFields): Promise<void> {
  await tx.updateTable("purchase_orders").set(fields).where("id", "=", id).execute();
}

/** Deletes an order from a supplier with its lines. */
export async function deletePurchaseOrder(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("purchase_orders").where("id", "=", id).execute();
}

export type LineToSave = Pick<PurchaseOrderLineRow, "product_id" | "option_id" | "quantity" | "unit_cost_minor">;

/** Stores the lines of an order. Lines of the same variants keep their number and what was received. */
export async function saveLines(tx: Tx, id: number, lines: readonly LineToSave[]): Promise<void> {
  const products = sql`${lines.map((line) => line.product_id)}::integer[]`;
  const options = sql`${lines.map((line) => line.option_id)}::integer[]`;
  await sql`
    delete from purchase_order_lines where purchase_order_id = ${id}
      and (product_id, option_id) not in (select * from unnest(${products}, ${options}))`.execute(tx);
  await sql`
    insert into purchase_order_lines (purchase_order_id, line, product_id, option_id, quantity, unit_cost_minor)
    select ${id}, coalesce((select max(line) from purchase_order_lines where purchase_order_id = ${id}), 0) + n,
      product_id, option_id, quantity, unit_cost_minor
    from unnest(${products}, ${options}, ${lines.map(({ quantity }) => quantity)}::integer[],
      ${lines.map(({ unit_cost_minor }) => unit_cost_minor)}::bigint[])
      with ordinality l(product_id, option_id, quantity, unit_cost_minor, n)
    on conflict (purchase_order_id, product_id, option_id)
      do update set quantity = excluded.quantity, unit_cost_minor = excluded.unit_cost_minor`.execute(tx);
}

/** Adds to what was received of lines; negative numbers take it back. */
export async function addReceived(
  tx: Tx,
  id: number,
  received: readonly { line: number; pieces: number; damaged: number }[],
): Promise<void> {
  await sql`
    update purchase_order_lines l set received = l.received + r.pieces + r.damaged, damaged = l.damaged + r.damaged
    from unnest(${received.map(({ line }) => line)}::integer[], ${received.map(({ pieces }) => pieces)}::integer[],
      ${received.map(({ damaged }) => damaged)}::integer[]) r(line, pieces, damaged)
    where l.purchase_order_id = ${id} and l.line = r.line`.execute(tx);
}

/** Returns how many of the given variants exist. */
export async function countVariants(
  db: Db,
  variants: readonly { product_id: number; option_id: number }[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from product_variants where (product_id, option_id) in (
      select * from unnest(${variants.map(({ product_id }) => product_id)}::integer[],
        ${variants.map(({ option_id }) => option_id)}::integer[]))`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A variant whose stock is locked; the cost in minor units of its currency. */
export type VariantStockRow = {
  product_id: number;
  option_id: number;
  available: number;
  on_hand: number;
  cost_minor: number | null;
  currency: string | null;
};

/** Lists how much there is of variants, and what a piece cost on average. Their stock must be locked. */
export async function listStocks(
  tx: Tx,
  variants: readonly { product_id: number; option_id: number }[],
): Promise<VariantStockRow[]> {
  const { rows } = await sql<VariantStockRow>`
    select v.product_id, v.option_id, v.stock as available, v.stock + ${committedPieces("v")} as on_hand, c.cost_minor,
      c.currency
    from product_variants v left join variant_costs c using (product_id, option_id)
    where (v.product_id, v.option_id) in (
      select * from unnest(${variants.map(({ product_id }) => product_id)}::integer[],
        ${variants.map(({ option_id }) => option_id)}::integer[]))`.execute(tx);
  return rows;
}

type VariantCost = Readonly<{ product_id: number; option_id: number; cost_minor: number; currency: string }>;

/** Stores what pieces of variants cost on average. */
export async function saveCosts(tx: Tx, costs: readonly VariantCost[], now: Date): Promise<void> {
  if (costs.length === 0) return;
  await tx
    .insertInto("variant_costs")
    .values(costs.map((cost) => ({ ...cost, updated_at: now })))
    .onConflict((conflict) =>
      conflict.columns(["product_id", "option_id"]).doUpdateSet((eb) => ({
        cost_minor: eb.ref("excluded.cost_minor"),
        currency: eb.ref("excluded.currency"),
        updated_at: eb.ref("excluded.updated_at"),
      })),
    )
    .execute();
}

/** Deletes what pieces of variants cost on average. */
export async function deleteCosts(
  tx: Tx,
  variants: readonly { product_id: number; option_id: number }[],
): Promise<void> {
  if (variants.length === 0) return;
  await sql`
    delete from variant_costs c
    using unnest(${variants.map((one) => one.product_id)}::integer[], ${variants.map((one) => one.option_id)}::integer[])
      v(product_id, option_id)
    where c.product_id = v.product_id and c.option_id = v.option_id`.execute(tx);
}

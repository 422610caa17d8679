import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { STATISTICS_DAYS } from "../statistics-days.ts";
import type { ListedSupplier, NewSupplier, Supplier } from "./admin-schema.ts";

const columns = sql`s.id, s.name, s.currency, s.email, s.contact, s.lead_days, s.note, s.is_active`;

/** Lists the suppliers by name, those without new orders last, with the figures of their orders. */
export async function listSuppliers(db: Db, now: Date): Promise<ListedSupplier[]> {
  const { rows } = await sql<ListedSupplier>`
    select ${columns}, coalesce(figures.orders, 0)::integer as orders, figures.average_days, figures.missing_percent
    from suppliers s left join (
      select o.supplier_id, count(*) as orders,
        (avg(extract(epoch from o.closed_at - o.ordered_at)) filter (where o.status = 'received') / 86400)::integer
          as average_days,
        (round(100.0 * sum(l.quantity - l.received + l.damaged) filter (where o.status = 'received')
          / nullif(sum(l.quantity) filter (where o.status = 'received'), 0), 1))::float8 as missing_percent
      from purchase_orders o join lateral (
        select sum(quantity) as quantity, sum(received) as received, sum(damaged) as damaged
        from purchase_order_lines where purchase_order_id = o.id
      ) l on true
      where o.ordered_at >= ${now}::timestamptz - make_interval(days => ${STATISTICS_DAYS}) and o.status <> 'canceled'
      group by o.supplier_id
    ) figures on figures.supplier_id = s.id
    order by s.is_active desc, lower(s.name), s.id`.execute(db);
  return rows;
}

/** Locks a supplier until the end of the transaction. */
export async function lockSupplier(tx: Tx, id: number): Promise<Supplier | undefined> {
  const { rows } = await sql<Supplier>`select ${columns} from suppliers s where s.id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Returns whether another supplier that is in use has a name, in any case of its letters. */
export async function hasNamesake(tx: Tx, { id, name }: { id: number | null; name: string }): Promise<boolean> {
  const { rows } = await sql`
    select from suppliers where is_active and lower(name) = lower(${name}) and id is distinct from ${id}`.execute(tx);
  return rows.length > 0;
}

/** Inserts a supplier. @returns its id */
export async function insertSupplier(tx: Tx, supplier: NewSupplier): Promise<number> {
  const { id } = await tx.insertInto("suppliers").values(supplier).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Changes fields of a supplier. */
export async function updateSupplier(tx: Tx, id: number, fields: Partial<Supplier>): Promise<void> {
  await tx.updateTable("suppliers").set(fields).where("id", "=", id).execute();
}

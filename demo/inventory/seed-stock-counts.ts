import { sql } from "kysely";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { staffEmails } from "../staff/colleagues.ts";

/** The name of the count that is closed, which its movements have as their reason. */
export const CLOSED_COUNT_NAME = "Пересчёт склада";
const HOUR_MS = 3_600_000;

/** Adds the count that has corrected the stock. Its lines follow from the movements. */
export async function seedClosedStockCount(db: Tx, now: Date): Promise<void> {
  await insertCount(db, { name: CLOSED_COUNT_NAME, brandId: null, createdAt: hoursBefore(now, 5), closedAt: now });
}

/** Adds the lines of the closed count, and a count of a brand that goes on: half of its variants are counted. */
export async function seedStockCountLines(db: Tx, now: Date): Promise<void> {
  await sql`
    insert into stock_count_lines (count_id, product_id, option_id, counted, expected, movement_id, counted_by,
      counted_at)
    select m.stock_count_id, m.product_id, m.option_id, level.on_hand, level.on_hand - m.quantity, m.id - 1, m.actor_id,
      ${hoursBefore(now, 1)}
    from stock_movements m join ${onHand} level using (product_id, option_id)
    where m.stock_count_id is not null`.execute(db);
  const { brand_id: brandId } = await db
    .selectFrom("products")
    .select("brand_id")
    .where("status", "=", "active")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const id = await insertCount(db, {
    ...{ name: "Стеллаж B, верх", brandId, createdAt: hoursBefore(now, 2), closedAt: null },
  });
  // Of some variants a piece is missing.
  await sql`
    insert into stock_count_lines (count_id, product_id, option_id, counted, expected, movement_id, counted_by,
      counted_at)
    select ${id}, product_id, option_id,
      case when is_counted then greatest(0, on_hand - case when product_id % 3 = 0 then 1 else 0 end) end,
      case when is_counted then on_hand end,
      case when is_counted then (select max(id) from stock_movements) end,
      case when is_counted then packer.id end,
      case when is_counted then ${hoursBefore(now, 1)}::timestamptz end
    from (
      select level.*, row_number() over (order by p.reference, p.id, level.option_id) % 2 = 1 as is_counted
      from ${onHand} level join products p on p.id = level.product_id
      where p.brand_id = ${brandId} and (not p.has_options or level.option_id <> 0)
    ) listed, staff packer where packer.email = ${staffEmails.packer}`.execute(db);
}

/** How many pieces of each variant are on the shelf. */
const onHand = sql`(
  select v.product_id, v.option_id, v.stock + coalesce(-sum(m.quantity) filter (
    where o.status in ('awaiting_payment', 'paid', 'packing')), 0)::integer as on_hand
  from product_variants v left join stock_movements m using (product_id, option_id) left join orders o on o.id = m.order_id
  group by v.product_id, v.option_id, v.stock)`;

type Count = Readonly<{ name: string; brandId: number | null; createdAt: Date; closedAt: Date | null }>;

async function insertCount(db: Tx, { name, brandId, createdAt, closedAt }: Count): Promise<number> {
  const { id: packer } = await db
    .selectFrom("staff")
    .select("id")
    .where("email", "=", staffEmails.packer)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("stock_counts")
    .values({
      ...{ name, brand_id: brandId, is_blind: false, status: closedAt === null ? "open" : "closed" },
      ...{ created_by: packer, created_at: createdAt, closed_by: closedAt && packer, closed_at: closedAt },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * HOUR_MS);
}

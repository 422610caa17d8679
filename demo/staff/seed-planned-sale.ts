import { sql } from "kysely";
import { priceSelection } from "../../api/src/catalog-admin/prices/price-selection.ts";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { STORE_UTC_OFFSET } from "../../design-system/i18n/time-zone.ts";
import { toStoreDay } from "../../design-system/i18n/store-day.ts";
import { DAY_MS } from "../products/product.ts";
import { staffEmails } from "./colleagues.ts";

/** The days from now on which the sale starts and ends, at midnight. */
const START_DAYS = 5;
const END_DAYS = 12;
const PERCENT = -15;

/** Plans a sale of a brand with a few variants, by the manager (docs/domain/prices.md). */
export async function seedPlannedSale(db: Tx, now: Date): Promise<void> {
  const getMidnight = (days: number) =>
    new Date(`${toStoreDay(new Date(now.getTime() + days * DAY_MS))}T00:00:00${STORE_UTC_OFFSET}`);
  const { rows } = await sql<{ brand_id: number; staff_id: number }>`
    select p.brand_id, s.id as staff_id
    from product_variants v join products p on p.id = v.product_id, staff s where s.email = ${staffEmails.manager}
    group by p.brand_id, s.id having count(*) between 10 and 40 and count(v.old_price_minor) = 0
    order by p.brand_id limit 1`.execute(db);
  const [chosen] = rows;
  if (!chosen) return;
  const input = {
    ...{ rule: "percent", value: PERCENT, delivery: 1, rounding: "nearest_10", overrides: [] },
    sale: { ends_at: getMidnight(END_DAYS).toISOString() },
  };
  const variants = priceSelection.select({ filter: { brand: chosen.brand_id } }, { staffId: chosen.staff_id, now });
  const createdAt = new Date(now.getTime() - DAY_MS);
  await sql`
    with selected as materialized (${variants}),
    task as (
      insert into tasks (kind, input, total, created_by, created_at, run_at)
      select 'prices.adjust', ${JSON.stringify(input)}::jsonb, count(*), ${chosen.staff_id}, ${createdAt}, ${getMidnight(START_DAYS)}
      from selected returning id
    )
    insert into task_items (task_id, seq, subject_id, base)
    select task.id, row_number() over (order by length(selected.id), selected.id), selected.id, selected.base
    from selected, task`.execute(db);
}

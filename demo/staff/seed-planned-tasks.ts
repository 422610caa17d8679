import { type RawBuilder, sql } from "kysely";
import { productSelection } from "../../api/src/catalog-admin/bulk/product-selection.ts";
import { priceSelection } from "../../api/src/catalog-admin/prices/price-selection.ts";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { STORE_UTC_OFFSET } from "../../design-system/i18n/time-zone.ts";
import { toStoreDay } from "../../design-system/i18n/store-day.ts";
import { DAY_MS } from "../products/product.ts";
import { staffEmails } from "./colleagues.ts";

type PlannedTask = Readonly<{
  kind: string;
  input: object;
  /** Selects the `id` and `base` of its records. */
  records: RawBuilder<unknown>;
  runAt: Date;
}>;

/** Plans sales, prices, edits and publications for the next weeks, by the manager (docs/domain/calendar.md). */
export async function seedPlannedTasks(db: Tx, now: Date): Promise<void> {
  const author = await db.selectFrom("staff").select("id").where("email", "=", staffEmails.manager).executeTakeFirst();
  if (!author) return;
  const getTime = (days: number, time = "00:00") =>
    new Date(`${toStoreDay(new Date(now.getTime() + days * DAY_MS))}T${time}:00${STORE_UTC_OFFSET}`);
  const planned = [
    ...(await listPlannedPrices(db, { staffId: author.id, now, getTime })),
    ...(await listPlannedProducts(db, { staffId: author.id, now, getTime })),
  ];
  for (const task of planned) await insertTask(db, author.id, task, new Date(now.getTime() - DAY_MS));
}

type PlanContext = { staffId: number; now: Date; getTime: (days: number, time?: string) => Date };

/** Two brands with a few variants that are in no sale: a sale of one, and lower prices of the other. */
async function listPlannedPrices(db: Tx, { staffId, now, getTime }: PlanContext): Promise<PlannedTask[]> {
  const { rows: brands } = await sql<{ brand_id: number }>`
    select p.brand_id from product_variants v join products p on p.id = v.product_id
    group by p.brand_id having count(*) between 10 and 40 and count(v.old_price_minor) = 0
    order by p.brand_id limit 2`.execute(db);
  const [saleBrand, otherBrand] = brands.map(({ brand_id: brand }) =>
    priceSelection.select({ filter: { brand } }, { staffId, now }),
  );
  const adjustment = { rule: "percent", delivery: 1, rounding: "nearest_10", overrides: [] };
  const kind = "prices.adjust";
  return [
    ...(saleBrand
      ? [
          {
            ...{ kind, records: saleBrand, runAt: getTime(5) },
            input: { ...adjustment, value: -15, sale: { ends_at: getTime(12).toISOString() } },
          },
        ]
      : []),
    ...(otherBrand
      ? [{ kind, records: otherBrand, runAt: getTime(19, "06:00"), input: { ...adjustment, value: -5, sale: null } }]
      : []),
  ];
}

/** The text of a best seller changes, and products that are sold out are hidden for two weeks. */
async function listPlannedProducts(db: Tx, { staffId, now, getTime }: PlanContext): Promise<PlannedTask[]> {
  const { rows } = await sql<{ id: number; description_ru: string; description_en: string; is_sold_out: boolean }>`
    (select p.id, p.description_ru, p.description_en, false as is_sold_out from products p
      where p.status = 'active' and p.stock > 0 and p.description_ru <> '' and p.description_en <> ''
      order by p.units_sold desc, p.id limit 1)
    union all
    (select p.id, p.description_ru, p.description_en, true from products p
      where p.status = 'active' and p.stock = 0 order by p.id limit 2)`.execute(db);
  const edited = rows.find((row) => !row.is_sold_out);
  const soldOut = rows.filter((row) => row.is_sold_out).map(({ id }) => id);
  const plan = (ids: readonly number[], task: Omit<PlannedTask, "records">): PlannedTask[] => {
    const selection = { ids: ids.map(String) };
    const reader = { staffId, now, start: task.runAt };
    return ids.length === 0 ? [] : [{ ...task, records: productSelection.select(selection, reader) }];
  };
  const changes = edited && {
    description_ru: { from: edited.description_ru, to: `${edited.description_ru}<p>Теперь в новой упаковке.</p>` },
    description_en: { from: edited.description_en, to: `${edited.description_en}<p>Now in a new pack.</p>` },
  };
  const kind = "products.update";
  return [
    ...plan(edited ? [edited.id] : [], { kind: "products.edit", input: { changes }, runAt: getTime(6, "09:00") }),
    ...plan(soldOut, { kind, input: { change: "hide" }, runAt: getTime(10) }),
    ...plan(soldOut, { kind, input: { change: "publish" }, runAt: getTime(24, "10:00") }),
  ];
}

async function insertTask(db: Tx, staffId: number, task: PlannedTask, createdAt: Date): Promise<void> {
  await sql`
    with selected as materialized (${task.records}),
    task as (
      insert into tasks (kind, input, total, created_by, created_at, run_at)
      select ${task.kind}, ${JSON.stringify(task.input)}::jsonb, count(*), ${staffId}, ${createdAt}, ${task.runAt}
      from selected returning id
    )
    insert into task_items (task_id, seq, subject_id, base)
    select task.id, row_number() over (order by length(selected.id), selected.id), selected.id, selected.base
    from selected, task`.execute(db);
}

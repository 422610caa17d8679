import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { inStock, isOffered } from "../products/stock.ts";
import type { PendingAlertKind } from "../schema.ts";

/** Identifies an alert of a customer for a variant. `optionId` is 0 for a product without options. */
export type AlertKey = { customerId: number; productId: number; optionId: number; kind: PendingAlertKind };

/** Returns stock and current price (kopecks) of an active variant that is offered; undefined if there is none. */
export async function findAlertVariant(
  db: Db,
  productId: number,
  optionId: number,
  now: Date,
): Promise<{ stock: number; price_minor: number } | undefined> {
  const { rows } = await sql<{ stock: number; price_minor: number }>`
    select v.stock, price_in_force(v.price_minor, v.old_price_minor, v.sale_ends_at, ${now}) as price_minor
    from product_variants v join products p on p.id = v.product_id
    where v.product_id = ${productId} and v.option_id = ${optionId} and p.status = 'active' and ${isOffered("v")}`.execute(
    db,
  );
  return rows[0];
}

/** Returns the number of pending alerts of a customer, without this one. */
export async function countOtherAlerts(db: Tx, { customerId, productId, optionId, kind }: AlertKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from product_alerts
    where customer_id = ${customerId} and sent_at is null
      and (product_id, option_id, kind) <> (${productId}, ${optionId}, ${kind})`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Creates an alert or reactivates one that was sent; a pending alert is not changed.
 * @param priceMinor the price that a drop is compared with, in kopecks
 */
export async function upsertAlert(db: Tx, key: AlertKey, priceMinor: number, now: Date): Promise<void> {
  await sql`
    insert into product_alerts as a (customer_id, product_id, option_id, kind, price_minor, created_at)
    values (${key.customerId}, ${key.productId}, ${key.optionId}, ${key.kind}, ${priceMinor}, ${now})
    on conflict (customer_id, product_id, option_id, kind) do update
      set price_minor = excluded.price_minor, created_at = excluded.created_at, sent_at = null
      where a.sent_at is not null`.execute(db);
}

/** Creates a reminder to refill or moves it; one that was sent becomes pending again. */
export async function upsertRefillAlert(
  db: Tx,
  { customerId, productId, optionId }: Omit<AlertKey, "kind">,
  dueAt: Date,
  now: Date,
): Promise<void> {
  await sql`
    insert into product_alerts (customer_id, product_id, option_id, kind, due_at, created_at)
    values (${customerId}, ${productId}, ${optionId}, 'refill', ${dueAt}, ${now})
    on conflict (customer_id, product_id, option_id, kind) do update
      set due_at = excluded.due_at, created_at = excluded.created_at, sent_at = null`.execute(db);
}

export async function deleteAlert(db: Db, key: AlertKey): Promise<void> {
  await db
    .deleteFrom("product_alerts")
    .where("customer_id", "=", key.customerId)
    .where("product_id", "=", key.productId)
    .where("option_id", "=", key.optionId)
    .where("kind", "=", key.kind)
    .execute();
}

/** Deletes alerts that were sent before a moment. @returns the number of deleted rows, at most `limit` */
export async function deleteSentAlerts(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from product_alerts where (customer_id, product_id, option_id, kind) in (
      select customer_id, product_id, option_id, kind from product_alerts where sent_at < ${before} limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

export type PendingAlertRow = {
  product_id: number;
  option_id: number;
  option_name: string;
  kind: PendingAlertKind;
  due_at: Date | null;
  created_at: Date;
};

/** Returns the pending alerts of a customer for active products, most recent first. */
export async function listPendingAlerts(db: Db, customerId: number, locale: Locale): Promise<PendingAlertRow[]> {
  const { rows } = await sql<PendingAlertRow>`
    select a.product_id, a.option_id, ${sql.ref(locale === "ru-RU" ? "v.name_ru" : "v.name_en")} as option_name, a.kind,
      a.due_at, a.created_at
    from product_alerts a
      join products p on p.id = a.product_id
      join product_variants v on (v.product_id, v.option_id) = (a.product_id, a.option_id)
    where a.customer_id = ${customerId} and a.sent_at is null and p.status = 'active'
    order by a.created_at desc, a.product_id desc, a.option_id, a.kind`.execute(db);
  return rows;
}

export type DueAlert = {
  customer_id: number;
  product_id: number;
  option_id: number;
  kind: PendingAlertKind;
  created_at: Date;
};

/**
 * Claims alerts that are due and marks them as sent in this transaction. Rows locked by other workers are skipped. A
 * price drop and a reminder to refill are due only while the variant is offered and in stock.
 */
export async function claimDueAlerts(db: Tx, now: Date, limit: number): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    with due as (
      select a.customer_id, a.product_id, a.option_id, a.kind
      from product_alerts a
        join product_variants v on (v.product_id, v.option_id) = (a.product_id, a.option_id)
        join products p on p.id = a.product_id
      where a.sent_at is null and p.status = 'active' and ${isOffered("v")} and ${inStock("v")}
        and (a.kind = 'back_in_stock' or (a.kind = 'refill' and a.due_at <= ${now})
          or price_in_force(v.price_minor, v.old_price_minor, v.sale_ends_at, ${now}) < a.price_minor)
      order by a.customer_id, a.product_id, a.option_id, a.kind
      limit ${sql.lit(limit)} for update of a skip locked
    )
    update product_alerts a set sent_at = ${now} from due
    where (a.customer_id, a.product_id, a.option_id, a.kind) = (due.customer_id, due.product_id, due.option_id, due.kind)
    returning a.customer_id, a.product_id, a.option_id, a.kind, a.created_at`.execute(db);
  return rows;
}

export type AlertMessageRow = {
  email: string;
  locale: Locale;
  is_reachable: boolean;
  slug: string;
  /** The name of the product, followed by the name of the option if there is one. */
  name: string;
  price_minor: number;
};

/** Returns the data of an alert's message, in the customer's language. */
export async function findAlertMessage(db: Tx, alert: DueAlert, now: Date): Promise<AlertMessageRow | undefined> {
  const { rows } = await sql<AlertMessageRow>`
    select c.email, c.locale, c.deleted_at is null as is_reachable, p.slug,
      case c.locale when 'ru-RU' then concat_ws(', ', p.name_ru, nullif(v.name_ru, ''))
        else concat_ws(', ', p.name_en, nullif(v.name_en, '')) end as name,
      price_in_force(v.price_minor, v.old_price_minor, v.sale_ends_at, ${now}) as price_minor
    from customers c, products p join product_variants v on v.product_id = p.id
    where c.id = ${alert.customer_id} and p.id = ${alert.product_id} and v.option_id = ${alert.option_id}`.execute(db);
  return rows[0];
}

/** Counts the pending alerts about a lower price of variants of a product that are due. */
export async function countDuePriceAlerts(
  db: Tx,
  productId: number,
  optionIds: readonly number[],
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from product_alerts a
      join product_variants v on (v.product_id, v.option_id) = (a.product_id, a.option_id)
      join products p on p.id = a.product_id
    where a.product_id = ${productId} and a.option_id = any(${[...optionIds]}::integer[]) and a.kind = 'price_drop'
      and a.sent_at is null and p.status = 'active' and ${isOffered("v")} and ${inStock("v")}
      and price_in_force(v.price_minor, v.old_price_minor, v.sale_ends_at, ${now}) < a.price_minor`.execute(db);
  return rows[0]?.count ?? 0;
}

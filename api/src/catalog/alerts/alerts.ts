import { type Db, type Tx, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { toStoreDate } from "../../platform/i18n/store-dates.ts";
import {
  type AlertKey,
  countDuePriceAlerts,
  countOtherAlerts,
  deleteAlert,
  findAlertVariant,
  upsertAlert,
  upsertRefillAlert,
  listPendingAlerts,
} from "./alert-sql.ts";
import { type AlertList, refusals } from "../schema.ts";
import { isInStock } from "../products/stock.ts";
import { getProductCards } from "../products/product-cards.ts";
import type { ShopperContext } from "../pricing/shopper-context.ts";

/** The maximum number of pending alerts of a customer, since a job checks all alerts every minute. */
const MAX_ALERTS = 200;

/**
 * Counts the alerts about a lower price that the prices of a product make due: those of variants in stock.
 * @param optionIds the variants whose price was changed
 */
export async function countPriceAlertsToSend(
  db: Tx,
  productId: number,
  optionIds: readonly number[],
  now: Date,
): Promise<number> {
  return optionIds.length === 0 ? 0 : countDuePriceAlerts(db, productId, optionIds, now);
}

/** Returns the pending alerts of a customer with product cards. Products that are not active are omitted. */
export async function listAlerts(db: Db, customerId: number, shopper: ShopperContext): Promise<AlertList> {
  const pending = await listPendingAlerts(db, customerId, shopper.locale);
  const cards = await getProductCards(db, [...new Set(pending.map((alert) => alert.product_id))], shopper);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return {
    items: pending.flatMap(({ product_id, option_id, option_name, kind, due_at, created_at }) => {
      const card = byId.get(product_id);
      const due_on = due_at && toStoreDate(due_at);
      return card
        ? [{ product: card, option_id, option_name, kind, due_on, created_at: created_at.toISOString() }]
        : [];
    }),
  };
}

/**
 * Creates an alert. A pending alert is not changed; an alert that was sent becomes pending again.
 * Refuses `product_not_found`, `alert_in_stock` (the variant is in stock already), `too_many_alerts`.
 */
export async function setAlert(db: Db, key: AlertKey, now: Date): Promise<void> {
  const variant = await findAlertVariant(db, key.productId, key.optionId, now);
  if (!variant) throw refuse(refusals, "product_not_found");
  if (key.kind === "back_in_stock" && isInStock(variant)) throw refuse(refusals, "alert_in_stock");
  await withTransaction(db, async (db) => {
    await requireFewAlerts(db, key);
    await upsertAlert(db, key, variant.price_minor, now);
  });
}

/**
 * Creates a reminder to refill, which is sent once at a time, or moves it to that time.
 * @throws refusal `too_many_alerts`
 */
export async function setRefillAlert(db: Db, key: Omit<AlertKey, "kind">, dueAt: Date, now: Date): Promise<void> {
  await withTransaction(db, async (tx) => {
    await requireFewAlerts(tx, { ...key, kind: "refill" });
    await upsertRefillAlert(tx, key, dueAt, now);
  });
}

async function requireFewAlerts(tx: Tx, key: AlertKey): Promise<void> {
  if ((await countOtherAlerts(tx, key)) >= MAX_ALERTS)
    throw refuse(refusals, "too_many_alerts", { params: { max: MAX_ALERTS } });
}

/** Removes an alert. Does nothing if there is none. */
export async function removeAlert(db: Db, key: AlertKey): Promise<void> {
  await deleteAlert(db, key);
}

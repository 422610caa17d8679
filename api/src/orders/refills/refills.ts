import { setRefillAlert } from "../../catalog/alerts/alerts.ts";
import { dailyUse, refillNoticeDays } from "../../catalog/settings.ts";
import { serializeCardImage } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { toStoreDate } from "../../platform/i18n/store-dates.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { refusals as orderRefusals } from "../schema.ts";
import { estimateRefill, type RefillEstimate } from "./estimate-refill.ts";
import { type OrderRefills, refusals } from "./schema.ts";
import { isOrderOfCustomer, listRefillRows, type RefillRow } from "./sql.ts";

type OwnOrder = { customerId: number; orderId: number; now: Date };

/**
 * Returns until when the items of a customer's own delivered order last.
 * @throws refusal `order_not_found`
 */
export async function getOrderRefills(db: Db, order: OwnOrder): Promise<OrderRefills> {
  const refills = await listRefills(db, order);
  return {
    items: refills.map(({ row, days, endsOn, remindAt }) => {
      const { product_id, option_id, name, option_name, is_reminded, image } = row;
      return {
        ...{ product_id, option_id, name, option_name, days, is_reminded },
        image: image && serializeCardImage(image, name),
        ends_on: endsOn,
        remind_on: remindAt && toStoreDate(remindAt),
      };
    }),
  };
}

/**
 * Reminds the customer once, some days before an item of their delivered order is used up.
 * @throws refusals `order_not_found`, `refill_not_found`, `refill_too_late` and those of `setRefillAlert`
 */
export async function setRefillReminder(
  db: Db,
  order: OwnOrder,
  { product_id: productId, option_id: optionId }: { product_id: number; option_id: number },
): Promise<void> {
  const refills = await listRefills(db, order);
  const refill = refills.find(({ row }) => row.product_id === productId && row.option_id === optionId);
  if (!refill) throw refuse(refusals, "refill_not_found");
  if (!refill.remindAt) throw refuse(refusals, "refill_too_late");
  await setRefillAlert(db, { customerId: order.customerId, productId, optionId }, refill.remindAt, order.now);
}

async function listRefills(
  db: Db,
  { customerId, orderId, now }: OwnOrder,
): Promise<(RefillEstimate & { row: RefillRow })[]> {
  if (!(await isOrderOfCustomer(db, customerId, orderId))) throw refuse(orderRefusals, "order_not_found");
  const [rows, uses, noticeDays] = await Promise.all([
    listRefillRows(db, customerId, orderId),
    getSetting(db, dailyUse),
    getSetting(db, refillNoticeDays),
  ]);
  return rows.flatMap((row) => {
    const estimate = estimateRefill(row, { dailyUse: uses, noticeDays, now });
    return estimate ? [{ ...estimate, row }] : [];
  });
}

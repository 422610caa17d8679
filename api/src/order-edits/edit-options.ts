import { getCurrentPrice } from "../catalog/pricing/current-price.ts";
import { serializeThumbnail } from "../content/images.ts";
import { MAX_PICKUP_POINTS } from "../delivery/pickup-points/service.ts";
import { convertFromRub, type Currency, toMajorUnits } from "../money/currency.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { getOrderToEdit } from "../orders/order-changes.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { AddableProducts, DeliveryOptions } from "./admin-schema.ts";
import { listParcelMethods } from "./edited-delivery.ts";
import { getOrderCurrency } from "./plan-edit.ts";
import { listVariants, searchVariants } from "./variants.ts";

const MAX_FOUND = 8;

/**
 * Finds variants that can be added to an order, with today's price at the rate of the order.
 * @throws refusal `order_not_found`
 */
export async function findAddableProducts(
  db: Db,
  orderId: number,
  q: string,
  { locale, now }: { locale: Locale; now: Date },
): Promise<AddableProducts> {
  const order = await getOrderToEdit(db, orderId);
  if (!order) throw refuse(orderRefusals, "order_not_found");
  return findSoldVariants(db, q, await getOrderCurrency(db, order), { locale, now });
}

/** Finds variants that are sold by reference, barcode or name, with today's price in a currency. */
export async function findSoldVariants(
  db: Db,
  q: string,
  currency: Currency,
  { locale, now }: { locale: Locale; now: Date },
): Promise<AddableProducts> {
  const variants = await searchVariants(db, q, locale, MAX_FOUND);
  return {
    currency: currency.code,
    items: variants.map((variant) => {
      const { product_id, option_id, reference, name, option_name, brand } = variant;
      const { currentMinor } = getCurrentPrice(variant, now);
      return {
        ...{ product_id, option_id, reference, name, option_name, brand },
        image: variant.image ? serializeThumbnail(variant.image, name) : null,
        price: toMajorUnits(convertFromRub(currentMinor, currency), currency),
        available: variant.stock,
      };
    }),
  };
}

/**
 * Lists the methods that carry the parcel of an order as it is, and which one it has.
 * @throws refusal `order_not_found`
 */
export async function getDeliveryOptions(db: Db, orderId: number, locale: Locale): Promise<DeliveryOptions> {
  const order = await getOrderToEdit(db, orderId);
  if (!order?.address) throw refuse(orderRefusals, "order_not_found");
  const [currency, variants] = await Promise.all([
    getOrderCurrency(db, order),
    listVariants(db, order.lines, order.locale),
  ]);
  const parcel = {
    ...{ lines: order.lines, variants, address: order.address },
    productsRubMinor: order.products_rub_minor,
  };
  const methods = await listParcelMethods(db, parcel, MAX_PICKUP_POINTS);
  return {
    method_id: order.shipping_method_id,
    pickup_point: order.pickup_point?.code ?? null,
    methods: methods.map(({ row, priceRubMinor, pickupPoints }) => ({
      id: row.id,
      name: locale === "ru-RU" ? row.name_ru : row.name_en,
      price: toMajorUnits(convertFromRub(priceRubMinor, currency), currency),
      needs_pickup_point: row.needs_pickup_point,
      pickup_points: pickupPoints.map(({ code, city_ru, city_en, address }) => ({
        ...{ code, address },
        city: locale === "ru-RU" ? city_ru : city_en,
      })),
    })),
  };
}

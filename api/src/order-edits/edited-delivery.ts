import { calculateParcelWeight } from "../customs/duty.ts";
import { findPointForParcel } from "../delivery/pickup-points/service.ts";
import { createPointSnapshot } from "../delivery/service.ts";
import { listMethodsForParcel, type OfferedMethod } from "../delivery/shipping-methods.ts";
import { type Currency, convertFromRub } from "../money/currency.ts";
import type { AddressSnapshot } from "../orders/order-address.ts";
import type { EditedOrder, LineChange, OrderChanges } from "../orders/order-changes.ts";
import type { PickupPointSnapshot } from "../orders/create-order.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { type EditOrderRequest, refusals } from "./admin-schema.ts";
import { getKey } from "./line-changes.ts";
import type { VariantRow } from "./variants.ts";

/** The goods of an order as they are packed. */
export type EditedParcel = Readonly<{
  lines: readonly Pick<LineChange, "product_id" | "option_id" | "qty" | "weight_g">[];
  variants: readonly VariantRow[];
  address: AddressSnapshot;
  productsRubMinor: number;
}>;

/** Weight of the goods in grams, without packaging. */
export function sumGoodsWeight(lines: EditedParcel["lines"]): number {
  return lines.reduce((sum, { weight_g, qty }) => sum + weight_g * qty, 0);
}

/** Lists the methods that carry the whole parcel of an order, each with its pickup points. */
export async function listParcelMethods(
  db: Db,
  { lines, variants, address, productsRubMinor }: EditedParcel,
  maxPickupPoints: number,
): Promise<OfferedMethod[]> {
  const { offered } = await listMethodsForParcel(db, {
    country: address.country,
    city: address.city,
    postcode: address.postcode,
    weightG: calculateParcelWeight(sumGoodsWeight(lines)),
    productsRubMinor,
    maxPickupPoints,
    products: lines.map((line) => {
      const variant = variants.find((one) => getKey(one) === getKey(line));
      return {
        ...{ productId: line.product_id, qty: line.qty },
        ...{ hazard: variant?.hazard ?? "none", sizeMm: variant?.size_mm ?? null },
      };
    }),
  });
  return offered.filter(({ refusedProductIds }) => refusedProductIds.length === 0);
}

/**
 * Chooses how the parcel of an edited order is sent. The price stays unless the method changes.
 * @returns the delivery if it changes, and its price in minor units of the order's currency
 * @throws refusal `method_not_available` if the method or the pickup point does not take the parcel
 */
export async function planDelivery(
  db: Db,
  order: EditedOrder,
  request: EditOrderRequest["delivery"],
  parcel: EditedParcel,
  currency: Currency,
): Promise<{ delivery: OrderChanges["delivery"]; deliveryMinor: number }> {
  const methodId = request?.method_id ?? order.shipping_method_id;
  const method = (await listParcelMethods(db, parcel, 0)).find(({ row }) => row.id === methodId);
  if (!method) throw refuse(refusals, "method_not_available", { data: { method_id: methodId } });
  const code = request ? request.pickup_point : (order.pickup_point?.code ?? null);
  const pickup_point = method.row.needs_pickup_point ? await getPickupPoint(db, code, method, parcel, order) : null;
  const isSameMethod = methodId === order.shipping_method_id;
  const isSame = isSameMethod && (pickup_point?.code ?? null) === (order.pickup_point?.code ?? null);
  const shipping_name = order.locale === "ru-RU" ? method.row.name_ru : method.row.name_en;
  return {
    delivery: isSame ? undefined : { shipping_method_id: method.row.id, shipping_name, pickup_point },
    deliveryMinor: isSameMethod ? order.delivery_minor : convertFromRub(method.priceRubMinor, currency),
  };
}

async function getPickupPoint(
  db: Db,
  code: string | null,
  { boxMm }: OfferedMethod,
  { lines, address: { country } }: EditedParcel,
  { locale }: Pick<EditedOrder, "locale">,
): Promise<PickupPointSnapshot> {
  const parcel = { country, boxMm, weightG: calculateParcelWeight(sumGoodsWeight(lines)) };
  const point = code === null ? "unknown" : await findPointForParcel(db, code, parcel);
  if (typeof point === "string")
    throw refuse(refusals, "method_not_available", { data: { pickup_point: code, reason: point } });
  return createPointSnapshot(point, locale);
}

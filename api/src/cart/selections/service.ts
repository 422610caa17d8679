import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { findCourierCode, findPointForParcel, serializeSelectedPoint } from "../../delivery/pickup-points/service.ts";
import type { PickupPointSelection, ShippingParam } from "../../delivery/schema.ts";
import { formatPlaceKey } from "../calculation/destination.ts";
import { type Cart, refusals } from "../schema.ts";
import { updateCart } from "../sql.ts";
import type { CartCalculator } from "../cart-calculator.ts";
import type { CartContext } from "../context.ts";
import { changeCart, changeLockedCart } from "../change-cart.ts";

/** @throws refusal `cart_address_unknown` if the address is not the customer's own */
export async function chooseAddress(
  calculator: CartCalculator,
  db: Db,
  addressId: number,
  context: CartContext,
): Promise<Cart> {
  return changeCart(calculator, db, context, async (tx, cart) => {
    if (!cart.addresses.some((address) => address.id === addressId)) throw refuse(refusals, "cart_address_unknown");
    // Another country or city has other delivery methods and pickup points.
    await updateCart(tx, context.customerId, {
      address_id: addressId,
      ...(cart.address?.id === addressId ? {} : { pickup_point: null }),
    });
  });
}

/** @throws refusal `cart_shipping_not_offered` */
export async function chooseShipping(
  calculator: CartCalculator,
  db: Db,
  methodId: number,
  context: CartContext,
): Promise<Cart> {
  return changeCart(calculator, db, context, async (tx, cart) => {
    if (!cart.methods.some((method) => method.row.id === methodId)) throw refuse(refusals, "cart_shipping_not_offered");
    await updateCart(tx, context.customerId, {
      shipping_method_id: methodId,
      ...(cart.method?.row.id === methodId ? {} : { pickup_point: null }),
    });
  });
}

/** @throws refusal `cart_payment_not_offered` */
export async function choosePayment(
  calculator: CartCalculator,
  db: Db,
  paymentId: number,
  context: CartContext,
): Promise<Cart> {
  return changeCart(calculator, db, context, async (tx, cart) => {
    const payment = cart.payments.available.find((one) => one.id === paymentId);
    if (!payment) throw refuse(refusals, "cart_payment_not_offered");
    await updateCart(tx, context.customerId, { payment_method: payment.code });
  });
}

/**
 * Selects a pickup point in the city of the address, and with it the delivery method that it belongs to. Returns the
 * selected point.
 * @throws refusals `point_required` (unless a code is given or a single courier serves the city), `cart_point_unknown`,
 * `cart_point_closed`, `cart_point_wrong_country`, `cart_point_too_heavy`, `cart_point_too_large`
 */
export async function choosePoint(
  calculator: CartCalculator,
  db: Db,
  choice: PickupPointSelection,
  context: CartContext,
): Promise<ShippingParam> {
  return changeLockedCart(calculator, db, context, async (tx, cart) => {
    const { destination } = cart;
    if (!destination) throw refuse(refusals, "cart_point_unknown");
    const code = choice.code || (choice.type === "COURIER" ? await findCourierCode(tx, destination) : null);
    if (!code) throw refuse(refusals, "point_required", { fields: { code: ["required"] } });
    const method = cart.methods.find((one) => one.row.needs_pickup_point);
    const boxMm = method ? method.boxMm : cart.boxMm;
    const point = await findPointForParcel(tx, code, { country: destination.country, weightG: cart.weightG, boxMm });
    if (typeof point === "string") throw refuse(refusals, `cart_point_${point}`);
    if (!method) throw refuse(refusals, "cart_shipping_not_offered");
    await updateCart(tx, context.customerId, {
      shipping_method_id: method.row.id,
      pickup_point: code,
      pickup_area: formatPlaceKey(destination),
    });
    return serializeSelectedPoint(point, context.locale);
  });
}

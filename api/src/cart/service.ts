import { listAddresses } from "../account/addresses.ts";
import { sellableVariants } from "../catalogue/sellable.ts";
import { qtyLimit, shownIn } from "../catalogue/shown.ts";
import { currencyByCode } from "../money/service.ts";
import { type Db, type Tx, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { Locale } from "../platform/locale.ts";
import { type CartLayout, layOut } from "./layout.ts";
import { type Cart, type CartWish, refusals } from "./schema.ts";
import {
  cartLines,
  deleteLine,
  emptyCart,
  findCart,
  lockCart,
  productsById,
  quantities,
  updateCart,
  upsertLine,
} from "./sql.ts";
import { wireCart } from "./wire.ts";

/** Whose cart, in what language and currency, at what moment. */
export type CartAt = { customerId: number; locale: Locale; currency: string; now: Date };

type StockCheck = NonNullable<Cart["stock_check"]>;

/** The cart with everything decided about it. */
export async function cartLayout(db: Db, at: CartAt): Promise<CartLayout> {
  const currency = await currencyByCode(db, at.currency);
  const [row, lines, addresses, shown] = await Promise.all([
    findCart(db, at.customerId),
    cartLines(db, at.customerId, at.locale),
    listAddresses(db, at.customerId, at.locale),
    shownIn(db, currency, at.now),
  ]);
  return layOut(db, { row, lines, addresses }, shown);
}

export async function showCart(db: Db, at: CartAt): Promise<Cart> {
  const currency = await currencyByCode(db, at.currency);
  return wireCart(await cartLayout(db, at), currency, at.locale);
}

/**
 * Sets wished quantities: add, change, remove (0), or with `merge` take the larger of what is there and what is brought
 * (the guest's cart at sign-in, spec §4). Repeating a call changes nothing. Quantities are clamped to what may be had;
 * `stock_check` says where. A product that is not sold any more is passed over in a merge.
 * Refuses `cart_line_unknown`.
 */
export async function changeLines(db: Db, wishes: CartWish[], merge: boolean, at: CartAt): Promise<Cart> {
  const checks = await withTransaction(db, async (tx) => {
    await lockCart(tx, at.customerId);
    return setQuantities(tx, wishes, merge, at);
  });
  return { ...(await showCart(db, at)), stock_check: checks };
}

async function setQuantities(db: Tx, wishes: CartWish[], merge: boolean, at: CartAt): Promise<StockCheck> {
  const shown = await shownIn(db, await currencyByCode(db, at.currency), at.now);
  const pairs = wishes.map((wish) => ({ productId: wish.product_id, optionId: wish.option_id }));
  const [variants, known, held] = await Promise.all([
    sellableVariants(db, pairs, at.locale),
    productsById(
      db,
      pairs.map((pair) => pair.productId),
    ),
    quantities(db, at.customerId),
  ]);
  const checks: StockCheck = [];
  for (const wish of wishes) {
    const line = { productId: wish.product_id, optionId: wish.option_id };
    const cartId = `${wish.product_id}_${wish.option_id}`;
    const had = held.get(cartId) ?? 0;
    const wanted = merge ? Math.max(wish.qty, had) : wish.qty;
    if (wanted === 0) {
      await deleteLine(db, at.customerId, line);
      continue;
    }
    const variant = variants.find((row) => row.product_id === wish.product_id && row.option_id === wish.option_id);
    const product = known.find((row) => row.id === wish.product_id);
    if (!product || (product.status !== "active" && had === 0)) {
      if (merge) {
        checks.push({ cart_id: cartId, code: "unavailable", total: wanted, available: 0 });
        continue;
      }
      throw refuse(refusals, "cart_line_unknown");
    }
    const choosable =
      variant !== undefined && product.status === "active" && !(product.has_options && wish.option_id === 0);
    const limit = choosable ? qtyLimit(variant.stock, variant.own_qty_limit, shown) : 0;
    if (limit === 0) {
      checks.push({ cart_id: cartId, code: "unavailable", total: wanted, available: 0 });
      // What cannot be had is not put in anew; a merged or older line stays, flagged, for the shopper to decide.
      if (merge || had > 0) await upsertLine(db, at.customerId, { ...line, qty: had > 0 ? had : wanted });
      continue;
    }
    if (wanted > limit) checks.push({ cart_id: cartId, code: "clamped", total: wanted, available: limit });
    await upsertLine(db, at.customerId, { ...line, qty: Math.min(wanted, limit) });
  }
  return checks;
}

export async function removeLines(db: Db, wishes: CartWish[], at: CartAt): Promise<Cart> {
  await withTransaction(db, async (tx) => {
    await lockCart(tx, at.customerId);
    for (const wish of wishes)
      await deleteLine(tx, at.customerId, { productId: wish.product_id, optionId: wish.option_id });
  });
  return showCart(db, at);
}

/** Refuses `cart_address_unknown` for an address that is not the customer's own. */
export async function chooseAddress(db: Db, addressId: number, at: CartAt): Promise<Cart> {
  return choose(db, at, async (tx, laid) => {
    if (!laid.addresses.some((address) => address.id === addressId)) throw refuse(refusals, "cart_address_unknown");
    // Another country or city has other methods and points.
    await updateCart(tx, at.customerId, {
      address_id: addressId,
      ...(laid.address?.id === addressId ? {} : { pickup_point: null }),
    });
  });
}

/** Refuses `cart_shipping_not_offered`. */
export async function chooseShipping(db: Db, methodId: number, at: CartAt): Promise<Cart> {
  return choose(db, at, async (tx, laid) => {
    if (!laid.methods.some((method) => method.row.id === methodId)) throw refuse(refusals, "cart_shipping_not_offered");
    await updateCart(tx, at.customerId, {
      shipping_method_id: methodId,
      ...(laid.method?.row.id === methodId ? {} : { pickup_point: null }),
    });
  });
}

/** Refuses `cart_payment_not_offered`. */
export async function choosePayment(db: Db, paymentId: number, at: CartAt): Promise<Cart> {
  return choose(db, at, async (tx, laid) => {
    const payment = laid.payments.find((one) => one.id === paymentId);
    if (!payment) throw refuse(refusals, "cart_payment_not_offered");
    await updateCart(tx, at.customerId, { payment_method: payment.code });
  });
}

/** Chooses a pick-up point, and with it the method it belongs to. Refuses `cart_point_unknown`. */
export async function choosePoint(db: Db, code: string, at: CartAt): Promise<Cart> {
  return choose(db, at, async (tx, laid) => {
    const method = laid.methods.find((one) => one.points.some((point) => point.code === code));
    if (!method) throw refuse(refusals, "cart_point_unknown");
    await updateCart(tx, at.customerId, { shipping_method_id: method.row.id, pickup_point: code });
  });
}

async function choose(db: Db, at: CartAt, change: (db: Tx, laid: CartLayout) => Promise<void>): Promise<Cart> {
  await withTransaction(db, async (tx) => {
    await lockCart(tx, at.customerId);
    await change(tx, await cartLayout(tx, at));
  });
  return showCart(db, at);
}

/** For checkout: holds the cart's row, lays it out, and can empty it once the order stands. */
export async function takeCart(db: Tx, at: CartAt): Promise<CartLayout> {
  await lockCart(db, at.customerId);
  return cartLayout(db, at);
}

export async function clearCart(db: Tx, customerId: number): Promise<void> {
  await emptyCart(db, customerId);
}

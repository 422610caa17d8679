import { listAddresses } from "../account/addresses.ts";
import { lockStockOf } from "../catalogue/stock.ts";
import type { Card } from "../catalogue/schema.ts";
import { cardsOf, type Looking } from "../catalogue/service.ts";
import { shownIn } from "../catalogue/shown.ts";
import { currencyByCode } from "../money/service.ts";
import type { ProviderName } from "../platform/config.ts";
import { type Db, type Tx, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { relyOnHeld } from "../platform/fresh.ts";
import type { Locale } from "../platform/locale.ts";
import { courierFor, pointFor } from "../delivery/points.ts";
import type { PointChoice } from "../delivery/schema.ts";
import { type CartLayout, layOut, placeOf } from "./layout.ts";
import { type CartMeans, guestMeans, readMeans } from "./means.ts";
import { type Cart, type CartWish, type Estimate, type EstimateRequest, refusals } from "./schema.ts";
import { putBackAll } from "./set-aside-sql.ts";
import {
  asideLines,
  cartLines,
  type CartRow,
  deleteLines,
  emptyCart,
  findCart,
  knownThings,
  lockCart,
  loneLines,
  piecesAsked,
  updateCart,
  upsertLines,
} from "./sql.ts";
import { wireCart } from "./wire.ts";
import { planLines, type WishMode } from "./wishes.ts";

export type { CartRow };

/** Whose cart, in what language and currency, at what moment. */
export type CartAt = {
  customerId: number;
  locale: Locale;
  currency: string;
  now: Date;
  /** The payment providers that this installation has keys of. */
  providers: readonly ProviderName[];
};

/** The cart with everything decided about it. */
export async function cartLayout(db: Db, at: CartAt): Promise<CartLayout> {
  const currency = await currencyByCode(db, at.currency);
  const [{ row, means, aside }, lines, addresses, shown] = await Promise.all([
    cartWithMeans(db, at),
    cartLines(db, at.customerId, at.locale),
    listAddresses(db, at.customerId, at.locale),
    shownIn(db, currency, at.now),
  ]);
  return layOut(db, { row, lines, aside, addresses, means, providers: at.providers }, shown);
}

async function cartWithMeans(db: Db, at: CartAt) {
  const row = await findCart(db, at.customerId);
  const [means, aside] = await Promise.all([
    readMeans(db, row, at),
    row?.has_aside ? asideLines(db, at.customerId, at.locale) : [],
  ]);
  return { row, means, aside };
}

/** How a guest sees his cart, and where he asks from. */
export type GuestAt = Omit<CartAt, "customerId"> & { ip: string };

/**
 * What goods would cost at somebody's door, by the same layout as a cart. Goods that are not sold are left out, a method
 * that needs a point stands without its list of points; a code that does not hold says why.
 */
export async function estimateCart(db: Db, asked: EstimateRequest, at: GuestAt): Promise<Estimate> {
  return wireEstimate(db, await estimateLayout(db, asked, await guestMeans(db, asked, at), at), at);
}

/** A guest's cart with everything decided about it. */
export async function estimateLayout(
  db: Db,
  asked: EstimateRequest,
  means: CartMeans,
  at: GuestAt,
): Promise<CartLayout> {
  const currency = await currencyByCode(db, at.currency);
  const lines = asked.lines.map(({ product_id, option_id, qty }) => ({
    productId: product_id,
    optionId: option_id,
    qty,
  }));
  const [rows, shown] = await Promise.all([loneLines(db, lines, at.locale), shownIn(db, currency, at.now)]);
  const { country, city, postcode } = asked;
  return layOut(
    db,
    {
      ...{ row: undefined, lines: rows, addresses: [], means },
      ...{ destination: { country, city, postcode }, points: 1, providers: at.providers },
    },
    shown,
  );
}

export async function wireEstimate(db: Db, laid: CartLayout, at: GuestAt): Promise<Estimate> {
  const currency = await currencyByCode(db, at.currency);
  const whole = wireCart(laid, await presentCards(db, laid, at), currency, at.locale);
  const items = whole.shipping.availiable_shipping.items.map((method) => ({ ...method, options: [] }));
  const country = laid.destination?.country ?? "";
  return { ...whole, country, shipping: { ...whole.shipping, availiable_shipping: { items } } };
}

export async function showCart(db: Db, at: CartAt): Promise<Cart> {
  const currency = await currencyByCode(db, at.currency);
  const laid = await cartLayout(db, at);
  return wireCart(laid, await presentCards(db, laid, at), currency, at.locale);
}

/** The cards of the presents that a cart may choose from, or might with more in it. */
export async function presentCards(db: Db, { means }: CartLayout, at: Looking): Promise<Card[]> {
  return cardsOf(db, means.tier?.tier.products.map((one) => one.product_id) ?? [], at);
}

/**
 * Sets wished quantities: add, change, remove (0), or with `merge` take the larger of what is there and what is brought
 * (the guest's cart at sign-in, spec §4); `late` wishes were made on a page without a network, and what is not as it was
 * there is told as a change. Repeating a call changes nothing. Quantities are clamped to what may be had; `stock_check`
 * says where.
 * Refuses `cart_line_unknown`, `option_required`, `cart_full`.
 */
export async function changeLines(db: Db, wishes: CartWish[], mode: WishMode, at: CartAt): Promise<Cart> {
  return wish(db, wishes, mode, at);
}

/** Puts in what is still sold of these, the larger quantity of the two; `stock_check` tells what is not. Refuses `cart_full`. */
export async function bringLines(db: Db, wishes: CartWish[], at: CartAt): Promise<Cart> {
  return wish(db, wishes, "repeat", at);
}

async function wish(db: Db, wishes: CartWish[], mode: WishMode, at: CartAt): Promise<Cart> {
  const shown = await shownIn(db, await currencyByCode(db, at.currency), at.now);
  const checks = await withTransaction(db, async (tx) => {
    await lockCart(tx, at.customerId, at.now);
    const wished = wishes.map(({ product_id, option_id }) => ({ productId: product_id, optionId: option_id }));
    const plan = planLines(wishes, { things: await knownThings(tx, at.customerId, wished), shown }, mode);
    await deleteLines(tx, at.customerId, plan.takeOut);
    await upsertLines(tx, at.customerId, plan.put);
    return plan.checks;
  });
  return { ...(await showCart(db, at)), stock_check: checks };
}

export async function removeLines(db: Db, wishes: CartWish[], at: CartAt): Promise<Cart> {
  await withTransaction(db, async (tx) => {
    await lockCart(tx, at.customerId, at.now);
    await deleteLines(
      tx,
      at.customerId,
      wishes.map(({ product_id, option_id }) => ({ productId: product_id, optionId: option_id })),
    );
  });
  return showCart(db, at);
}

/** The shopper has seen what changed: it is not told again, and quantities become what there is. */
export async function takeNote(db: Db, at: CartAt): Promise<Cart> {
  return choose(db, at, async (tx, { lines }) => {
    const seen = lines.map((line) => {
      const qty = line.available ? Math.min(line.row.qty, line.qtyLimit) : line.row.qty;
      return {
        productId: line.row.product_id,
        optionId: line.row.option_id,
        qty,
        seen: { qty, priceMinor: line.priceRubMinor, onSale: line.oldRubMinor !== null, available: line.available },
      };
    });
    await upsertLines(tx, at.customerId, seen);
  });
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
    const payment = laid.payments.offered.find((one) => one.id === paymentId);
    if (!payment) throw refuse(refusals, "cart_payment_not_offered");
    await updateCart(tx, at.customerId, { payment_method: payment.code });
  });
}

/**
 * Chooses a pick-up point, and with it the method it belongs to, for the city of the address.
 * Refuses `point_required` unless a code is given or one courier serves the city, `cart_point_unknown`, `cart_point_closed`, `cart_point_wrong_country`, `cart_point_too_heavy`, `cart_point_too_large`.
 */
export async function choosePoint(db: Db, choice: PointChoice, at: CartAt): Promise<Cart> {
  return choose(db, at, async (tx, laid) => {
    const { destination } = laid;
    if (!destination) throw refuse(refusals, "cart_point_unknown");
    const code = choice.code || (choice.type === "COURIER" ? await courierFor(tx, destination) : null);
    if (!code) throw refuse(refusals, "point_required", { fields: { code: ["required"] } });
    const method = laid.methods.find((one) => one.row.needs_point);
    const boxMm = method ? method.boxMm : laid.boxMm;
    const point = await pointFor(tx, code, { country: destination.country, weightG: laid.weightG, boxMm });
    if (typeof point === "string") throw refuse(refusals, `cart_point_${point}`);
    if (!method) throw refuse(refusals, "cart_shipping_not_offered");
    await updateCart(tx, at.customerId, {
      shipping_method_id: method.row.id,
      pickup_point: code,
      point_place: placeOf(destination),
    });
  });
}

async function choose(db: Db, at: CartAt, change: (db: Tx, laid: CartLayout) => Promise<void>): Promise<Cart> {
  await withTransaction(db, async (tx) => {
    await relyOnHeld(tx);
    await lockCart(tx, at.customerId, at.now);
    await change(tx, await cartLayout(tx, at));
  });
  return showCart(db, at);
}

/** For checkout: holds a cart and all the stock that an order of it may take, until the transaction ends. */
export async function holdCart(db: Tx, at: CartAt): Promise<CartRow | undefined> {
  await lockCart(db, at.customerId, at.now);
  const row = await findCart(db, at.customerId);
  await lockStockOf(db, piecesAsked(at.customerId));
  return row;
}

/**
 * Lays a cart out that is held, as far as an order looks at it: without what waits or might be chosen yet, without lists
 * of points, and without looking for any where none was chosen.
 */
export async function layOutHeld(db: Tx, row: CartRow | undefined, at: CartAt): Promise<CartLayout> {
  const currency = await currencyByCode(db, at.currency);
  const [means, lines, addresses, shown] = await Promise.all([
    readMeans(db, row, at, "chosen"),
    cartLines(db, at.customerId, at.locale),
    listAddresses(db, at.customerId, at.locale),
    shownIn(db, currency, at.now),
  ]);
  const points = row?.pickup_point ? 1 : 0;
  return layOut(db, { row, lines, addresses, means, points, providers: at.providers }, shown);
}

/** Empties a cart whose order stands; what waited for the next order comes into it. */
export async function clearCart(db: Tx, customerId: number, row: CartRow | undefined): Promise<void> {
  await emptyCart(db, customerId);
  if (row?.has_aside) await putBackAll(db, customerId);
}

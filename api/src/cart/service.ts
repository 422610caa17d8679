import { listAddresses } from "../account/addresses/service.ts";
import { lockStockForQuery } from "../catalog/products/stock.ts";
import type { ProductCardData } from "../catalog/schema.ts";
import { getProductCards, type ShopperContext } from "../catalog/service.ts";
import { getPricingContext } from "../catalog/pricing/pricing-context.ts";
import { getCurrency } from "../money/service.ts";
import type { ProviderName } from "../platform/config.ts";
import { type Db, type Tx, withTransaction } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { useCachedSnapshot } from "../platform/cache/cache.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { findCourierCode, findPointForParcel } from "../delivery/pickup-points/service.ts";
import type { PickupPointSelection } from "../delivery/schema.ts";
import { type CalculatedCart, calculateCart, formatPlaceKey } from "./calculation/calculate-cart.ts";
import { type CartAdjustments, loadGuestAdjustments, loadAdjustments } from "./adjustments/calculate-adjustments.ts";
import { type Cart, type CartLineUpdate, type Estimate, type EstimateRequest, refusals } from "./schema.ts";
import { restoreSavedLines } from "./saved-for-later/sql.ts";
import {
  listSavedForLaterLines,
  listCartLines,
  type CartRow,
  deleteLines,
  emptyCart,
  findCart,
  loadVariantStates,
  lockCart,
  listUnstoredLines,
  buildOrderStockQuery,
  updateCart,
  upsertLines,
} from "./sql.ts";
import { serializeCart } from "./serializer.ts";
import { planLineUpdates, type LineUpdateMode } from "./lines/line-updates.ts";

export type { CartRow };

/** Whose cart, in which language and currency, and at what time. */
export type CartContext = {
  customerId: number;
  locale: Locale;
  currency: string;
  now: Date;
  /** Payment providers for which this installation has keys. */
  providers: readonly ProviderName[];
};

/** Loads and calculates the customer's cart. */
export async function loadCalculatedCart(db: Db, context: CartContext): Promise<CalculatedCart> {
  const currency = await getCurrency(db, context.currency);
  const [{ row, adjustments, savedForLater }, lines, addresses, pricing] = await Promise.all([
    loadCartWithAdjustments(db, context),
    listCartLines(db, context.customerId, context.locale),
    listAddresses(db, context.customerId, context.locale),
    getPricingContext(db, currency, context.now),
  ]);
  return calculateCart(
    db,
    { row, lines, savedForLater, addresses, adjustments, providers: context.providers },
    pricing,
  );
}

async function loadCartWithAdjustments(db: Db, context: CartContext) {
  const row = await findCart(db, context.customerId);
  const [adjustments, savedForLater] = await Promise.all([
    loadAdjustments(db, row, context),
    row?.has_saved_items ? listSavedForLaterLines(db, context.customerId, context.locale) : [],
  ]);
  return { row, adjustments, savedForLater };
}

/** Like `CartContext` for a guest, with their IP address. */
export type GuestCartContext = Omit<CartContext, "customerId"> & { ipAddress: string };

/**
 * Estimates what goods would cost at a destination, with the same calculation as a cart. Products that are not sold are
 * left out; a method that needs a pickup point comes without its list of points; a code that does not apply comes with
 * the reason.
 */
export async function estimateCart(db: Db, request: EstimateRequest, context: GuestCartContext): Promise<Estimate> {
  return serializeEstimate(
    db,
    await calculateEstimate(db, request, await loadGuestAdjustments(db, request, context), context),
    context,
  );
}

/** Calculates the cart of a guest from the lines in the request. */
export async function calculateEstimate(
  db: Db,
  request: EstimateRequest,
  adjustments: CartAdjustments,
  context: GuestCartContext,
): Promise<CalculatedCart> {
  const currency = await getCurrency(db, context.currency);
  const lines = request.lines.map(({ product_id, option_id, qty }) => ({
    productId: product_id,
    optionId: option_id,
    qty,
  }));
  const [rows, pricing] = await Promise.all([
    listUnstoredLines(db, lines, context.locale),
    getPricingContext(db, currency, context.now),
  ]);
  const { country, city, postcode } = request;
  return calculateCart(
    db,
    {
      ...{ row: undefined, lines: rows, addresses: [], adjustments },
      ...{ destination: { country, city, postcode }, maxPickupPoints: 1, providers: context.providers },
    },
    pricing,
  );
}

export async function serializeEstimate(db: Db, cart: CalculatedCart, context: GuestCartContext): Promise<Estimate> {
  const currency = await getCurrency(db, context.currency);
  const serialized = serializeCart(cart, await listGiftProducts(db, cart, context), currency, context.locale);
  const items = serialized.shipping.availiable_shipping.items.map((method) => ({ ...method, options: [] }));
  const country = cart.destination?.country ?? "";
  return { ...serialized, country, shipping: { ...serialized.shipping, availiable_shipping: { items } } };
}

export async function getCart(db: Db, context: CartContext): Promise<Cart> {
  const currency = await getCurrency(db, context.currency);
  const cart = await loadCalculatedCart(db, context);
  return serializeCart(cart, await listGiftProducts(db, cart, context), currency, context.locale);
}

/** Lists the products of the gift tier that the cart has reached or may reach next. */
export async function listGiftProducts(
  db: Db,
  { adjustments }: CalculatedCart,
  context: ShopperContext,
): Promise<ProductCardData[]> {
  return getProductCards(db, adjustments.tier?.tier.products.map((one) => one.product_id) ?? [], context);
}

/**
 * Sets line quantities: adds, changes or removes (0) lines. `merge` keeps the larger of the stored and the given
 * quantity (the guest's cart at sign-in). `late` is for changes that were made on a page without network: a difference
 * from what that page showed is reported as a change. Idempotent. Quantities are clamped to what is available;
 * `stock_check` lists the clamped lines.
 * @throws refusals `cart_line_unknown`, `option_required`, `cart_full`
 */
export async function updateLines(
  db: Db,
  updates: CartLineUpdate[],
  mode: LineUpdateMode,
  context: CartContext,
): Promise<Cart> {
  return applyLineUpdates(db, updates, mode, context);
}

/**
 * Adds those of the lines that are still sold, keeping the larger quantity; `stock_check` lists the others.
 * @throws refusal `cart_full`
 */
export async function addLinesFromOrder(db: Db, updates: CartLineUpdate[], context: CartContext): Promise<Cart> {
  return applyLineUpdates(db, updates, "repeat", context);
}

async function applyLineUpdates(
  db: Db,
  updates: CartLineUpdate[],
  mode: LineUpdateMode,
  context: CartContext,
): Promise<Cart> {
  const pricing = await getPricingContext(db, await getCurrency(db, context.currency), context.now);
  const stockChecks = await withTransaction(db, async (tx) => {
    await lockCart(tx, context.customerId, context.now);
    const keys = updates.map(({ product_id, option_id }) => ({ productId: product_id, optionId: option_id }));
    const plan = planLineUpdates(
      updates,
      { variantStates: await loadVariantStates(tx, context.customerId, keys), pricing },
      mode,
    );
    await deleteLines(tx, context.customerId, plan.removals);
    await upsertLines(tx, context.customerId, plan.upserts);
    return plan.stockChecks;
  });
  return { ...(await getCart(db, context)), stock_check: stockChecks };
}

export async function removeLines(db: Db, updates: CartLineUpdate[], context: CartContext): Promise<Cart> {
  await withTransaction(db, async (tx) => {
    await lockCart(tx, context.customerId, context.now);
    await deleteLines(
      tx,
      context.customerId,
      updates.map(({ product_id, option_id }) => ({ productId: product_id, optionId: option_id })),
    );
  });
  return getCart(db, context);
}

/** Marks the changes as seen: they are not reported again, and quantities are reduced to what is available. */
export async function acknowledgeChanges(db: Db, context: CartContext): Promise<Cart> {
  return updateSelection(db, context, async (tx, { lines }) => {
    const seen = lines.map((line) => {
      const qty = line.available ? Math.min(line.row.qty, line.qtyLimit) : line.row.qty;
      return {
        productId: line.row.product_id,
        optionId: line.row.option_id,
        qty,
        seen: { qty, priceMinor: line.priceRubMinor, onSale: line.oldRubMinor !== null, available: line.available },
      };
    });
    await upsertLines(tx, context.customerId, seen);
  });
}

/** @throws refusal `cart_address_unknown` if the address is not the customer's own */
export async function chooseAddress(db: Db, addressId: number, context: CartContext): Promise<Cart> {
  return updateSelection(db, context, async (tx, cart) => {
    if (!cart.addresses.some((address) => address.id === addressId)) throw refuse(refusals, "cart_address_unknown");
    // Another country or city has other delivery methods and pickup points.
    await updateCart(tx, context.customerId, {
      address_id: addressId,
      ...(cart.address?.id === addressId ? {} : { pickup_point: null }),
    });
  });
}

/** @throws refusal `cart_shipping_not_offered` */
export async function chooseShipping(db: Db, methodId: number, context: CartContext): Promise<Cart> {
  return updateSelection(db, context, async (tx, cart) => {
    if (!cart.methods.some((method) => method.row.id === methodId)) throw refuse(refusals, "cart_shipping_not_offered");
    await updateCart(tx, context.customerId, {
      shipping_method_id: methodId,
      ...(cart.method?.row.id === methodId ? {} : { pickup_point: null }),
    });
  });
}

/** @throws refusal `cart_payment_not_offered` */
export async function choosePayment(db: Db, paymentId: number, context: CartContext): Promise<Cart> {
  return updateSelection(db, context, async (tx, cart) => {
    const payment = cart.payments.available.find((one) => one.id === paymentId);
    if (!payment) throw refuse(refusals, "cart_payment_not_offered");
    await updateCart(tx, context.customerId, { payment_method: payment.code });
  });
}

/**
 * Selects a pickup point in the city of the address, and with it the delivery method that it belongs to.
 * @throws refusals `point_required` (unless a code is given or a single courier serves the city), `cart_point_unknown`,
 * `cart_point_closed`, `cart_point_wrong_country`, `cart_point_too_heavy`, `cart_point_too_large`
 */
export async function choosePoint(db: Db, choice: PickupPointSelection, context: CartContext): Promise<Cart> {
  return updateSelection(db, context, async (tx, cart) => {
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
  });
}

async function updateSelection(
  db: Db,
  context: CartContext,
  change: (db: Tx, cart: CalculatedCart) => Promise<void>,
): Promise<Cart> {
  await withTransaction(db, async (tx) => {
    await useCachedSnapshot(tx);
    await lockCart(tx, context.customerId, context.now);
    await change(tx, await loadCalculatedCart(tx, context));
  });
  return getCart(db, context);
}

/** For checkout: locks a cart and all stock that an order of it may take until the transaction ends. */
export async function lockCartAndStock(db: Tx, context: CartContext): Promise<CartRow | undefined> {
  await lockCart(db, context.customerId, context.now);
  const row = await findCart(db, context.customerId);
  await lockStockForQuery(db, buildOrderStockQuery(context.customerId));
  return row;
}

/**
 * Calculates a locked cart with only what an order needs: without saved lines, without gifts that are not chosen,
 * without lists of pickup points, and without loading any point if none is selected.
 */
export async function calculateCartForOrder(
  db: Tx,
  row: CartRow | undefined,
  context: CartContext,
): Promise<CalculatedCart> {
  const currency = await getCurrency(db, context.currency);
  const [adjustments, lines, addresses, pricing] = await Promise.all([
    loadAdjustments(db, row, context, "chosen"),
    listCartLines(db, context.customerId, context.locale),
    listAddresses(db, context.customerId, context.locale),
    getPricingContext(db, currency, context.now),
  ]);
  const maxPickupPoints = row?.pickup_point ? 1 : 0;
  return calculateCart(
    db,
    { row, lines, addresses, adjustments, maxPickupPoints, providers: context.providers },
    pricing,
  );
}

/** Empties a cart after its order was placed; lines saved for the next order move into it. */
export async function clearCart(db: Tx, customerId: number, row: CartRow | undefined): Promise<void> {
  await emptyCart(db, customerId);
  if (row?.has_saved_items) await restoreSavedLines(db, customerId);
}

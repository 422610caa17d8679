import { getCurrentPrice } from "../../catalog/pricing/current-price.ts";
import { calculateQtyLimit, type PricingContext } from "../../catalog/pricing/pricing-context.ts";
import { convertFromRub, getMinRubForDisplayAmount, toMajorUnits } from "../../money/currency.ts";
import { refuse } from "../../platform/http/errors.ts";
import { type Cart, type CartLineUpdate, refusals } from "../schema.ts";
import type { CartLineInput, VariantState } from "../sql.ts";

/** The list of updates that were clamped or refused because of the stock. */
export type StockCheck = NonNullable<Cart["stock_check"]>;

/**
 * How updates are combined with what is in the cart. `set`: the quantity replaces the stored one. `merge` (the guest's
 * cart at sign-in): the larger quantity wins and nothing is dropped. `repeat` (a past order): like `merge`, for what is
 * still sold. `late`: like `set`, from a page that could not reach the server: nothing is dropped, and current prices
 * do not count as seen.
 */
export type LineUpdateMode = "set" | "merge" | "repeat" | "late";

/** The state of the cart and the store to which updates are applied. */
type CurrentCart = {
  /** The variants in the updates and in the cart, keyed by `{product}_{option}`. */
  variantStates: ReadonlyMap<string, VariantState>;
  pricing: PricingContext;
};

/** The lines to store and to remove, and what the updates could not do (`stock_check` of the response). */
export type LineUpdatePlan = {
  upserts: CartLineInput[];
  removals: Pick<CartLineInput, "productId" | "optionId">[];
  stockChecks: StockCheck;
};

const unknownVariant: VariantState = { cartQty: 0, product: null, variant: null };

/**
 * The maximum number of lines in a cart; a merge may hold twice as many, so that merging two full carts loses nothing.
 */
const MAX_CART_LINES = 500;

/**
 * Plans the changes of a cart for these updates, each clamped to what is available; `stockChecks` lists the clamped
 * lines. The last update of a line wins, so the plan is idempotent.
 * @throws refusals `cart_line_unknown`, `option_required`, `cart_full`
 */
export function planLineUpdates(
  updates: readonly CartLineUpdate[],
  current: CurrentCart,
  mode: LineUpdateMode,
): LineUpdatePlan {
  const lines = new Map<string, CartLineInput | null>();
  const stockChecks = new Map<string, StockCheck[number]>();
  for (const update of updates) {
    const cartId = `${update.product_id}_${update.option_id}`;
    const variantState = current.variantStates.get(cartId) ?? unknownVariant;
    const currentQty = lines.get(cartId)?.qty ?? variantState.cartQty;
    const requestedQty = mode === "set" || mode === "late" ? update.qty : Math.max(update.qty, currentQty);
    const { line, stockCheck } = planLineUpdate(update, requestedQty, currentQty, variantState, current.pricing, mode);
    if (line !== undefined) lines.set(cartId, line);
    stockChecks.delete(cartId);
    if (stockCheck) stockChecks.set(cartId, { cart_id: cartId, total: requestedQty, ...stockCheck });
  }
  const upserts = [...lines.values()].filter((line) => line !== null);
  const currentIds = new Set(
    [...current.variantStates].filter(([, { cartQty }]) => cartQty > 0).map(([cartId]) => cartId),
  );
  const newLineCount = upserts.filter((line) => !currentIds.has(`${line.productId}_${line.optionId}`)).length;
  if (newLineCount > 0 && currentIds.size + newLineCount > (mode === "merge" ? 2 * MAX_CART_LINES : MAX_CART_LINES))
    throw refuse(refusals, "cart_full", { params: { most: MAX_CART_LINES } });
  const removals = [...lines].filter(([, line]) => line === null).map(([cartId]) => cartId.split("_").map(Number));
  return {
    upserts,
    removals: removals.map(([productId = 0, optionId = 0]) => ({ productId, optionId })),
    stockChecks: [...stockChecks.values()],
  };
}

type PlannedLine = {
  /** Null: the line is removed; undefined: nothing changes. */
  line?: CartLineInput | null;
  stockCheck?: Pick<StockCheck[number], "code" | "available">;
};

/**
 * Plans the update of one line.
 * @param requestedQty the quantity to store, before it is clamped
 * @param currentQty the quantity in the cart, 0 if the line is new
 */
function planLineUpdate(
  update: CartLineUpdate,
  requestedQty: number,
  currentQty: number,
  { product, variant }: VariantState,
  pricing: PricingContext,
  mode: LineUpdateMode,
): PlannedLine {
  if (requestedQty === 0) return { line: null };
  const { product_id: productId, option_id: optionId } = update;
  const isSold = product?.status === "active";
  if (!product || (!isSold && currentQty === 0 && mode === "set")) {
    if (mode === "set") throw refuse(refusals, "cart_line_unknown");
    return { stockCheck: { code: "unavailable", available: 0 } };
  }
  // The line stays in the cart until the shopper chooses an option; its stock is unknown until then.
  if (isSold && product.has_options && optionId === 0 && mode === "set")
    return { line: { productId, optionId, qty: requestedQty, seen: createSeenWithoutPrice(requestedQty) } };
  if (!variant && currentQty === 0 && mode === "set")
    throw refuse(refusals, product.has_options ? "option_required" : "cart_line_unknown");
  const isChoosable = variant !== null && isSold && !(product.has_options && optionId === 0);
  const limit = isChoosable ? calculateQtyLimit(variant.stock, product.own_qty_limit, pricing) : 0;
  if (!variant || limit === 0) {
    const stockCheck = { code: "unavailable" as const, available: 0 };
    // An unavailable line is not added; a merged one is added and flagged, so that the shopper can decide.
    if (currentQty > 0 || (mode !== "merge" && mode !== "late")) return { stockCheck };
    return { line: { productId, optionId, qty: requestedQty, seen: createSeenWithoutPrice(requestedQty) }, stockCheck };
  }
  const qty = Math.min(requestedQty, limit);
  const stockCheck = requestedQty > limit ? { stockCheck: { code: "clamped" as const, available: limit } } : {};
  if (mode === "merge" && qty === currentQty) return stockCheck;
  const price = getCurrentPrice(variant, pricing.now);
  if (mode === "late")
    return {
      line: { productId, optionId, qty, seen: createSeenFromOfflinePage(update, currentQty, price, pricing) },
      ...stockCheck,
    };
  const seen = {
    // The cart page reports a merged quantity that had to be reduced as a change.
    qty: mode === "merge" ? requestedQty : qty,
    priceMinor: price.currentMinor,
    onSale: price.oldMinor !== null,
    available: true,
  };
  return { line: { productId, optionId, qty, seen }, ...stockCheck };
}

/** What was seen of a line that cannot be ordered as it is. */
function createSeenWithoutPrice(qty: number): CartLineInput["seen"] {
  return { qty, priceMinor: null, onSale: null, available: true };
}

/**
 * For a line that is already in the cart, keeps what was seen before; for a new one, the price on the offline page is
 * what the shopper saw.
 */
function createSeenFromOfflinePage(
  { qty, seen_price: seenPrice }: CartLineUpdate,
  currentQty: number,
  { currentMinor }: { currentMinor: number },
  { currency }: PricingContext,
): CartLineInput["seen"] {
  if (currentQty > 0) return { qty, priceMinor: null, onSale: null, available: null };
  const isSame =
    seenPrice === undefined || toMajorUnits(convertFromRub(currentMinor, currency), currency) === seenPrice;
  return {
    qty,
    priceMinor: isSame ? currentMinor : getMinRubForDisplayAmount(seenPrice, currency),
    onSale: false,
    available: true,
  };
}

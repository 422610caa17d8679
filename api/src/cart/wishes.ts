import { priceHolding, qtyLimit, type Shown } from "../catalogue/shown.ts";
import { fromRub, leastRubShownAs, toWire } from "../money/currency.ts";
import { refuse } from "../platform/errors.ts";
import { type Cart, type CartWish, refusals } from "./schema.ts";
import type { KeptLine, KnownThing } from "./sql.ts";

export type StockCheck = NonNullable<Cart["stock_check"]>;

/**
 * How wishes meet what is in the cart: `set` says how many are wanted, `merge` (a guest's cart at sign-in) takes the
 * larger of the two and leaves nothing out, `repeat` (an order of the past) does so for what is still sold. `late` is `set`
 * of a page that could not reach the shop: nothing is left out, and nothing of today counts as seen.
 */
export type WishMode = "set" | "merge" | "repeat" | "late";

type Known = {
  /** All that is wished for and all that is in the cart, by `{product}_{option}`. */
  things: ReadonlyMap<string, KnownThing>;
  shown: Shown;
};

export type Plan = { put: KeptLine[]; takeOut: Pick<KeptLine, "productId" | "optionId">[]; checks: StockCheck };

const nothingKnown: KnownThing = { heldQty: 0, product: null, variant: null };

/** More lines than anybody reads; a merge of two such carts still loses nothing. */
const MOST_LINES = 500;

/**
 * What becomes of a cart by these wishes, each clamped to what may be had; `checks` says where. The last wish of a line
 * counts, so the same wishes once more change nothing.
 * Refuses `cart_line_unknown`, `option_required` and `cart_full`.
 */
export function planLines(wishes: readonly CartWish[], known: Known, mode: WishMode): Plan {
  const lines = new Map<string, KeptLine | null>();
  const checks = new Map<string, StockCheck[number]>();
  for (const wish of wishes) {
    const cartId = `${wish.product_id}_${wish.option_id}`;
    const thing = known.things.get(cartId) ?? nothingKnown;
    const had = lines.get(cartId)?.qty ?? thing.heldQty;
    const wanted = mode === "set" || mode === "late" ? wish.qty : Math.max(wish.qty, had);
    const { line, check } = planLine(wish, wanted, had, thing, known.shown, mode);
    if (line !== undefined) lines.set(cartId, line);
    checks.delete(cartId);
    if (check) checks.set(cartId, { cart_id: cartId, total: wanted, ...check });
  }
  const put = [...lines.values()].filter((line) => line !== null);
  const held = new Set([...known.things].filter(([, { heldQty }]) => heldQty > 0).map(([cartId]) => cartId));
  const fresh = put.filter((line) => !held.has(`${line.productId}_${line.optionId}`)).length;
  if (fresh > 0 && held.size + fresh > (mode === "merge" ? 2 * MOST_LINES : MOST_LINES))
    throw refuse(refusals, "cart_full", { params: { most: MOST_LINES } });
  const takeOut = [...lines].filter(([, line]) => line === null).map(([cartId]) => cartId.split("_").map(Number));
  return {
    put,
    takeOut: takeOut.map(([productId = 0, optionId = 0]) => ({ productId, optionId })),
    checks: [...checks.values()],
  };
}

type Planned = {
  /** Null: it leaves the cart; undefined: nothing changes. */
  line?: KeptLine | null;
  check?: Pick<StockCheck[number], "code" | "available">;
};

function planLine(
  wish: CartWish,
  wanted: number,
  had: number,
  { product, variant }: KnownThing,
  shown: Shown,
  mode: WishMode,
): Planned {
  if (wanted === 0) return { line: null };
  const { product_id: productId, option_id: optionId } = wish;
  const isSold = product?.status === "active";
  if (!product || (!isSold && had === 0 && mode === "set")) {
    if (mode === "set") throw refuse(refusals, "cart_line_unknown");
    return { check: { code: "unavailable", available: 0 } };
  }
  // The line stays in the cart until the shopper chooses an option: nothing is known of its stock before.
  if (isSold && product.has_options && optionId === 0 && mode === "set")
    return { line: { productId, optionId, qty: wanted, seen: seenWithoutPrice(wanted) } };
  if (!variant && had === 0 && mode === "set")
    throw refuse(refusals, product.has_options ? "option_required" : "cart_line_unknown");
  const isChoosable = variant !== null && isSold && !(product.has_options && optionId === 0);
  const limit = isChoosable ? qtyLimit(variant.stock, product.own_qty_limit, shown) : 0;
  if (!variant || limit === 0) {
    const check = { code: "unavailable" as const, available: 0 };
    // What cannot be had is not put in anew; a merged line comes in flagged, for the shopper to decide.
    if (had > 0 || (mode !== "merge" && mode !== "late")) return { check };
    return { line: { productId, optionId, qty: wanted, seen: seenWithoutPrice(wanted) }, check };
  }
  const qty = Math.min(wanted, limit);
  const check = wanted > limit ? { check: { code: "clamped" as const, available: limit } } : {};
  if (mode === "merge" && qty === had) return check;
  const price = priceHolding(variant, shown.now);
  if (mode === "late")
    return { line: { productId, optionId, qty, seen: seenEarlier(wish, had, price, shown) }, ...check };
  const seen = {
    // A guest is told on his next page, which is another one, what became of his cart.
    qty: mode === "merge" ? wanted : qty,
    priceMinor: price.currentMinor,
    onSale: price.oldMinor !== null,
    available: true,
  };
  return { line: { productId, optionId, qty, seen }, ...check };
}

/** For a line that cannot be ordered as it is. */
function seenWithoutPrice(qty: number): KeptLine["seen"] {
  return { qty, priceMinor: null, onSale: null, available: true };
}

/** Of a line that was in the cart what its owner knew stays; of a new one the page's own price is what he saw. */
function seenEarlier(
  { qty, seen_price: shown }: CartWish,
  had: number,
  { currentMinor }: { currentMinor: number },
  { currency }: Shown,
): KeptLine["seen"] {
  if (had > 0) return { qty, priceMinor: null, onSale: null, available: null };
  const isSame = shown === undefined || toWire(fromRub(currentMinor, currency), currency) === shown;
  return { qty, priceMinor: isSame ? currentMinor : leastRubShownAs(shown, currency), onSale: false, available: true };
}

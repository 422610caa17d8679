import { type Db, type Tx, withTransaction } from "../platform/db.ts";
import { text } from "../platform/texts.ts";
import { NOBODY } from "../promotions/promo.ts";
import { broughtCode, enterCode, refusalOf, refusedSentence } from "../promotions/service.ts";
import { guestMeans, noMeans } from "./means.ts";
import { goodsOf, takenMessage } from "./means-changes.ts";
import type { BroughtMeans, Cart, Estimate, EstimateRequest } from "./schema.ts";
import { type CartAt, cartLayout, estimateLayout, type GuestAt, showCart, wireEstimate } from "./service.ts";
import { lockCart, setPresents, updateCart } from "./sql.ts";

/**
 * Looks at a code that a guest enters, by the same rules as a customer's; the shop keeps nothing of it. What only a
 * customer can break (his first order, his own number of uses) is looked at when he has signed in.
 * Refuses what does not hold, each rule with its own code, and `certificate_needs_sign_in`.
 */
export async function enterGuestCode(
  db: Db,
  typed: string,
  asked: EstimateRequest,
  at: GuestAt,
): Promise<{ data: Estimate; message: string }> {
  const goods = goodsOf(await estimateLayout(db, asked, noMeans, at));
  const entered = await enterCode(db, typed, goods, { ...at, customerId: NOBODY });
  const promo = "promo" in entered ? entered.promo : null;
  const laid = await estimateLayout(db, asked, await guestMeans(db, { ...asked, promo }, at), at);
  // The gift of a code is a piece of stock, which only the whole cart can tell of.
  const refused = laid.means.promo?.refused;
  if (refused) throw await refusalOf(db, refused, at);
  return { data: await wireEstimate(db, laid, at), message: await takenMessage(db, entered, at) };
}

/**
 * Takes over what a guest had entered and chosen before he signed in; doing it again changes nothing. A code that does
 * not hold for this customer comes in and says why, unless the cart has one that holds: that one stays. Presents that
 * may be chosen take the place of those that were. The message tells what was not taken.
 */
export async function takeOver(
  db: Db,
  { promo: code, presents }: BroughtMeans,
  at: CartAt & { ip: string },
): Promise<{ data: Cart; message?: string }> {
  const found = code === null ? undefined : await broughtCode(db, code, at);
  const told: string[] = [];
  await withTransaction(db, async (tx) => {
    await lockCart(tx, at.customerId, at.now);
    const before = (await cartLayout(tx, at)).means.promo;
    if (code !== null && found === "unchecked") told.push(await refusedSentence(tx, { code: "promo_unchecked" }, at));
    else if (code !== null) {
      await updateCart(tx, at.customerId, { promo_code: found === "unchecked" || !found ? code : found.code });
      const refused = (await cartLayout(tx, at)).means.promo?.refused;
      if (refused && before && !before.refused) {
        await updateCart(tx, at.customerId, { promo_code: before.code });
        told.push(await refusedSentence(tx, refused, at));
      }
    }
    if (presents.length > 0 && !(await bringPresents(tx, presents, at))) told.push(text(at.locale, "presents_lost"));
  });
  return { data: await showCart(db, at), ...(told.length > 0 ? { message: told.join(" ") } : {}) };
}

/** Chooses of these presents what may be chosen; where that is none, what was chosen stays. @returns whether all may. */
async function bringPresents(db: Tx, wanted: readonly number[], at: CartAt): Promise<boolean> {
  const { tier, presentsThere } = (await cartLayout(db, at)).means;
  const offered = tier?.reached ? tier.tier : { products: [], choose_count: 0 };
  const may = offered.products
    .map((one) => one.product_id)
    .filter((id) => wanted.includes(id) && presentsThere.has(id));
  const chosen = may.slice(0, offered.choose_count);
  if (chosen.length > 0) await setPresents(db, at.customerId, chosen);
  return chosen.length === new Set(wanted).size;
}

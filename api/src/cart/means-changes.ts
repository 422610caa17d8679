import { refuseOutsideRussian } from "../bonuses/service.ts";
import { refusals as bonusRefusals } from "../bonuses/schema.ts";
import { fromRub } from "../money/currency.ts";
import { currencyByCode } from "../money/service.ts";
import { formatMoney } from "../money/format.ts";
import { type Db, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { Locale } from "../platform/locale.ts";
import { text } from "../platform/texts.ts";
import type { Goods } from "../promotions/promo.ts";
import { enterCode, type EnteredCode, refusalOf } from "../promotions/service.ts";
import type { CartLayout } from "./layout.ts";
import { type Cart, refusals } from "./schema.ts";
import { type CartAt, cartLayout, showCart } from "./service.ts";
import { lockCart, setPresents, updateCart } from "./sql.ts";

type Told = { data: Cart; message: string };

/**
 * Takes what was entered in the field of codes: a promo code replaces the one that was there, a gift certificate
 * stands beside it. Refuses what does not hold, each rule with its own code (promotions: `refusals`).
 */
export async function enterCodeInCart(db: Db, typed: string, at: CartAt & { ip: string }): Promise<Told> {
  const entered = await enterCode(db, typed, goodsOf(await cartLayout(db, at)), at);
  await withTransaction(db, async (tx) => {
    await lockCart(tx, at.customerId, at.now);
    await updateCart(
      tx,
      at.customerId,
      "promo" in entered ? { promo_code: entered.promo.code } : { certificate_id: entered.certificate.id },
    );
    // The gift of a code is a piece of stock, which only the whole cart can tell of.
    const refused = "promo" in entered ? (await cartLayout(tx, at)).means.promo?.refused : null;
    if (refused) throw await refusalOf(tx, refused, at);
  });
  return { data: await showCart(db, at), message: await takenMessage(db, entered, at) };
}

/** The goods of a cart as a code looks at them. */
export function goodsOf({ orderable }: CartLayout): Goods[] {
  return orderable.map(({ row, priceRubMinor }) => ({
    productId: row.product_id,
    categoryPath: row.category_path,
    sumRubMinor: priceRubMinor * row.qty,
  }));
}

/** What the shop says to a code that it has taken. */
export async function takenMessage(
  db: Db,
  entered: EnteredCode,
  at: { locale: Locale; currency: string },
): Promise<string> {
  const currency = await currencyByCode(db, at.currency);
  const spoken = (rubMinor: number) => formatMoney(fromRub(rubMinor, currency), currency, at.locale);
  if ("certificate" in entered)
    return text(at.locale, "certificate_applied", { sum: spoken(entered.certificate.balance_minor) });
  const { kind, percent, amount_minor } = entered.promo;
  return text(at.locale, `promo_applied_${kind}`, { percent: percent ?? 0, sum: spoken(amount_minor ?? 0) });
}

/** Takes the code, the certificate, or both out of the cart. */
export async function dropCodes(db: Db, only: "promo" | "certificate" | undefined, at: CartAt): Promise<Told> {
  await withTransaction(db, async (tx) => {
    await lockCart(tx, at.customerId, at.now);
    await updateCart(tx, at.customerId, {
      ...(only === "certificate" ? {} : { promo_code: null }),
      ...(only === "promo" ? {} : { certificate_id: null }),
    });
  });
  return { data: await showCart(db, at), message: text(at.locale, "code_removed") };
}

/** Pays with as many bonuses as the cart may take, or with none. Refuses `bonus_not_offered`, `bonus_none`. */
export async function payWithBonuses(db: Db, on: boolean, at: CartAt): Promise<Told> {
  refuseOutsideRussian(at.locale);
  await withTransaction(db, async (tx) => {
    await lockCart(tx, at.customerId, at.now);
    if (on && (await cartLayout(tx, at)).bonusOffer.bonuses === 0) throw refuse(bonusRefusals, "bonus_none");
    await updateCart(tx, at.customerId, { use_bonus: on });
  });
  const data = await showCart(db, at);
  const message = on ? text(at.locale, "bonus_on", { count: data.bonus?.used ?? 0 }) : text(at.locale, "bonus_off");
  return { data, message };
}

/**
 * Chooses presents; an empty list chooses none. Refuses `cart_present_not_offered` (also while the sum is not reached),
 * `cart_presents_too_many`, `cart_present_gone`.
 */
export async function choosePresents(db: Db, productIds: readonly number[], at: CartAt): Promise<Cart> {
  const wanted = [...new Set(productIds)];
  await withTransaction(db, async (tx) => {
    await lockCart(tx, at.customerId, at.now);
    // What was chosen before is let go first: the last piece may be chosen again.
    await setPresents(tx, at.customerId, []);
    const { tier, presentsThere } = (await cartLayout(tx, at)).means;
    const offered = tier?.reached ? tier.tier.products.map((one) => one.product_id) : [];
    if (!wanted.every((id) => offered.includes(id))) throw refuse(refusals, "cart_present_not_offered");
    const most = tier?.tier.choose_count ?? 0;
    if (wanted.length > most) throw refuse(refusals, "cart_presents_too_many", { params: { max: most } });
    if (!wanted.every((id) => presentsThere.has(id))) throw refuse(refusals, "cart_present_gone");
    await setPresents(tx, at.customerId, wanted);
  });
  return showCart(db, at);
}

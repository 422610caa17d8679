import { lockBonuses, spendBonuses } from "../bonuses/service.ts";
import type { CartLayout } from "../cart/layout.ts";
import type { CartAt, CartRow } from "../cart/service.ts";
import { fromRub, type Currency } from "../money/currency.ts";
import type { Dedication } from "../promotions/bought.ts";
import type { NewOrderLine } from "../orders/service.ts";
import type { Tx } from "../platform/db.ts";
import type { Refusal } from "../platform/errors.ts";
import { lockCertificateRow, spendCertificate } from "../promotions/certificates.ts";
import { addPromoUse, lockPromo, refusalOf } from "../promotions/service.ts";

/**
 * Holds what the cart pays with until the transaction ends, always in this order: code, certificate, bonuses; after the
 * cart and the stock. What is read of them afterwards stays true until the order stands.
 */
export async function holdMeans(db: Tx, cart: CartRow | undefined, { customerId, locale }: CartAt): Promise<void> {
  if (cart?.promo_code) await lockPromo(db, cart.promo_code);
  if (cart?.certificate_id) await lockCertificateRow(db, cart.certificate_id);
  if (cart?.use_bonus && locale === "ru-RU") await lockBonuses(db, customerId);
}

/** A code or certificate of the cart that does not hold any more stops the order with its own refusal. */
export async function meansRefusal(db: Tx, { means }: CartLayout, at: CartAt, data: object): Promise<Refusal> {
  const refused = means.promo?.refused ?? means.certificate?.refused;
  if (!refused) throw new Error("nothing that pays for the cart is refused");
  return refusalOf(db, refused, at, { data });
}

/** Spends on the order what the cart pays with, once its rows are held (`holdMeans`). */
export async function spendMeans(db: Tx, orderId: number, laid: CartLayout, at: CartAt): Promise<void> {
  const { means, totals } = laid;
  const { customerId, now } = at;
  if (means.promo?.row && hasGoods(laid)) await addPromoUse(db, { orderId, promoId: means.promo.row.id, customerId });
  if (means.certificate && totals.certificateRubMinor > 0) {
    const certificateId = means.certificate.row.id;
    await spendCertificate(db, { certificateId, orderId, amountMinor: totals.certificateRubMinor }, now);
  }
  if (totals.bonuses > 0) await spendBonuses(db, { customerId, orderId, amount: totals.bonuses }, now);
}

/** The frozen figures of what pays for the order. */
export function frozenMeans(laid: CartLayout) {
  const { means, totals } = laid;
  return {
    promo_code: hasGoods(laid) ? (means.promo?.code ?? null) : null,
    discount_minor: totals.promoMinor,
    bonus_minor: totals.bonusMinor,
    certificate_minor: totals.certificateMinor,
  };
}

/** A code is for goods: an order of certificates alone leaves it for another. */
function hasGoods({ orderable }: CartLayout): boolean {
  return orderable.length > 0;
}

/** The certificates that the order buys, each at its price. */
export function frozenCertificates({
  certificates,
  totals,
}: CartLayout): (Dedication & { price_minor: number; worth_minor: number })[] {
  return certificates.map(({ id: _id, ...line }, at) => ({
    ...line,
    price_minor: totals.certificatePricesMinor[at] ?? 0,
  }));
}

/** The lines of the order: goods with what the code takes off each, then what is given. */
export function frozenLines({ orderable, totals, means }: CartLayout, currency: Currency): NewOrderLine[] {
  const goods = orderable.map(({ row, priceRubMinor, weightG }, at) => ({
    product_id: row.product_id,
    option_id: row.option_id,
    reference: row.reference,
    name: row.name,
    option_name: row.variant?.name ?? "",
    qty: row.qty,
    price_minor: fromRub(priceRubMinor, currency),
    discount_minor: totals.lineDiscountsMinor[at] ?? 0,
    is_present: false,
    weight_g: weightG,
  }));
  const given = means.gifts.map(({ row: { stock: _stock, ...row } }) => ({
    ...row,
    qty: 1,
    price_minor: 0,
    discount_minor: 0,
    is_present: true,
  }));
  return [...goods, ...given];
}

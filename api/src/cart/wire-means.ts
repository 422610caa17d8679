import type { Card } from "../catalogue/schema.ts";
import { type Currency, fromRub, toWire } from "../money/currency.ts";
import type { Locale } from "../platform/locale.ts";
import { text } from "../platform/texts.ts";
import type { Refused } from "../promotions/promo.ts";
import { refusedParams } from "../promotions/service.ts";
import type { CartLayout } from "./layout.ts";
import type { Cart } from "./schema.ts";

/** Code and certificate of a cart: what they are, and why one does not hold any more. */
export function wirePromo({ means, totals }: CartLayout, currency: Currency, locale: Locale): Cart["promo"] {
  const { promo, certificate } = means;
  const refusal = (refused: Refused | null | undefined) =>
    refused
      ? { code: refused.code, message: text(locale, refused.code, refusedParams(refused, currency, locale)) }
      : null;
  return {
    promo: promo?.code ?? null,
    kind: promo?.row?.kind ?? null,
    percent: promo?.row?.percent ?? null,
    refusal: refusal(promo?.refused),
    certificate: certificate && {
      code: certificate.row.code,
      balance: toWire(fromRub(certificate.row.balance_minor, currency), currency),
      used: toWire(totals.certificateMinor, currency),
      refusal: refusal(certificate.refused),
    },
  };
}

export function wireBonus({ means, totals, bonusOffer }: CartLayout, currency: Currency): Cart["bonus"] {
  return (
    means.bonus && {
      balance: means.bonus.balance,
      offer: bonusOffer.bonuses,
      offer_price: toWire(bonusOffer.bonusMinor, currency),
      used: totals.bonuses,
      on: means.bonus.on,
    }
  );
}

/** @param cards of everything that the offer holds; what is gone says so. */
export function wirePresents({ means }: CartLayout, cards: readonly Card[], currency: Currency): Cart["presents"] {
  const { tier, gifts, presentsThere } = means;
  const gift = gifts.find((one) => one.of === "promo");
  return {
    product: { items: cards.map((card) => ({ ...card, available_for_order: presentsThere.has(card.id) })) },
    count: tier?.tier.choose_count ?? 0,
    can_сhoose: tier?.reached ?? false,
    price: toWire(fromRub(tier?.tier.threshold_minor ?? 0, currency), currency),
    chosen: gifts.filter((one) => one.of === "present").map((one) => one.row.product_id),
    gift: gift ? { product_id: gift.row.product_id, name: gift.row.name } : null,
  };
}

import { cardPictureOf } from "../content/pictures.ts";
import { wireCustoms } from "../customs/service.ts";
import type { SplitPart } from "../customs/split.ts";
import { wireMethod, wireMissing } from "../delivery/methods.ts";
import { type Currency, fromRub, toWire } from "../money/currency.ts";
import { wireMissingPayment, wirePayment } from "../payments/choice.ts";
import type { Locale } from "../platform/locale.ts";
import { changesOf } from "./changes.ts";
import type { Card } from "../catalogue/schema.ts";
import type { CartCertificate } from "./certificate-sql.ts";
import type { CartLayout, LaidLine } from "./layout.ts";
import type { SplitAdvice } from "./split-advice.ts";
import type { LineRow } from "./sql.ts";
import { wireRefusal } from "./refusal.ts";
import type { Cart, CartItem } from "./schema.ts";
import { wireBonus, wirePresents, wirePromo } from "./wire-means.ts";

/** A laid-out cart in the contract's own spelling (spec §3). @param presents the cards of what may be given. */
export function wireCart(laid: CartLayout, presents: Card[], currency: Currency, locale: Locale): Cart {
  const { totals, point } = laid;
  const wire = (minor: number) => toWire(minor, currency);
  return {
    cart_items: { items: laid.lines.map((line) => wireLine(line, currency, locale)) },
    certificates: {
      items: laid.certificates.map((line, at) =>
        wireCertificate(line, totals.certificatePricesMinor[at] ?? 0, currency),
      ),
    },
    products_count: laid.lines.reduce((sum, line) => sum + line.row.qty, 0),
    weight_g: laid.weightG,
    box_mm: laid.boxMm && [...laid.boxMm],
    price_v2: {
      iso_code: currency.code,
      sign: currency.sign,
      products_price: wire(totals.productsMinor),
      certificates_price: wire(totals.certificatesMinor),
      delivery_price: wire(totals.deliveryMinor),
      dicount_price: wire(totals.promoMinor + totals.bonusMinor + totals.certificateMinor),
      discounts: {
        promo: wire(totals.promoMinor),
        bonus: wire(totals.bonusMinor),
        certificate: wire(totals.certificateMinor),
      },
      total_price: wire(totals.totalMinor),
      default_currency_price: { total_price: laid.baseTotalMinor / 100, sign: "₽" },
    },
    customs_tax: wireCustoms(laid.customs, currency, locale),
    address: { availiable_address: { items: laid.addresses }, selected: laid.address?.id ?? null },
    shipping: {
      availiable_shipping: { items: laid.methods.map((method) => wireMethod(method, currency, locale)) },
      not_offered: laid.refusedMethods.map((method) => wireMissing(method, locale)),
      selected: laid.method?.row.id ?? null,
      selected_shipping_param: {
        type: point?.type ?? "",
        name: point?.name ?? "",
        code: point?.code ?? "",
        city: point ? (locale === "ru-RU" ? point.city_ru : point.city_en) : "",
        address: point?.address ?? "",
      },
    },
    payment: {
      availiable_payments: {
        items: laid.payments.offered.map((payment) => wirePayment(payment, locale)),
      },
      not_offered: laid.payments.refused.map((payment) => wireMissingPayment(payment, locale)),
      selected: laid.payment?.id ?? null,
    },
    not_availiable_for_shipping_products: laid.notShippable,
    promo: wirePromo(laid, currency, locale),
    bonus: wireBonus(laid, currency),
    presents: wirePresents(laid, presents, currency),
    problems: laid.problems,
    split: wireSplit(laid.split, currency),
    next_order: { items: laid.aside.map(wireAside) },
    changes: laid.lines.flatMap((line) => changesOf(line, currency)),
  };
}

function wireLine(line: LaidLine, currency: Currency, locale: Locale): CartItem {
  const { row } = line;
  const priceMinor = fromRub(line.priceRubMinor, currency);
  const price = toWire(priceMinor, currency);
  const total = toWire(priceMinor * row.qty, currency);
  return {
    cart_id: line.cartId,
    product: {
      id: row.product_id,
      name: row.name,
      link_rewrite: row.slug,
      reference: row.reference,
      manufacturer: row.manufacturer,
      image: cardPictureOf(row.media, row.name),
      has_options: row.has_options,
      available_for_order: line.available,
      price: {
        current: price,
        old: line.oldRubMinor === null ? null : toWire(fromRub(line.oldRubMinor, currency), currency),
        iso_code: currency.code,
        sign: currency.sign,
      },
    },
    option_id: row.option_id,
    option_name: row.variant?.name ?? "",
    qty: row.qty,
    qty_limit: line.qtyLimit,
    available_for_order: line.available,
    option_required: line.optionRequired,
    may_look_commercial: line.mayLookCommercial,
    shipping_refusal: wireRefusal(line.refusal, locale),
    price_per_item: price,
    price_total: total,
    price_v2: { sign: currency.sign, iso_code: currency.code, price, price_total: total },
  };
}

function wireCertificate(
  { worth_minor: _worth, ...line }: CartCertificate,
  priceMinor: number,
  currency: Currency,
): Cart["certificates"]["items"][number] {
  return { ...line, price: toWire(priceMinor, currency) };
}

function wireSplit(advice: SplitAdvice | null, currency: Currency): Cart["split"] {
  if (!advice) return null;
  const shown = (rubMinor: number) => toWire(fromRub(rubMinor, currency), currency);
  const linesOf = (part: SplitPart) => part.lines.map(({ id, qty }) => ({ cart_id: id, qty }));
  const remove = advice.below && {
    lines: linesOf(advice.below.left),
    products_price: shown(advice.below.kept.productsRubMinor),
  };
  if (advice.parts === null) return { reason: advice.reason, saved: 0, added: 0, parts: [], remove };
  const { savedRubMinor, addedRubMinor } = advice;
  return {
    reason: null,
    saved: shown(savedRubMinor),
    added: addedRubMinor < 0 ? -shown(-addedRubMinor) : shown(addedRubMinor),
    parts: advice.parts.map((part) => ({
      lines: linesOf(part),
      products_price: shown(part.productsRubMinor),
      delivery_price: shown(part.deliveryRubMinor),
    })),
    remove,
  };
}

function wireAside(row: LineRow): Cart["next_order"]["items"][number] {
  return {
    cart_id: `${row.product_id}_${row.option_id}`,
    name: row.name,
    link_rewrite: row.slug,
    image: cardPictureOf(row.media, row.name),
    option_name: row.variant?.name ?? "",
    qty: row.qty,
  };
}

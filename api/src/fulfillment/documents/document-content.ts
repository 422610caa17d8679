import type { DocumentSource, SourceShipment } from "./document-sql.ts";
import type { DocumentContent, DocumentLine, DocumentTotals } from "./printed-document.ts";
import { allocate } from "../../money/allocate.ts";
import { formatStaffAddress } from "../../orders/order-address.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { DocumentKind } from "./admin-schema.ts";

/** The settings of the store that documents show. */
type Store = Readonly<{
  names: Readonly<Record<Locale, string>>;
  legal: Readonly<{
    name: Readonly<Record<Locale, string>>;
    address: Readonly<Record<Locale, string>>;
    inn: string;
    ogrn: string;
  }> | null;
}>;

/**
 * Builds the content of a document of an order, or of one of its shipments.
 * @param customs how the order is declared, for a customs data sheet; otherwise null
 */
export function buildDocumentContent(
  kind: DocumentKind,
  source: DocumentSource | ShipmentSource,
  customs: DocumentContent["customs"],
  { names, legal }: Store,
): DocumentContent {
  const locale: Locale = kind === "customs_data_sheet" ? "en-US" : source.locale;
  return {
    order: {
      id: source.id,
      placed_at: source.placed_at.toISOString(),
      paid_at: source.paid_at?.toISOString() ?? null,
    },
    ...(source.joined_orders ? { joined_orders: source.joined_orders } : {}),
    ...("shipment" in source ? { shipment: { number: source.shipment.number, count: source.shipment.count } } : {}),
    store_name: names[locale],
    seller: legal && {
      ...{ name: legal.name[locale], name_en: legal.name["en-US"] },
      ...{ address: legal.address[locale], address_en: legal.address["en-US"] },
      ...{ inn: legal.inn, ogrn: legal.ogrn },
    },
    recipient: source.address && formatStaffAddress(source.address).filter((line) => line !== ""),
    shipping: {
      method: kind === "customs_data_sheet" ? source.shipping_name_en : source.shipping_name,
      pickup_point: source.pickup_point && `${source.pickup_point.code}, ${source.pickup_point.address}`,
      weight_g: source.weight_g,
    },
    currency: source.currency,
    lines: source.lines.map(({ line: _line, ...line }) =>
      kind === "customs_data_sheet" ? line : removeCustomsFields(line),
    ),
    totals: kind === "packing_slip" ? null : source.totals,
    customs,
  };
}

/** Removes what only customs needs, so that a change of it does not supersede the other documents. */
function removeCustomsFields({
  origin_country: _origin,
  net_weight_g: _netWeight,
  ...line
}: DocumentLine): DocumentLine {
  return line;
}

/** What documents of one of several shipments of an order are built from. */
export type ShipmentSource = DocumentSource &
  Readonly<{ shipment: Readonly<{ id: number; number: number; count: number }> }>;

/**
 * Returns what of an order is in one of its shipments: its pieces, its weight and its part of the sums. The sums of all
 * shipments add up to those of the order, and none is negative. Purchased gift cards are on the first shipment.
 * @param shipments all shipments of the order that are not canceled, by number
 */
export function selectShipment(
  source: DocumentSource,
  shipments: readonly SourceShipment[],
  shipment: SourceShipment,
): ShipmentSource {
  const goods = shipments.map(({ items }) =>
    items.reduce((sum, { line, quantity }) => sum + quantity * (findLine(source, line)?.price_minor ?? 0), 0),
  );
  const inShipments = goods.reduce((sum, minor) => sum + minor, 0);
  // The last part is that of the pieces that are in no shipment yet.
  const parts = [...goods, source.totals.products_minor - inShipments];
  const index = shipments.indexOf(shipment);
  return {
    ...source,
    weight_g: shipment.weight_g,
    lines: shipment.items.flatMap(({ line, quantity }) => {
      const ordered = findLine(source, line);
      return ordered ? [{ ...ordered, quantity, total_minor: quantity * ordered.price_minor }] : [];
    }),
    products_rub_minor: allocate(source.products_rub_minor, parts, 1)[index] ?? 0,
    totals: selectTotals(source.totals, parts, index),
    shipment: { id: shipment.id, number: shipment.number, count: shipments.length },
  };
}

function findLine({ lines }: DocumentSource, line: number) {
  return lines.find((one) => one.line === line);
}

/** Allocates each sum to what the ones before it have left, so that no total is negative. */
function selectTotals(totals: DocumentTotals, goods: readonly number[], index: number): DocumentTotals {
  const discounts = allocate(totals.discount_minor, goods, 1);
  const deliveries = allocate(totals.delivery_minor, goods, 1);
  const beforePoints = goods.map((minor, part) => minor - (discounts[part] ?? 0) + (deliveries[part] ?? 0));
  const points = allocate(totals.loyalty_minor, beforePoints, 1);
  const beforeGiftCard = beforePoints.map((minor, part) => minor - (points[part] ?? 0));
  const giftCards = allocate(totals.gift_card_minor, beforeGiftCard, 1);
  const giftCard = giftCards[index] ?? 0;
  const purchasedGiftCards = index === 0 ? totals.purchased_gift_cards_minor : 0;
  return {
    products_minor: goods[index] ?? 0,
    discount_minor: discounts[index] ?? 0,
    loyalty_minor: points[index] ?? 0,
    gift_card_minor: giftCard,
    delivery_minor: deliveries[index] ?? 0,
    purchased_gift_cards_minor: purchasedGiftCards,
    total_minor: (beforeGiftCard[index] ?? 0) - giftCard + purchasedGiftCards,
    duty_minor: allocate(totals.duty_minor, goods, 1)[index] ?? 0,
  };
}

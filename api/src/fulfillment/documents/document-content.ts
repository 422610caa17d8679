import type { DocumentSource } from "./document-source-sql.ts";
import type { DocumentContent, DocumentLine } from "./printed-document.ts";
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
 * Builds the content of a document of an order.
 * @param customs how the order is declared, for a customs data sheet; otherwise null
 */
export function buildDocumentContent(
  kind: DocumentKind,
  source: DocumentSource,
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
    lines: kind === "customs_data_sheet" ? source.lines : source.lines.map(removeCustomsFields),
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

import type { Locale } from "../../platform/i18n/locale.ts";
import type { DocumentKind } from "./admin-schema.ts";

/** What a document says. It is stored, so that the document can be printed again as it was. */
export type DocumentContent = Readonly<{
  order: Readonly<{ id: number; placed_at: string; paid_at: string | null }>;
  /** The orders whose goods are in the same parcel; missing if there are none. */
  joined_orders?: readonly number[];
  /** Of several shipments the one that the document belongs to; missing if the order has one shipment. */
  shipment?: Readonly<{ number: number; count: number }>;
  store_name: string;
  /** The legal entity in the language of the order and in English; null if the store profile has none. */
  seller: Readonly<{
    name: string;
    name_en: string;
    address: string;
    address_en: string;
    inn: string;
    ogrn: string;
  }> | null;
  /** The lines of the name and the address, in Latin letters; null if nothing is delivered, or after erasure. */
  recipient: readonly string[] | null;
  shipping: Readonly<{ method: string; pickup_point: string | null; weight_g: number }>;
  currency: Readonly<{ code: string; sign: string; minorDigits: number; roundingDigits: number }>;
  lines: readonly DocumentLine[];
  /** Sums in minor units of the currency; of a packing slip null. */
  totals: DocumentTotals | null;
  /** Of a customs data sheet only. */
  customs: Readonly<{
    form: string;
    needs_export_declaration: boolean;
    /**
     * Whether the recipient gave the passport that customs asks for; missing if it does not. The document is stored
     * readable, so that it does not hold the passport itself.
     */
    recipient_identity?: "given" | "missing";
  }> | null;
}>;

export type DocumentLine = Readonly<{
  reference: string;
  barcode: string | null;
  name: string;
  name_en: string;
  quantity: number;
  price_minor: number;
  total_minor: number;
  is_gift: boolean;
  /** Of one piece with its packaging. */
  weight_g: number;
  hs_code: string;
  customs_name_en: string;
  /** ISO 3166 code; of a customs data sheet only, and missing in those that were printed before it was known. */
  origin_country?: string;
  /** Of one piece without its packaging; null if it is not known. As `origin_country`. */
  net_weight_g?: number | null;
}>;

export type DocumentTotals = Readonly<{
  products_minor: number;
  discount_minor: number;
  loyalty_minor: number;
  gift_card_minor: number;
  delivery_minor: number;
  purchased_gift_cards_minor: number;
  total_minor: number;
  /** The duty that the customer may have to pay on receipt; 0 if none is expected. */
  duty_minor: number;
}>;

/** A document to be rendered. */
export type RenderedDocument = Readonly<{
  kind: DocumentKind;
  number: string;
  locale: Locale;
  content: DocumentContent;
  created_at: Date;
}>;

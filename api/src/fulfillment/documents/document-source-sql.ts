import { sql } from "kysely";
import type { AddressSnapshot } from "../../orders/order-address.ts";
import type { OrderStatus } from "../../orders/schema.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { DocumentContent, DocumentLine, DocumentTotals } from "./printed-document.ts";

/** What documents of an order are built from. */
export type DocumentSource = {
  id: number;
  status: OrderStatus;
  locale: Locale;
  placed_at: Date;
  paid_at: Date | null;
  address: AddressSnapshot | null;
  shipping_name: string;
  shipping_name_en: string;
  pickup_point: { code: string; address: string } | null;
  weight_g: number;
  currency: DocumentContent["currency"];
  lines: DocumentLine[];
  totals: DocumentTotals;
};

/**
 * Finds an order and locks it until the end of the transaction, so that its documents are printed one after the other.
 */
export async function findDocumentSource(db: Db, orderId: number): Promise<DocumentSource | undefined> {
  const { rows } = await sql<DocumentSource>`
    select o.id, o.status, o.locale, o.placed_at, o.paid_at, o.address, o.shipping_name,
      coalesce(s.name_en, '') as shipping_name_en, o.weight_g,
      case when o.pickup_point is not null then jsonb_build_object('code', o.pickup_point ->> 'code',
        'address', concat_ws(', ', o.pickup_point ->> 'city', o.pickup_point ->> 'address')) end as pickup_point,
      jsonb_build_object('code', m.code, 'sign', m.sign, 'minorDigits', m.minor_digits,
        'roundingDigits', m.rounding_digits) as currency,
      jsonb_build_object('products_minor', o.products_minor, 'discount_minor', o.discount_minor,
        'loyalty_minor', o.loyalty_minor, 'gift_card_minor', o.gift_card_minor, 'delivery_minor', o.delivery_minor,
        'purchased_gift_cards_minor', o.purchased_gift_cards_minor, 'total_minor', o.total_minor,
        'duty_minor', o.customs_tax_minor) as totals,
      array(
        select jsonb_build_object('reference', l.reference, 'barcode', p.barcode,
          'name', concat_ws(', ', l.name, nullif(l.option_name, '')),
          'name_en', concat_ws(', ', p.name_en, nullif(v.name_en, '')), 'quantity', l.qty,
          'price_minor', l.price_minor, 'total_minor', l.total_minor, 'is_gift', l.is_gift, 'weight_g', l.weight_g,
          'hs_code', p.hs_code, 'customs_name_en', p.customs_name_en,
          'origin_country', p.origin_country, 'net_weight_g', p.net_weight_g)
        from order_lines l join products p on p.id = l.product_id
        left join product_variants v on v.product_id = l.product_id and v.option_id = l.option_id
        where l.order_id = o.id and l.removed_by_edit is null order by l.line
      ) as lines
    from orders o join currencies m on m.code = o.currency
    left join shipping_methods s on s.id = o.shipping_method_id where o.id = ${orderId} for update of o`.execute(db);
  return rows[0];
}

/** Finds how the customs check of an order says that it is declared. */
export async function findDeclaration(db: Db, orderId: number): Promise<NonNullable<DocumentContent["customs"]>> {
  return db
    .selectFrom("customs_checks")
    .select([sql<"CN22" | "CN23">`form`.as("form"), "needs_export_declaration"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
}

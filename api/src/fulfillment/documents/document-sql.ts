import { sql } from "kysely";
import type { AddressSnapshot } from "../../orders/order-address.ts";
import type { OrderStatus } from "../../orders/schema.ts";
import { parcelOrderIds } from "../../orders/parcel/parcel-orders.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { Document, DocumentKind } from "./admin-schema.ts";
import type { DocumentContent, DocumentLine, DocumentTotals } from "./printed-document.ts";

/** Takes the next number of a kind in a year. Others wait until the end of the transaction, so that none is left out. */
export async function takeDocumentNumber(db: Tx, kind: DocumentKind, year: number): Promise<number> {
  const { rows } = await sql<{ last_number: number }>`
    insert into document_numbers (kind, year, last_number) values (${kind}, ${year}, 1)
    on conflict (kind, year) do update set last_number = document_numbers.last_number + 1
    returning last_number`.execute(db);
  return rows[0]?.last_number ?? 1;
}

type NewDocument = Readonly<{
  kind: DocumentKind;
  number: string;
  order_id: number;
  /** Null if it belongs to the whole order. */
  shipment_id: number | null;
  locale: Locale;
  content: DocumentContent;
  file_key: string;
  sha256: Buffer;
  created_at: Date;
  created_by: number | null;
}>;

/**
 * Stores a document, which supersedes the current one of its kind: that of its shipment, and that of the whole order, also
 * of the orders that are sent with it.
 * @returns its id
 */
export async function insertDocument(db: Tx, document: NewDocument): Promise<number> {
  await db
    .updateTable("documents")
    .set({ superseded_at: document.created_at })
    .where("order_id", "=", sql<number>`any(${parcelOrderIds(document.order_id)})`)
    .where("kind", "=", document.kind)
    .where("superseded_at", "is", null)
    .where(sql<boolean>`(shipment_id is null or shipment_id = ${document.shipment_id})`)
    .execute();
  const { id } = await db
    .insertInto("documents")
    .values({ ...document, content: JSON.stringify(document.content) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Finds the current document of an order or shipment with the same content, or undefined. */
export async function findSameDocument(
  db: Db,
  {
    kind,
    order_id,
    shipment_id,
    locale,
    content,
  }: Omit<NewDocument, "number" | "file_key" | "sha256" | "created_at" | "created_by">,
): Promise<{ id: number; number: string; kind: DocumentKind } | undefined> {
  const { rows } = await sql<{ id: number; number: string; kind: DocumentKind }>`
    select id, number, kind from documents
    where order_id = ${order_id} and shipment_id is not distinct from ${shipment_id} and kind = ${kind} and locale = ${locale} and superseded_at is null
      and file_key is not null and content = ${JSON.stringify(content)}::jsonb`.execute(db);
  return rows[0];
}

export type StoredDocument = {
  id: number;
  kind: DocumentKind;
  number: string;
  locale: Locale;
  content: DocumentContent;
  file_key: string | null;
  sha256: Buffer;
  created_at: Date;
};

/** Finds documents by their ids, in the sequence of the ids; unknown ones are left out. */
export async function findDocuments(db: Db, ids: readonly number[]): Promise<StoredDocument[]> {
  const { rows } = await sql<StoredDocument>`
    select id, kind, number, locale, content, file_key, sha256, created_at from documents
    where id = any(${ids}) order by array_position(${ids}::bigint[], id)`.execute(db);
  return rows;
}

type DocumentFilter = Readonly<{
  kind?: DocumentKind | undefined;
  orderId?: number | undefined;
  before?: number | undefined;
}>;

export type DocumentRow = Omit<Document, "created_at" | "created_by" | "superseded_at" | "shipment"> & {
  shipment_id: number | null;
  shipment_number: number | null;
  created_at: Date;
  superseded_at: Date | null;
  created_by: number | null;
  author_name: string | null;
};

/** Lists documents, the newest first. */
export async function listDocuments(
  db: Db,
  { kind, orderId, before }: DocumentFilter,
  limit: number,
): Promise<DocumentRow[]> {
  let query = db
    .selectFrom("documents as d")
    .leftJoin("staff as s", "s.id", "d.created_by")
    .leftJoin("shipments as h", "h.id", "d.shipment_id")
    .select(["d.id", "d.kind", "d.number", "d.order_id", "d.shipment_id", "h.number as shipment_number"])
    .select(["d.locale", "d.created_at", "d.superseded_at"])
    .select(["d.created_by", "s.name as author_name", sql<boolean>`d.file_key is null`.as("is_erased")])
    .orderBy("d.id", "desc")
    .limit(limit);
  if (kind) query = query.where("d.kind", "=", kind);
  if (orderId !== undefined) query = query.where("d.order_id", "=", sql<number>`any(${parcelOrderIds(orderId)})`);
  if (before !== undefined) query = query.where("d.id", "<", before);
  return (await query.execute()) as DocumentRow[];
}

/** Removes personal data from the documents of a customer. @returns the names of their files */
export async function eraseDocuments(db: Tx, customerId: number): Promise<string[]> {
  const { rows } = await sql<{ file_key: string }>`
    with erased as (
      select id, file_key from documents
      where order_id in (select id from orders where customer_id = ${customerId}) and file_key is not null for update)
    update documents d set file_key = null, content = d.content || '{"recipient": null}'
    from erased where d.id = erased.id returning erased.file_key`.execute(db);
  return rows.map((row) => row.file_key);
}

/** What documents of an order are built from. */
export type DocumentSource = {
  id: number;
  /** The orders that are sent with it and are part of the source; missing if it is of this order alone. */
  joined_orders?: number[];
  status: OrderStatus;
  locale: Locale;
  placed_at: Date;
  paid_at: Date | null;
  address: AddressSnapshot | null;
  shipping_name: string;
  shipping_name_en: string;
  pickup_point: { code: string; address: string } | null;
  weight_g: number;
  /** As `DocumentContent`; null if customs does not ask for it. */
  recipient_identity: "given" | "missing" | null;
  /** The value of the goods in kopecks. */
  products_rub_minor: number;
  currency: DocumentContent["currency"];
  lines: (DocumentLine & { line: number })[];
  totals: DocumentTotals;
};

/**
 * Finds an order and locks it until the end of the transaction, so that its documents are printed one after the other.
 */
export async function findDocumentSource(db: Db, orderId: number): Promise<DocumentSource | undefined> {
  const { rows } = await sql<DocumentSource>`
    select o.id, o.status, o.locale, o.placed_at, o.paid_at, o.address, o.shipping_name, o.products_rub_minor,
      coalesce(s.name_en, '') as shipping_name_en, o.weight_g,
      (select case when exists (select from recipient_identities i where i.order_id = o.id) then 'given' else 'missing' end
        from shipping_method_countries route where route.method_id = o.shipping_method_id
          and route.country = o.address ->> 'country' and route.recipient_identity is not null) as recipient_identity,
      case when o.pickup_point is not null then jsonb_build_object('code', o.pickup_point ->> 'code',
        'address', concat_ws(', ', o.pickup_point ->> 'city', o.pickup_point ->> 'address')) end as pickup_point,
      jsonb_build_object('code', m.code, 'sign', m.sign, 'minorDigits', m.minor_digits,
        'roundingDigits', m.rounding_digits) as currency,
      jsonb_build_object('products_minor', o.products_minor, 'discount_minor', o.discount_minor,
        'loyalty_minor', o.loyalty_minor, 'gift_card_minor', o.gift_card_minor, 'delivery_minor', o.delivery_minor,
        'purchased_gift_cards_minor', o.purchased_gift_cards_minor, 'total_minor', o.total_minor,
        'duty_minor', o.customs_tax_minor) as totals,
      array(
        select jsonb_build_object('line', l.line, 'reference', l.reference, 'barcode', p.barcode,
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

/** A shipment of an order with its pieces by line. */
export type SourceShipment = {
  id: number;
  number: number;
  /** The measured weight; before that the expected one. */
  weight_g: number;
  items: { line: number; quantity: number }[];
};

/** Lists the shipments of a main order that are not canceled, by number. The order must be locked. */
export async function listSourceShipments(db: Db, orderId: number): Promise<SourceShipment[]> {
  const { rows } = await sql<SourceShipment>`
    select s.id, s.number, coalesce(s.weight_g, s.expected_weight_g) as weight_g, array(
        select jsonb_build_object('line', i.line, 'quantity', i.quantity) from shipment_items i
        where i.shipment_id = s.id order by i.line
      ) as items
    from shipments s where s.order_id = ${orderId} and s.status <> 'canceled' order by s.number`.execute(db);
  return rows;
}

/** Finds how the customs check of an order says that it is declared. */
export async function findDeclaration(db: Db, orderId: number): Promise<NonNullable<DocumentContent["customs"]>> {
  return db
    .selectFrom("customs_checks")
    .select([sql<"CN22" | "CN23">`form`.as("form"), "needs_export_declaration"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
}

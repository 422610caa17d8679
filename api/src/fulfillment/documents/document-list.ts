import type { Db } from "../../platform/db/database.ts";
import type { Document, DocumentPage, DocumentQuery } from "./admin-schema.ts";
import { type DocumentRow, listDocuments } from "./document-sql.ts";

const MAX_ORDER_DOCUMENTS = 100;

/** Returns one page of documents, the newest first. */
export async function getDocumentPage(
  db: Db,
  { kind, order_id: orderId, before, limit }: DocumentQuery,
): Promise<DocumentPage> {
  const rows = await listDocuments(db, { kind, orderId, before }, limit + 1);
  const items = rows.slice(0, limit).map(serializeDocument);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** Returns the documents of an order, the newest first. */
export async function getOrderDocuments(db: Db, orderId: number): Promise<Document[]> {
  return (await listDocuments(db, { orderId }, MAX_ORDER_DOCUMENTS)).map(serializeDocument);
}

function serializeDocument(listed: DocumentRow): Document {
  const { author_name: authorName, created_by: authorId, ...fields } = listed;
  const { shipment_id: shipmentId, shipment_number: number, ...row } = fields;
  return {
    ...row,
    shipment: shipmentId === null || number === null ? null : { id: shipmentId, number },
    created_at: row.created_at.toISOString(),
    superseded_at: row.superseded_at?.toISOString() ?? null,
    created_by: authorId !== null && authorName !== null ? { id: authorId, name: authorName } : null,
  };
}

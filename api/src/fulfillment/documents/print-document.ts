import { createHash, randomUUID } from "node:crypto";
import { getDeclarationRules } from "../../customs/declaration-limits.ts";
import { refusals as orderRefusals } from "../../orders/schema.ts";
import type { OrderStatus } from "../../orders/schema.ts";
import { afterCommit, type Tx } from "../../platform/db/database.ts";
import type { FileStorage } from "../../platform/file-storage/file-storage.ts";
import { refuse } from "../../platform/http/errors.ts";
import { toStoreDate } from "../../platform/i18n/store-dates.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { legalEntity, shopName } from "../../platform/store-profile/settings.ts";
import { requireCustomsData } from "../check-customs.ts";
import { type CreatedDocument, type DocumentKind, refusals } from "./admin-schema.ts";
import { buildDocumentContent, selectShipment, type ShipmentSource } from "./document-content.ts";
import { storeDocumentFile } from "./document-files.ts";
import {
  type DocumentSource,
  findDeclaration,
  findSameDocument,
  insertDocument,
  listSourceShipments,
  takeDocumentNumber,
} from "./document-sql.ts";
import { findParcelSource } from "./parcel-source.ts";
import type { DocumentContent } from "./printed-document.ts";
import { renderDocuments } from "./render-documents.ts";

const numberPrefixes: Record<DocumentKind, string> = {
  invoice: "INV",
  packing_slip: "PS",
  customs_data_sheet: "CDS",
};

const printableStatuses: ReadonlySet<OrderStatus> = new Set([
  ...(["paid", "packing", "shipped", "delivered", "returned", "refunded"] as const),
]);

/** A document that an order or shipment has now, and whether it was printed just now. */
export type PrintedDocument = Readonly<{ document: CreatedDocument; isNew: boolean }>;

type PrintOptions = Readonly<{
  orderId: number;
  /** Without it the order must have one shipment at most. */
  shipmentId?: number | undefined;
  kind: DocumentKind;
  staffId: number | null;
  now: Date;
}>;

/**
 * Prints a document of an order, or of one of its shipments if it has several. Orders that are sent together have their
 * documents together. A document that would be the same as the
 * current one is not printed again.
 * @throws refusal `order_not_found`, `document_not_available` (not paid, canceled, or no goods),
 * `documents_per_shipment`, `customs_data_missing`, `shipment_not_allowed` or `text_not_drawable`
 */
export async function printDocument(
  app: { files: FileStorage },
  tx: Tx,
  { orderId, shipmentId, kind, staffId, now }: PrintOptions,
): Promise<PrintedDocument> {
  const source = await getSource(tx, orderId, shipmentId);
  if (!isPrintable(kind, source)) throw refuse(refusals, "document_not_available");
  const customs = kind === "customs_data_sheet" ? await getDeclaration(tx, source, now) : null;
  const content = buildDocumentContent(kind, source, customs, {
    names: await getSetting(tx, shopName),
    legal: await getSetting(tx, legalEntity),
  });
  const shipment_id = "shipment" in source ? source.shipment.id : null;
  const draft = { kind, order_id: source.id, shipment_id, locale: source.locale, content };
  const current = await findSameDocument(tx, draft);
  if (current) return { document: current, isNew: false };
  const year = Number(toStoreDate(now).slice(0, 4));
  const sequence = await takeDocumentNumber(tx, kind, year);
  const number = `${numberPrefixes[kind]}-${String(year % 100).padStart(2, "0")}-${sequence}`;
  const file = await renderDocuments([{ ...draft, number, created_at: now }]);
  const fileKey = randomUUID();
  const id = await insertDocument(tx, {
    ...{ ...draft, number, file_key: fileKey, created_at: now, created_by: staffId },
    sha256: createHash("sha256").update(file).digest(),
  });
  afterCommit(tx, () => storeDocumentFile(app.files, fileKey, file));
  return { document: { id, kind, number }, isNew: true };
}

/** Returns what is printed: the order with those that are sent with it, or the part that leaves in a shipment. */
async function getSource(
  tx: Tx,
  orderId: number,
  shipmentId: number | undefined,
): Promise<DocumentSource | ShipmentSource> {
  const source = await findParcelSource(tx, orderId);
  if (!source) throw refuse(orderRefusals, "order_not_found");
  const shipments = await listSourceShipments(tx, source.id);
  const shipment = shipments.find(({ id }) => id === shipmentId);
  if (shipmentId !== undefined && !shipment) throw refuse(refusals, "document_not_available");
  if (shipments.length < 2) return source;
  if (!shipment) throw refuse(refusals, "documents_per_shipment");
  return selectShipment(source, shipments, shipment);
}

async function getDeclaration(
  tx: Tx,
  source: DocumentSource | ShipmentSource,
  now: Date,
): Promise<DocumentContent["customs"]> {
  for (const id of [source.id, ...(source.joined_orders ?? [])]) await requireCustomsData(tx, id, now);
  const identity = source.recipient_identity === null ? {} : { recipient_identity: source.recipient_identity };
  if (!("shipment" in source)) return { ...(await findDeclaration(tx, source.id)), ...identity };
  const declare = await getDeclarationRules(tx, now);
  const { form, needsExportDeclaration } = declare({
    valueRubMinor: source.products_rub_minor,
    weightG: source.weight_g,
  });
  return { form, needs_export_declaration: needsExportDeclaration, ...identity };
}

function isPrintable(kind: DocumentKind, { status, lines }: DocumentSource): boolean {
  return printableStatuses.has(status) && (kind === "invoice" || lines.length > 0);
}

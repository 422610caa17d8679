import { createHash, randomUUID } from "node:crypto";
import { refusals as orderRefusals } from "../../orders/schema.ts";
import type { OrderStatus } from "../../orders/schema.ts";
import { afterCommit, type Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { toStoreDate } from "../../platform/i18n/store-dates.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { legalEntity, shopName } from "../../platform/store-profile/settings.ts";
import { requireCustomsData } from "../check-customs.ts";
import { type CreatedDocument, type DocumentKind, refusals } from "./admin-schema.ts";
import { buildDocumentContent } from "./document-content.ts";
import { storeDocumentFile } from "./document-files.ts";
import { type DocumentSource, findDeclaration, findDocumentSource } from "./document-source-sql.ts";
import { findSameDocument, insertDocument, takeDocumentNumber } from "./document-sql.ts";
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

/**
 * Prints a document of an order. A document that would be the same as the current one is not printed again.
 * @returns the document, and whether it is new
 * @throws refusal `order_not_found`, `document_not_available` (not paid, or no goods), `customs_data_missing`,
 * `shipment_not_allowed` or `text_not_drawable`
 */
export async function printDocument(
  app: Pick<AppContext, "config">,
  tx: Tx,
  { orderId, kind, staffId, now }: { orderId: number; kind: DocumentKind; staffId: number | null; now: Date },
): Promise<{ document: CreatedDocument; isNew: boolean }> {
  const source = await findDocumentSource(tx, orderId);
  if (!source) throw refuse(orderRefusals, "order_not_found");
  if (!isPrintable(kind, source)) throw refuse(refusals, "document_not_available");
  const customs = kind === "customs_data_sheet" ? await getDeclaration(tx, orderId, now) : null;
  const content = buildDocumentContent(kind, source, customs, {
    names: await getSetting(tx, shopName),
    legal: await getSetting(tx, legalEntity),
  });
  const draft = { kind, order_id: orderId, locale: source.locale, content };
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
  afterCommit(tx, () => storeDocumentFile(app.config, fileKey, file));
  return { document: { id, kind, number }, isNew: true };
}

async function getDeclaration(tx: Tx, orderId: number, now: Date): Promise<DocumentContent["customs"]> {
  await requireCustomsData(tx, orderId, now);
  return findDeclaration(tx, orderId);
}

function isPrintable(kind: DocumentKind, { status, lines }: DocumentSource): boolean {
  return printableStatuses.has(status) && (kind === "invoice" || lines.length > 0);
}

import type { CreatedDocument, DocumentKind } from "@furoshiki/api/admin/fulfillment/documents";
import { getRefusalMessage } from "../api-client/form-errors.ts";
import type { RequestContext } from "../api-client/request-context.ts";

/** The kinds of documents, in the sequence in which pages show them. */
export const documentKinds: readonly DocumentKind[] = ["invoice", "packing_slip", "customs_data_sheet"];

/** Why a document was not printed. */
export type PrintFailure = Readonly<{ order_id: number; message: string }>;

/** What printing has done: the documents that the orders have now, and the failures. */
export type PrintResult = Readonly<{ documents: readonly CreatedDocument[]; failures: readonly PrintFailure[] }>;

/** The most documents that one file has. */
export const MAX_PRINTED_ORDERS = 50;

/** Returns the path of the file of a document. */
export function createFilePath(id: number): string {
  return `/v1/admin/documents/${id}/file`;
}

/** Returns the path of one file with several documents. */
export function createMergedFilePath(ids: readonly number[]): string {
  return `/v1/admin/documents/file?ids=${ids.join(",")}`;
}

/** Returns the kind of document that a form names; null if it names none. */
export function parseDocumentKind(value: unknown): DocumentKind | null {
  return documentKinds.find((kind) => kind === value) ?? null;
}

/** What a document is printed for: an order, or one of its shipments. */
export type PrintTarget = Readonly<{ order_id: number; shipment_id?: number }>;

/** Prints a document for each order or shipment. One that is refused does not hold up the others. */
export async function printDocuments(
  requestContext: RequestContext,
  targets: readonly PrintTarget[],
  kind: DocumentKind,
): Promise<PrintResult> {
  const documents: CreatedDocument[] = [];
  const failures: PrintFailure[] = [];
  for (const { order_id: orderId, shipment_id: shipmentId } of targets) {
    try {
      const print = { method: "POST", body: { kind, shipment_id: shipmentId } } as const;
      documents.push(
        (await requestContext.call<{ result: CreatedDocument }>(`orders/${orderId}/documents`, print)).result,
      );
    } catch (error) {
      failures.push({ order_id: orderId, message: getRefusalMessage(error, requestContext, [404]) });
    }
  }
  return { documents, failures };
}

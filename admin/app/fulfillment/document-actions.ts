import type { CreatedDocument, DocumentKind } from "@furoshiki/api/admin/fulfillment/documents";
import { ApiError, type RequestContext } from "../api-client/request-context.ts";

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

/** Prints a document for each order. An order that is refused does not hold up the others. */
export async function printDocuments(
  { call }: RequestContext,
  orderIds: readonly number[],
  kind: DocumentKind,
): Promise<PrintResult> {
  const documents: CreatedDocument[] = [];
  const failures: PrintFailure[] = [];
  for (const orderId of orderIds) {
    try {
      const body = { kind };
      const { result } = await call<{ result: CreatedDocument }>(`orders/${orderId}/documents`, {
        method: "POST",
        body,
      });
      documents.push(result);
    } catch (error) {
      if (!(error instanceof ApiError) || ![403, 404, 409, 422].includes(error.status)) throw error;
      failures.push({ order_id: orderId, message: error.message });
    }
  }
  return { documents, failures };
}

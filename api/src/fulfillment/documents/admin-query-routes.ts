import { orderParams } from "../../orders/admin-schema.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { type AdminApi, adminQuery } from "../../staff/admin-endpoint.ts";
import { documentPage, documentQuery, mergedDocumentsQuery, orderDocuments, refusals } from "./admin-schema.ts";
import { type DocumentFile, getDocumentFile, getMergedFile } from "./document-download.ts";
import { getDocumentPage, getOrderDocuments } from "./document-list.ts";
import { createPdfResponse } from "./pdf-response.ts";

const { document_erased } = refusals;

/** Endpoints that list and send printed documents (docs/domain/fulfillment.md). */
export function documentQueryRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/orders/{id}/documents",
    permission: "orders:read",
    summary: "List the documents of an order, the newest first, also those that are superseded",
    params: orderParams,
    response: orderDocuments,
    handler: async ({ db, params }) => ({ data: await getOrderDocuments(db, params.id) }),
  });
  adminQuery(api, {
    path: "/documents",
    permission: "orders:fulfill",
    summary: "List printed documents, the newest first, one page",
    query: documentQuery,
    response: documentPage,
    handler: async ({ db, query }) => ({ data: await getDocumentPage(db, query) }),
  });
  adminQuery(api, {
    path: "/documents/file",
    permission: "orders:fulfill",
    summary: "Download several documents as one PDF file",
    query: mergedDocumentsQuery,
    refusals: { document_erased },
    handler: async ({ app, query }) => sendFile(await getMergedFile(app, query.ids)),
  });
  adminQuery(api, {
    path: "/documents/{id}/file",
    permission: "orders:fulfill",
    summary: "Download a document as a PDF file",
    params: idParams,
    refusals: { document_erased },
    handler: async ({ app, params }) => sendFile(await getDocumentFile(app, params.id)),
  });
}

function sendFile({ file, name }: DocumentFile): Response {
  return createPdfResponse(file, name);
}

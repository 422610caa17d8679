import { buffer } from "node:stream/consumers";
import type { DocumentKind } from "../admin-schema.ts";
import type { RenderedDocument } from "../printed-document.ts";
import { drawCustomsDataSheet } from "./customs-data-sheet.ts";
import { drawInvoice } from "./invoice.ts";
import { createLabels, type Labels } from "./labels.ts";
import { drawPackingSlip } from "./packing-slip.ts";
import { Pages } from "./page.ts";

const drawByKind: Record<DocumentKind, (pages: Pages, document: RenderedDocument, labels: Labels) => void> = {
  invoice: drawInvoice,
  packing_slip: drawPackingSlip,
  customs_data_sheet: drawCustomsDataSheet,
};

/**
 * Draws documents as one PDF file, each from a new page.
 * @throws UndrawableTextError
 */
export async function drawDocuments(documents: readonly RenderedDocument[]): Promise<Buffer<ArrayBuffer>> {
  const [first] = documents;
  const pages = new Pages({
    title: documents.map(({ number }) => number).join(", "),
    createdAt: first?.created_at ?? new Date(0),
  });
  for (const document of documents) {
    pages.addPage();
    const { start, count } = pages.pdf.bufferedPageRange();
    drawByKind[document.kind](pages, document, createLabels(document));
    pages.drawFooters(start + count - 1, `${document.content.store_name} · ${document.number}`);
  }
  const file = buffer(pages.pdf);
  pages.pdf.end();
  return Buffer.from(await file);
}

import type { DocumentLine, RenderedDocument } from "../printed-document.ts";
import type { Labels } from "./labels.ts";
import { area, type Pages } from "./page.ts";
import { buildParties, drawBlocks, drawFacts, drawTitle, formatOrderNumbers, listShipmentFact } from "./sections.ts";
import { drawTable, type TableColumn } from "./table.ts";

/** Draws the packing slip of an order: what is in the parcel, without prices, and the order number as a barcode. */
export function drawPackingSlip(pages: Pages, document: RenderedDocument, labels: Labels): void {
  const { label, date, weight } = labels;
  const { order, shipping, lines } = document.content;
  drawTitle(pages, document, label("packing_slip"));
  const top = pages.y;
  const { recipient } = buildParties(document.content, labels);
  drawBlocks(pages, recipient ? [recipient] : []);
  const barcodeBottom = top + pages.drawBarcode(String(order.id), area.right, top);
  pages.y = Math.max(pages.y, barcodeBottom + 12);
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  drawFacts(pages, [
    [label("order"), formatOrderNumbers(document.content)],
    ...listShipmentFact(document, labels),
    [label("placed"), date(order.placed_at)],
    [label("pieces"), String(pieces)],
    [label("weight"), weight(shipping.weight_g)],
    [label("delivery"), shipping.method],
    ...(shipping.pickup_point === null ? [] : [[label("pickup_point"), shipping.pickup_point] as const]),
  ]);
  drawTable(pages, createColumns(labels), lines);
}

function createColumns({ label }: Labels): TableColumn<DocumentLine>[] {
  return [
    { label: "№", share: 0.05, getText: (_line, index) => [String(index + 1)] },
    {
      label: label("item"),
      share: 0.55,
      getText: (line) => [
        line.is_gift ? `${line.name} (${label("gift")})` : line.name,
        ...(line.name_en === line.name ? [] : [line.name_en]),
      ],
    },
    {
      label: label("reference"),
      share: 0.26,
      getText: ({ reference, barcode }) => (barcode === null ? [reference] : [reference, barcode]),
    },
    { label: label("quantity"), share: 0.14, align: "right", getText: ({ quantity }) => [String(quantity)] },
  ];
}

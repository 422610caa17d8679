import type { DocumentLine, RenderedDocument } from "../printed-document.ts";
import type { Labels } from "./labels.ts";
import type { Pages } from "./page.ts";
import {
  buildParties,
  drawBlocks,
  drawFacts,
  drawNote,
  drawSums,
  drawTitle,
  formatOrderNumbers,
  listShipmentFact,
} from "./sections.ts";
import { drawTable, type TableColumn } from "./table.ts";

/** Draws what is entered into the electronic customs form of the carrier, in English. */
export function drawCustomsDataSheet(pages: Pages, document: RenderedDocument, labels: Labels): void {
  const { label, sentences, money, weight } = labels;
  const { shipping, lines, customs, totals, currency } = document.content;
  drawTitle(pages, document, label("customs_data_sheet"));
  drawFacts(pages, [
    [label("order"), formatOrderNumbers(document.content)],
    ...listShipmentFact(document, labels),
    [label("customs_form"), customs?.form ?? "—"],
    [label("export_declaration"), label(customs?.needs_export_declaration ? "required" : "not_required")],
    [label("contents"), label("sale_of_goods")],
    ...(customs?.recipient_identity
      ? [[label("recipient_identity"), label(`recipient_identity_${customs.recipient_identity}`)] as const]
      : []),
    [label("delivery"), shipping.method],
    [label("weight_gross"), weight(shipping.weight_g)],
    [label("currency"), currency.code],
  ]);
  const { seller, recipient } = buildParties(document.content, labels);
  drawBlocks(
    pages,
    [seller, recipient].filter((block) => block !== null),
  );
  drawTable(pages, lines.some(hasOrigin) ? createColumns(labels) : createOldColumns(labels), lines);
  if (totals) drawSums(pages, [[label("goods_value"), money(totals.products_minor)]]);
  drawNote(pages, sentences(lines.some(hasOrigin) ? "customs_weights_note" : "customs_note"));
}

function hasOrigin({ origin_country: origin }: DocumentLine): boolean {
  return origin !== undefined;
}

function createColumns({ label, money, weight }: Labels): TableColumn<DocumentLine>[] {
  return [
    { label: "№", share: 0.05, getText: (_line, index) => [String(index + 1)] },
    {
      label: label("description"),
      share: 0.26,
      getText: (line) => [line.customs_name_en, `${line.name_en} · ${line.reference}`],
    },
    { label: label("hs_code"), share: 0.15, getText: (line) => [line.hs_code] },
    { label: label("origin"), share: 0.08, getText: (line) => [line.origin_country ?? ""] },
    { label: label("quantity"), share: 0.08, align: "right", getText: ({ quantity }) => [String(quantity)] },
    {
      label: label("weight_net_gross"),
      share: 0.14,
      align: "right",
      getText: ({ net_weight_g: net, weight_g: gross }) => [typeof net === "number" ? weight(net) : "—", weight(gross)],
    },
    { label: label("price"), share: 0.12, align: "right", getText: (line) => [money(line.price_minor)] },
    { label: label("amount"), share: 0.12, align: "right", getText: (line) => [money(line.total_minor)] },
  ];
}

/** The columns of sheets that were printed before origin and net weight were known. */
function createOldColumns({ label, money, weight }: Labels): TableColumn<DocumentLine>[] {
  return [
    { label: "№", share: 0.05, getText: (_line, index) => [String(index + 1)] },
    {
      label: label("description"),
      share: 0.33,
      getText: (line) => [line.customs_name_en, `${line.name_en} · ${line.reference}`],
    },
    { label: label("hs_code"), share: 0.14, getText: (line) => [line.hs_code] },
    { label: label("quantity"), share: 0.1, align: "right", getText: ({ quantity }) => [String(quantity)] },
    { label: label("weight_piece"), share: 0.12, align: "right", getText: (line) => [weight(line.weight_g)] },
    { label: label("price"), share: 0.13, align: "right", getText: (line) => [money(line.price_minor)] },
    { label: label("amount"), share: 0.13, align: "right", getText: (line) => [money(line.total_minor)] },
  ];
}

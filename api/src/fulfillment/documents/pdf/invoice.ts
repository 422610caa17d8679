import type { DocumentLine, RenderedDocument } from "../printed-document.ts";
import type { Labels } from "./labels.ts";
import type { Pages } from "./page.ts";
import { buildParties, drawBlocks, drawFacts, drawNote, drawSums, drawTitle, listShipmentFact } from "./sections.ts";
import { drawTable, type TableColumn } from "./table.ts";

/** Draws the invoice of an order: what was sold, and what was paid for it. */
export function drawInvoice(pages: Pages, document: RenderedDocument, labels: Labels): void {
  const { label, sentences, date, money } = labels;
  const { content } = document;
  const { order, totals, shipping, currency } = content;
  drawTitle(pages, document, label("invoice"));
  drawFacts(pages, [
    [label("issued"), date(document.created_at.toISOString())],
    [label("order"), String(order.id)],
    ...listShipmentFact(document, labels),
    [label("paid"), order.paid_at === null ? "—" : date(order.paid_at)],
    [label("currency"), currency.code],
  ]);
  const { seller, recipient } = buildParties(document, labels);
  drawBlocks(
    pages,
    [seller, recipient].filter((block) => block !== null),
  );
  drawTable(pages, createColumns(labels), content.lines);
  if (!totals) return;
  const sums: [string, number][] = [
    [label("goods"), totals.products_minor],
    [label("gift_cards_purchased"), totals.purchased_gift_cards_minor],
    [label("discount"), -totals.discount_minor],
    [label("loyalty"), -totals.loyalty_minor],
    [label("gift_card"), -totals.gift_card_minor],
  ];
  drawSums(pages, [
    ...sums.filter(([, minor]) => minor !== 0).map(([name, minor]) => [name, money(minor)] as const),
    ...(shipping.method === ""
      ? []
      : [[`${label("delivery")}: ${shipping.method}`, money(totals.delivery_minor)] as const]),
    [label("total"), money(totals.total_minor)],
  ]);
  if (totals.duty_minor > 0) drawNote(pages, sentences("duty_note", { amount: money(totals.duty_minor) }));
}

function createColumns({ label, money }: Labels): TableColumn<DocumentLine>[] {
  return [
    { label: "№", share: 0.05, getText: (_line, index) => [String(index + 1)] },
    {
      label: label("item"),
      share: 0.51,
      getText: (line) => [
        line.is_gift ? `${line.name} (${label("gift")})` : line.name,
        ...(line.name_en === line.name ? [] : [line.name_en]),
        line.reference,
      ],
    },
    { label: label("quantity"), share: 0.12, align: "right", getText: ({ quantity }) => [String(quantity)] },
    { label: label("price"), share: 0.16, align: "right", getText: (line) => [money(line.price_minor)] },
    { label: label("amount"), share: 0.16, align: "right", getText: (line) => [money(line.total_minor)] },
  ];
}

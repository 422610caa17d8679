import type { DocumentContent, DocumentLine, RenderedDocument } from "../printed-document.ts";
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

/** Draws the invoice of an order: what was sold, and what was paid for it. */
export function drawInvoice(pages: Pages, document: RenderedDocument, labels: Labels): void {
  const { label, sentences, date, money } = labels;
  const { content } = document;
  const { order, totals, currency } = content;
  drawTitle(pages, document, label("invoice"));
  drawFacts(pages, [
    [label("issued"), date(document.created_at.toISOString())],
    [label("order"), formatOrderNumbers(document.content)],
    ...listShipmentFact(document, labels),
    [label("paid"), order.paid_at === null ? "—" : date(order.paid_at)],
    [label("currency"), currency.code],
  ]);
  const { seller, recipient } = buildParties(document.content, labels);
  drawBlocks(
    pages,
    [seller, recipient].filter((block) => block !== null),
  );
  drawTable(pages, createLineColumns(labels, { isBilingual: true }), content.lines);
  if (!totals) return;
  drawSums(pages, listSums(content, labels));
  if (totals.duty_minor > 0) drawNote(pages, sentences("duty_note", { amount: money(totals.duty_minor) }));
}

/** Lists the sums of an order with their names, the total last. */
export function listSums(
  { totals, shipping }: Pick<DocumentContent, "totals" | "shipping">,
  { label, money }: Labels,
): (readonly [name: string, amount: string])[] {
  if (!totals) return [];
  const sums: [string, number][] = [
    [label("goods"), totals.products_minor],
    [label("gift_cards_purchased"), totals.purchased_gift_cards_minor],
    [label("discount"), -totals.discount_minor],
    [label("loyalty"), -totals.loyalty_minor],
    [label("gift_card"), -totals.gift_card_minor],
  ];
  return [
    ...sums.filter(([, minor]) => minor !== 0).map(([name, minor]) => [name, money(minor)] as const),
    ...(shipping.method === ""
      ? []
      : [[`${label("delivery")}: ${shipping.method}`, money(totals.delivery_minor)] as const]),
    [label("total"), money(totals.total_minor)],
  ];
}

/** Creates the columns of the goods. @param options.isBilingual whether the English name is below the name */
export function createLineColumns(
  { label, money }: Labels,
  { isBilingual }: { isBilingual: boolean },
): TableColumn<DocumentLine>[] {
  return [
    { label: "№", share: 0.05, getText: (_line, index) => [String(index + 1)] },
    {
      label: label("item"),
      share: 0.51,
      getText: (line) => [
        line.is_gift ? `${line.name} (${label("gift")})` : line.name,
        ...(!isBilingual || line.name_en === line.name ? [] : [line.name_en]),
        line.reference,
      ],
    },
    { label: label("quantity"), share: 0.12, align: "right", getText: ({ quantity }) => [String(quantity)] },
    { label: label("price"), share: 0.16, align: "right", getText: (line) => [money(line.price_minor)] },
    { label: label("amount"), share: 0.16, align: "right", getText: (line) => [money(line.total_minor)] },
  ];
}

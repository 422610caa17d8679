import { buffer } from "node:stream/consumers";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { DocumentContent } from "../documents/printed-document.ts";
import { createLabelsIn, type Labels } from "../documents/pdf/labels.ts";
import { Pages } from "../documents/pdf/page.ts";
import { buildParties, drawBlocks, drawFacts, drawNote, drawSums, drawTitle } from "../documents/pdf/sections.ts";
import { createLineColumns, listSums } from "../documents/pdf/invoice.ts";
import { drawTable } from "../documents/pdf/table.ts";
import type { Transfer } from "./sql.ts";

type Receipt = Readonly<{
  content: DocumentContent;
  locale: Locale;
  /** The payments and refunds, oldest first. */
  transfers: readonly Transfer[];
  createdAt: Date;
}>;

/**
 * Draws the receipt of an order: what was sold, what was paid for it and what was paid back.
 * @throws UndrawableTextError
 */
export async function drawReceipt({ content, locale, transfers, createdAt }: Receipt): Promise<Buffer<ArrayBuffer>> {
  const labels = createLabelsIn([locale], content.currency);
  const number = String(content.order.id);
  const title = `${labels.label("receipt")} ${number}`;
  const pages = new Pages({ title, createdAt });
  pages.addPage();
  drawTitle(pages, { content, number }, labels.label("receipt"));
  drawFacts(pages, [
    [labels.label("order"), number],
    [labels.label("placed"), labels.date(content.order.placed_at)],
    [labels.label("paid"), content.order.paid_at === null ? "—" : labels.date(content.order.paid_at)],
    [labels.label("currency"), content.currency.code],
  ]);
  const { seller, recipient } = buildParties(content, labels);
  drawBlocks(
    pages,
    [seller, recipient].filter((block) => block !== null),
  );
  drawTable(pages, createLineColumns(labels, { isBilingual: false }), content.lines);
  drawSums(pages, listSums(content, labels));
  drawTransfers(pages, transfers, labels);
  if (content.totals && content.totals.duty_minor > 0)
    drawNote(pages, labels.sentences("duty_note", { amount: labels.money(content.totals.duty_minor) }));
  pages.drawFooters(0, `${content.store_name} · ${title}`);
  const file = buffer(pages.pdf);
  pages.pdf.end();
  return Buffer.from(await file);
}

/** Draws the payments and refunds with their days, and below several of them what was paid in the end. */
function drawTransfers(pages: Pages, transfers: readonly Transfer[], { label, date, money }: Labels): void {
  if (transfers.length === 0) return;
  const rows = transfers.map(({ at, amount_minor: minor }) => {
    const name = label(minor < 0 ? "refunded_on" : "paid_on", { date: date(at) });
    return [name, money(minor)] as const;
  });
  const net = transfers.reduce((sum, { amount_minor: minor }) => sum + minor, 0);
  drawSums(pages, transfers.length === 1 ? rows : [...rows, [label("paid_in_the_end"), money(net)]]);
}

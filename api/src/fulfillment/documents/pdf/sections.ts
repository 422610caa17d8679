import type { DocumentContent, RenderedDocument } from "../printed-document.ts";
import type { Labels } from "./labels.ts";
import { area, colors, type Pages } from "./page.ts";

const COLUMN_GAP = 24;
const half = (area.width - COLUMN_GAP) / 2;

/** Draws the name of the store, and at the right the title of a document with its number. */
export function drawTitle(
  pages: Pages,
  { content, number }: Pick<RenderedDocument, "content" | "number">,
  title: string,
): void {
  const storeHeight = pages.draw(content.store_name, area.left, pages.y, half, {
    ...{ font: "display", size: 20, color: colors.accent },
  });
  const x = area.left + half + COLUMN_GAP;
  let y = pages.y + pages.draw(title, x, pages.y, half, { font: "display", size: 17, align: "right" });
  y += pages.draw(number, x, y + 1, half, { font: "bold", size: 11, align: "right" });
  pages.y = Math.max(pages.y + storeHeight, y) + 12;
  pages.drawLine(pages.y, colors.ink);
  pages.y += 12;
}

/** Draws names with their values in rows of up to four. */
export function drawFacts(pages: Pages, facts: readonly (readonly [name: string, value: string])[]): void {
  const width = (area.width - 3 * 12) / 4;
  for (let first = 0; first < facts.length; first += 4) {
    const heights = facts.slice(first, first + 4).map(([name, value], index) => {
      const x = area.left + index * (width + 12);
      const nameHeight = pages.draw(name, x, pages.y, width, { size: 8, color: colors.muted });
      return nameHeight + pages.draw(value, x, pages.y + nameHeight + 1, width, { font: "bold", size: 9.5 });
    });
    pages.y += Math.max(...heights) + 10;
  }
  pages.y += 4;
}

/** Draws blocks of lines beside each other, each with a heading. */
export function drawBlocks(pages: Pages, blocks: readonly { heading: string; lines: readonly string[] }[]): void {
  const heights = blocks.map(({ heading, lines }, index) => {
    const x = area.left + index * (half + COLUMN_GAP);
    let y = pages.y;
    y += pages.draw(heading, x, y, half, { size: 8, color: colors.muted }) + 2;
    lines.forEach((line, position) => {
      y += pages.draw(line, x, y, half, position === 0 ? { font: "bold", size: 10 } : {}) + 1;
    });
    return y - pages.y;
  });
  pages.y += Math.max(0, ...heights) + 16;
}

/** Draws rows of a name and an amount at the right; the last one is bold. */
export function drawSums(pages: Pages, sums: readonly (readonly [name: string, amount: string])[]): void {
  const [nameWidth, amountWidth] = [300, 90];
  pages.ensureSpace(sums.length * 16 + 10);
  pages.y += 8;
  sums.forEach(([name, amount], index) => {
    const isLast = index === sums.length - 1;
    const style = isLast ? ({ font: "bold", size: 11 } as const) : {};
    if (isLast) pages.y += 3;
    const x = area.right - amountWidth - nameWidth;
    const height = Math.max(
      pages.draw(name, x, pages.y, nameWidth - 8, { ...style, align: "right" }),
      pages.draw(amount, area.right - amountWidth, pages.y, amountWidth, { ...style, align: "right" }),
    );
    pages.y += height + 4;
  });
}

/** Draws a note over the whole width. */
export function drawNote(pages: Pages, text: string): void {
  const style = { size: 8.5, color: colors.muted };
  pages.ensureSpace(pages.measure(text, area.width, style) + 14);
  pages.y += 14;
  pages.y += pages.draw(text, area.left, pages.y, area.width, style);
}

/** Returns the numbers of the order and of those that are sent with it. */
export function formatOrderNumbers({ order, joined_orders: joined = [] }: DocumentContent): string {
  return [order.id, ...joined].join(", ");
}

/** Returns which of several shipments a document belongs to, as a fact; no fact if the order has one. */
export function listShipmentFact(
  { content: { shipment } }: RenderedDocument,
  { label }: Labels,
): readonly (readonly [name: string, value: string])[] {
  return shipment ? [[label("shipment"), `${shipment.number} / ${shipment.count}`]] : [];
}

/** Returns the recipient and the seller of a document as blocks. */
export function buildParties({ seller, recipient }: DocumentContent, { label }: Labels) {
  const sellerLines = seller
    ? [
        ...new Set([seller.name, seller.name_en, seller.address, seller.address_en]),
        `${label("inn")} ${seller.inn}, ${label("ogrn")} ${seller.ogrn}`,
      ]
    : null;
  return {
    seller: sellerLines && { heading: label("seller"), lines: sellerLines },
    recipient: recipient && { heading: label("recipient"), lines: recipient },
  };
}

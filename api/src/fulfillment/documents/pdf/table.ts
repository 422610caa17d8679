import { area, colors, type Pages, type TextStyle } from "./page.ts";

export type TableColumn<Row> = Readonly<{
  label: string;
  /** Share of the width of the page. */
  share: number;
  align?: "left" | "right";
  /** Returns the text of a cell; the lines after the first one are smaller. */
  getText: (row: Row, index: number) => readonly string[];
}>;

const PADDING = 6;
const GAP = 8;
const headStyle: TextStyle = { size: 8, color: colors.muted };

/** Draws a table. A row is not divided between pages; each page repeats the head. */
export function drawTable<Row>(pages: Pages, columns: readonly TableColumn<Row>[], rows: readonly Row[]): void {
  const placed = placeColumns(columns);
  drawHead(pages, placed);
  rows.forEach((row, index) => {
    const cells = placed.map((column) => ({ ...column, lines: styleLines(column.getText(row, index)) }));
    const height = Math.max(
      ...cells.map(({ lines, width }) =>
        lines.reduce((sum, { text, style }) => sum + pages.measure(text, width, style), 0),
      ),
    );
    if (pages.ensureSpace(height + 2 * PADDING)) drawHead(pages, placed);
    for (const { lines, x, width, align = "left" } of cells) {
      let y = pages.y + PADDING;
      for (const { text, style } of lines) y += pages.draw(text, x, y, width, { ...style, align });
    }
    pages.y += height + 2 * PADDING;
    pages.drawLine(pages.y);
  });
}

function placeColumns<Row>(columns: readonly TableColumn<Row>[]) {
  let x: number = area.left;
  return columns.map((column, index) => {
    const isLast = index === columns.length - 1;
    const placed = { ...column, x, width: column.share * area.width - (isLast ? 0 : GAP) };
    x += column.share * area.width;
    return placed;
  });
}

function styleLines(lines: readonly string[]): { text: string; style: TextStyle }[] {
  return lines.map((text, index) => ({ text, style: index === 0 ? {} : { size: 8, color: colors.muted } }));
}

function drawHead(
  pages: Pages,
  columns: readonly { label: string; x: number; width: number; align?: "left" | "right" }[],
): void {
  const height = Math.max(...columns.map(({ label, width }) => pages.measure(label, width, headStyle)));
  for (const { label, x, width, align = "left" } of columns) {
    const y = pages.y + height - pages.measure(label, width, headStyle);
    pages.draw(label, x, y, width, { ...headStyle, align });
  }
  pages.y += height + 4;
  pages.drawLine(pages.y, colors.ink);
}

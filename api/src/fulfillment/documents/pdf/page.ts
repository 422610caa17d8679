import PdfKit from "pdfkit";
import { encodeCode128 } from "./barcode.ts";
import { checkText, fontFiles, type FontName } from "./fonts.ts";

export const colors = { ink: "#17211c", muted: "#616c65", line: "#daded8", accent: "#1a5640" } as const;

/** A4 in points, 1/72 inch. */
const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 45;
const FOOTER_HEIGHT = 30;
const QUIET_ZONE_MODULES = 10;

/** The area of a page that has content, in points from the upper left corner. */
export const area = {
  left: MARGIN,
  right: PAGE.width - MARGIN,
  top: MARGIN,
  bottom: PAGE.height - MARGIN - FOOTER_HEIGHT,
  width: PAGE.width - 2 * MARGIN,
} as const;

export type TextStyle = Readonly<{
  font?: FontName;
  /** In points. */
  size?: number;
  color?: string;
  align?: "left" | "right";
}>;

/** Pages of a PDF file that are drawn from the top to the bottom. Positions are points from the upper left corner. */
export class Pages {
  readonly pdf: PDFKit.PDFDocument;
  /** Where the next content begins. */
  y: number = area.top;

  constructor({ title, createdAt }: { title: string; createdAt: Date }) {
    this.pdf = new PdfKit({
      size: "A4",
      margin: 0,
      bufferPages: true,
      autoFirstPage: false,
      // The date is part of the file: without it the same document would give other bytes each time.
      info: { Title: title, CreationDate: createdAt, ModDate: createdAt },
    });
    for (const [name, file] of Object.entries(fontFiles)) this.pdf.registerFont(name, file);
  }

  addPage(): void {
    this.pdf.addPage();
    this.y = area.top;
  }

  /** Adds a page unless a height is free on this one. @returns whether it was added */
  ensureSpace(height: number): boolean {
    if (this.y + height <= area.bottom) return false;
    this.addPage();
    return true;
  }

  /** Returns the height of a text that is broken into lines of a width. */
  measure(text: string, width: number, style: TextStyle = {}): number {
    return this.#select(style).heightOfString(joinUnits(text), { width });
  }

  /**
   * Draws a text into a box of a width; it does not move `y`.
   * @returns its height
   * @throws UndrawableTextError
   */
  draw(text: string, x: number, y: number, width: number, style: TextStyle = {}): number {
    checkText(text, style.font ?? "regular");
    const height = this.measure(text, width, style);
    this.#select(style).text(joinUnits(text), x, y, { width, align: style.align ?? "left", lineBreak: true });
    return height;
  }

  drawLine(y: number, color: string = colors.line): void {
    this.pdf.moveTo(area.left, y).lineTo(area.right, y).lineWidth(0.6).strokeColor(color).stroke();
  }

  /**
   * Draws a Code 128 barcode with its text below. It ends at the right edge, without the quiet zone, which is the margin.
   * @returns its height
   */
  drawBarcode(text: string, right: number, y: number): number {
    const [moduleWidth, barHeight] = [1.1, 38];
    const { bars, width: modules } = encodeCode128(text);
    const width = modules * moduleWidth;
    const left = right - width - QUIET_ZONE_MODULES * moduleWidth;
    for (const bar of bars) this.pdf.rect(left + bar.left * moduleWidth, y, bar.width * moduleWidth, barHeight);
    this.pdf.fillColor("#000000").fill();
    this.draw(text, left, y + barHeight + 3, width, { size: 8, color: colors.muted });
    return barHeight + 14;
  }

  /** Writes the foot of pages: a text, and the number of each page among them. */
  drawFooters(firstPage: number, text: string): void {
    const { start, count } = this.pdf.bufferedPageRange();
    const style = { size: 8, color: colors.muted };
    for (let page = firstPage; page < start + count; page++) {
      this.pdf.switchToPage(page);
      this.drawLine(area.bottom + 12);
      this.draw(text, area.left, area.bottom + 18, area.width - 60, style);
      const number = `${page - firstPage + 1} / ${start + count - firstPage}`;
      this.draw(number, area.right - 60, area.bottom + 18, 60, { ...style, align: "right" });
    }
  }

  #select({ font = "regular", size = 9, color = colors.ink }: TextStyle): PDFKit.PDFDocument {
    return this.pdf.font(font).fontSize(size).fillColor(color);
  }
}

/** Keeps numbers and their units on one line: `180 ml`. */
function joinUnits(text: string): string {
  return text.replaceAll(/(\d) (?=\p{L}{1,3}(?!\p{L}))/gu, "$1\u00A0");
}

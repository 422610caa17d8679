import { SEPARATOR } from "./file-values.ts";

/**
 * A text that a spreadsheet would read as a formula, also one that is neutralized already; the full-width signs are
 * formulas in Japanese spreadsheets.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;
const NEUTRALIZED = /^'(?='*[=+\-@\t\r＝＋－＠])/;

/**
 * A value as a field of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in front,
 * which `plainField` takes away again; numbers stay as they are. Null is an empty field, moments are ISO 8601, a list of
 * texts is joined, and other objects are JSON.
 */
export function csvField(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = textOf(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\n\r]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(SEPARATOR);
  return JSON.stringify(value);
}

/** A record as a line of a CSV file. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvField).join(",")}\n`;
}

/** A field that was read from a CSV file, without the apostrophe that `csvField` puts before formulas. */
export function plainField(field: string): string {
  return field.replace(NEUTRALIZED, "");
}

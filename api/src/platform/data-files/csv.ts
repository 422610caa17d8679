import { LIST_SEPARATOR } from "./field-parsers.ts";

/**
 * Matches text that a spreadsheet would evaluate as a formula, or that is already escaped. Full-width signs start
 * formulas in Japanese spreadsheets.
 */
const FORMULA_START = /^'*[=+\-@\t\r＝＋－＠]/;
/** Matches the apostrophe that was added to escape such text. */
const FORMULA_ESCAPE = /^'(?='*[=+\-@\t\r＝＋－＠])/;

/**
 * Formats a value as a field of a CSV file (RFC 4180). To prevent CSV injection (OWASP), text that a spreadsheet would
 * evaluate as a formula is prefixed with an apostrophe, which `parseCsvField` removes; numbers are not changed. Null is
 * an empty field, dates are ISO 8601, a list of strings is joined, and other objects are JSON.
 */
export function formatCsvField(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = toText(value);
  const escaped = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",;\n\r]|^\s|\s$/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(LIST_SEPARATOR);
  return JSON.stringify(value);
}

/** Formats a record as a line of a CSV file. */
export function formatCsvLine(values: readonly unknown[]): string {
  return `${values.map(formatCsvField).join(",")}\n`;
}

/** Parses a field of a CSV file: removes the apostrophe that `formatCsvField` puts before formulas. */
export function parseCsvField(field: string): string {
  return field.replace(FORMULA_ESCAPE, "");
}

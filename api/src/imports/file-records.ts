import { detectDelimiter, MAX_LINE_LENGTH, readCsvRecords, splitLines } from "../platform/data-files/csv-records.ts";
import type { RandomAccessFile } from "../platform/data-files/xlsx/workbook-archive.ts";
import type { Delimiter, TextEncoding } from "../platform/data-files/schema.ts";
import { parseCsvField } from "../platform/data-files/csv.ts";
import { gunzipIfNeeded } from "../platform/data-files/gunzip.ts";
import { decodeText } from "../platform/data-files/text-encoding.ts";
import type { ImportFormat } from "./admin-schema.ts";
import type { FileRecord } from "./file-record.ts";
import { readSheetRecords } from "./sheet-records.ts";
import { readYmlRecords } from "./yml/yml-records.ts";

/** How a file is read. */
export type ReadOptions = Readonly<{
  format: ImportFormat;
  /** That of a text; null for a spreadsheet. */
  encoding: TextEncoding | null;
  delimiter: Delimiter | null;
  /** That of a spreadsheet; null for the first one. */
  sheet: string | null;
  /** Of lines of text, no more bytes than these are read. */
  maxBytes?: number;
}>;

/** A file: its bytes in order, or any part of it. */
export type FileSource = Readonly<{
  readBytes: () => AsyncIterable<Uint8Array>;
  open: () => Promise<RandomAccessFile>;
}>;

/**
 * Reads the records of a file one after another, with that of the names of its columns.
 * @throws InvalidEncodingError if the text is not in the encoding; InvalidGzipError, InvalidWorkbookError,
 *   InvalidImportFileError
 */
export async function* readRecords(
  source: FileSource,
  { format, encoding, delimiter, sheet, maxBytes = Number.POSITIVE_INFINITY }: ReadOptions,
): AsyncGenerator<FileRecord> {
  if (format === "xlsx" || encoding === null) return yield* readSheetRecords(await source.open(), sheet);
  const expanded = gunzipIfNeeded(source.readBytes());
  if (format === "yml") return yield* readYmlRecords(decodeText(expanded, encoding));
  const text = decodeText(takeBytes(expanded, maxBytes), encoding);
  if (format === "jsonl") yield* readJsonRecords(text);
  else
    for await (const { line, cells, ...rest } of readCsvRecords(text, delimiter ?? ","))
      yield { line, cells: cells.map(parseCsvField), ...rest };
}

async function* takeBytes(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of bytes) {
    yield chunk;
    length += chunk.length;
    if (length >= maxBytes) return;
  }
}

/**
 * Reads JSON Lines as a table: the fields of the first object are the columns, in line 0. A field that an object lacks is
 * empty; one that the first object does not have is an error.
 */
async function* readJsonRecords(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  let columns: string[] | undefined;
  let line = 0;
  for await (const lineText of splitLines(text)) {
    line += 1;
    if (lineText.length > MAX_LINE_LENGTH) {
      yield { line, cells: [], error: "line_too_long" };
      continue;
    }
    if (lineText.trim() === "") continue;
    const object = parseObject(lineText);
    if (object === null) {
      yield { line, cells: [], error: "not_json" };
      continue;
    }
    if (!columns) {
      columns = Object.keys(object);
      yield { line: 0, cells: columns };
    }
    const names = columns;
    const isUnknown = Object.keys(object).some((name) => !names.includes(name));
    const cells = names.map((name) => toCell(object[name]));
    yield { line, cells, ...(isUnknown ? { error: "unknown_fields" } : {}) };
  }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join("|");
  return JSON.stringify(value);
}

/** Detects the delimiter of the start of a CSV file. */
export async function detectFileDelimiter(start: Uint8Array, encoding: TextEncoding): Promise<Delimiter> {
  // The last character may be incomplete.
  return detectDelimiter(new TextDecoder(encoding).decode(start, { stream: true }).replaceAll("\r\n", "\n"));
}

import { createReadStream } from "node:fs";
import { CommandError } from "../commands/command.ts";
import { parseCsvField } from "./csv.ts";
import { type CsvRecordError, detectDelimiter, readCsvRecords } from "./csv-records.ts";
import { LIST_SEPARATOR } from "./field-parsers.ts";
import { decodeText, InvalidEncodingError } from "./text-encoding.ts";

/** A line of the file with its fields as text; `error` says why it could not be parsed. */
export type FileLine = { line: number; fields: Record<string, string>; error?: string };

/** The columns that a file may have. */
export type FileColumns = {
  names: readonly string[];
  /** Columns that the file must have. */
  required: readonly string[];
  /** Columns that require another column. */
  dependsOn?: Readonly<Record<string, string>>;
};

export type FileFormat = "csv" | "jsonl";

const MAX_LINE_LENGTH = 1_000_000;

/**
 * Returns the format of a file by its extension.
 * @throws CommandError if it is neither .csv nor .jsonl
 */
export function getFileFormat(path: string): FileFormat {
  if (/\.csv$/i.test(path)) return "csv";
  if (/\.jsonl$/i.test(path)) return "jsonl";
  throw new CommandError(`${path} is neither .csv nor .jsonl.`);
}

/**
 * Reads the lines of a file as a stream.
 * @throws CommandError if the file or its header cannot be read
 */
export async function* readLines(path: string, columns: FileColumns): AsyncGenerator<FileLine> {
  const text = readText(path);
  if (getFileFormat(path) === "csv") yield* readCsv(text, columns);
  else yield* readJsonLines(text, columns);
}

/**
 * Reads the text of a file with normalized line endings.
 * @throws CommandError if the file cannot be read or is not UTF-8
 */
async function* readText(path: string): AsyncGenerator<string> {
  try {
    yield* decodeText(createReadStream(path), "utf-8");
  } catch (error) {
    if (error instanceof InvalidEncodingError) throw new CommandError(`${path} ${error.message}.`);
    if (error instanceof Error && "code" in error && error.code !== undefined)
      throw new CommandError(`${path} cannot be read: ${error.message}.`);
    throw error;
  }
}

async function* readCsv(text: AsyncIterable<string>, columns: FileColumns): AsyncGenerator<FileLine> {
  const chunks = text[Symbol.asyncIterator]();
  const first = await chunks.next();
  const firstChunk = first.done ? "" : first.value;
  const records = readCsvRecords(prependChunk(firstChunk, chunks), await detectDelimiter(firstChunk));
  let header: string[] | undefined;
  for await (const { line, cells, error } of records) {
    const problem = error && recordErrors[error];
    if (!header && problem) throw new CommandError(`The first line ${problem}.`);
    if (!header) header = parseHeader(cells, columns);
    else yield problem ? { line, fields: {}, error: problem } : createLine(header, cells, line);
  }
  if (!header) throw new CommandError("The file is empty: the first line must contain the column names.");
}

const recordErrors: Record<CsvRecordError, string> = {
  unclosed_quote: "cannot be read: a quoted field is not closed",
  line_too_long: "is too long",
};

async function* prependChunk(firstChunk: string, chunks: AsyncIterator<string>): AsyncGenerator<string> {
  yield firstChunk;
  for (let chunk = await chunks.next(); !chunk.done; chunk = await chunks.next()) yield chunk.value;
}

function parseHeader(record: readonly string[], columns: FileColumns): string[] {
  const names = record.map((name) => name.trim().toLowerCase());
  checkColumns(names, columns);
  return names;
}

/**
 * Validates the columns of a file.
 * @throws CommandError if a column is missing, unknown or duplicate
 */
function checkColumns(columnNames: readonly string[], { names, required, dependsOn = {} }: FileColumns): void {
  const unknown = columnNames.filter((name) => !names.includes(name));
  const duplicates = columnNames.filter((name, index) => columnNames.indexOf(name) < index);
  const missing = required.find((name) => !columnNames.includes(name));
  if (unknown.length > 0)
    throw new CommandError(
      `Unknown column: ${unknown.map((name) => `"${name}"`).join(", ")}. Possible columns: ${names.join(", ")}.`,
    );
  if (duplicates.length > 0) throw new CommandError(`The file repeats the column ${duplicates.join(", ")}.`);
  if (missing !== undefined)
    throw new CommandError(`The column "${missing}" is missing. Required: ${required.join(", ")}.`);
  for (const [name, dependency] of Object.entries(dependsOn))
    if (columnNames.includes(name) && !columnNames.includes(dependency))
      throw new CommandError(`The column "${name}" needs the column "${dependency}", which is missing.`);
}

function createLine(header: readonly string[], record: readonly string[], line: number): FileLine {
  if (record.length !== header.length)
    return { line, fields: {}, error: `has ${record.length} fields, the first line has ${header.length}` };
  return { line, fields: Object.fromEntries(header.map((name, index) => [name, parseCsvField(record[index] ?? "")])) };
}

async function* readJsonLines(text: AsyncIterable<string>, columns: FileColumns): AsyncGenerator<FileLine> {
  let line = 0;
  let rest = "";
  for await (const chunk of text) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE_LENGTH) throw new CommandError(`Line ${line + lines.length + 1} is too long.`);
    for (const lineText of lines) {
      line += 1;
      if (lineText.trim() !== "") yield parseJsonLine(lineText, line, columns);
    }
  }
  if (rest.trim() !== "") yield parseJsonLine(rest, line + 1, columns);
}

function parseJsonLine(text: string, line: number, { names, required }: FileColumns): FileLine {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { line, fields: {}, error: "is not JSON" };
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    return { line, fields: {}, error: "is not a JSON object" };
  const unknown = Object.keys(parsed).filter((name) => !names.includes(name));
  if (unknown.length > 0) return { line, fields: {}, error: `has unknown fields: ${unknown.join(", ")}` };
  const missing = required.filter((name) => !(name in parsed));
  if (missing.length > 0) return { line, fields: {}, error: `lacks ${missing.join(", ")}` };
  return {
    line,
    fields: Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, toFieldText(value)])),
  };
}

/** Converts a JSON value to the text of a CSV field. */
function toFieldText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(LIST_SEPARATOR);
  return typeof value === "string" ? value : JSON.stringify(value);
}

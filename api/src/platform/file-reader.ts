import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { CommandError } from "./commands.ts";
import { plainField } from "./csv.ts";
import { SEPARATOR } from "./file-values.ts";

/** A line of the file: its fields as text; `wrong` says why it could not be read. */
export type FileLine = { line: number; fields: Record<string, string>; wrong?: string };

/** The columns that a file may have. */
export type FileColumns = {
  names: readonly string[];
  /** Columns without which no line can be understood. */
  required: readonly string[];
  /** A column that is of use only together with another one. */
  needs?: Readonly<Record<string, string>>;
};

export type FileFormat = "csv" | "jsonl";

const LONGEST_LINE = 1_000_000;

/** @throws CommandError if the name ends in neither .csv nor .jsonl */
export function formatOf(path: string): FileFormat {
  if (/\.csv$/i.test(path)) return "csv";
  if (/\.jsonl$/i.test(path)) return "jsonl";
  throw new CommandError(`${path} is neither .csv nor .jsonl.`);
}

/** The lines of a file of any size, one after another. @throws CommandError if the file or its header cannot be read */
export async function* readLines(path: string, columns: FileColumns): AsyncGenerator<FileLine> {
  const text = textOf(path);
  if (formatOf(path) === "csv") yield* readCsv(text, columns);
  else yield* readJsonLines(text, columns);
}

/** The text of a file with one kind of line end. @throws CommandError where it is no UTF-8 or cannot be read. */
async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let lines = 1;
  let rest = "";
  const decoded = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new CommandError(`${path} is not written in UTF-8 (look near line ${lines}).`);
    }
  };
  try {
    for await (const chunk of createReadStream(path)) {
      const all = rest + decoded(chunk as Buffer);
      // The other half of a line end may be in the next piece.
      rest = all.endsWith("\r") ? "\r" : "";
      const ready = all.slice(0, all.length - rest.length).replaceAll("\r\n", "\n");
      lines += ready.split("\n").length - 1;
      yield ready;
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code !== undefined)
      throw new CommandError(`${path} cannot be read: ${error.message}.`);
    throw error;
  }
  yield rest + decoded();
}

async function* readCsv(text: AsyncIterable<string>, columns: FileColumns): AsyncGenerator<FileLine> {
  const pieces = text[Symbol.asyncIterator]();
  const first = await pieces.next();
  const beginning = first.done ? "" : first.value;
  const delimiter = delimiterOf(beginning);
  const parser = parse({ bom: true, info: true, relax_column_count: true, delimiter, max_record_size: LONGEST_LINE });
  const source = Readable.from(joined(beginning, pieces));
  source.on("error", (error) => parser.destroy(error)).pipe(parser);
  let header: string[] | undefined;
  let end = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const line = end + 1;
      end = info.lines;
      if (!header) header = headerOf(record, columns);
      else if (record.length > 1 || record[0]?.trim()) yield fieldsOf(header, record, line);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (!header) throw new CommandError(`The first line cannot be read: ${error.message}.`);
    yield { line: end + 1, fields: {}, wrong: `cannot be read, nor can what follows: ${error.message}` };
  }
  if (!header) throw new CommandError("The file is empty: its first line names the columns.");
}

async function* joined(beginning: string, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  yield beginning;
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value;
}

/** Spreadsheets that write decimals with a comma put semicolons between columns. */
function delimiterOf(beginning: string): string {
  const line = beginning.slice(0, Math.max(0, beginning.indexOf("\n")) || beginning.length);
  return line.split(";").length > line.split(",").length ? ";" : ",";
}

function headerOf(record: readonly string[], columns: FileColumns): string[] {
  const names = record.map((name) => name.trim().toLowerCase());
  checkColumns(names, columns);
  return names;
}

/** @throws CommandError for columns that are missing, unknown or there twice */
function checkColumns(found: readonly string[], { names, required, needs = {} }: FileColumns): void {
  const unknown = found.filter((name) => !names.includes(name));
  const twice = found.filter((name, at) => found.indexOf(name) < at);
  const missing = required.find((name) => !found.includes(name));
  if (unknown.length > 0)
    throw new CommandError(
      `There is no column ${unknown.map((name) => `"${name}"`).join(", ")}. There are: ${names.join(", ")}.`,
    );
  if (twice.length > 0) throw new CommandError(`The column ${twice.join(", ")} is there twice.`);
  if (missing !== undefined)
    throw new CommandError(`The column "${missing}" is missing. Required: ${required.join(", ")}.`);
  for (const [name, needed] of Object.entries(needs))
    if (found.includes(name) && !found.includes(needed))
      throw new CommandError(`The column "${name}" needs the column "${needed}", which is missing.`);
}

function fieldsOf(header: readonly string[], record: readonly string[], line: number): FileLine {
  if (record.length !== header.length)
    return { line, fields: {}, wrong: `has ${record.length} fields, the first line has ${header.length}` };
  return { line, fields: Object.fromEntries(header.map((name, at) => [name, plainField(record[at] ?? "")])) };
}

async function* readJsonLines(text: AsyncIterable<string>, columns: FileColumns): AsyncGenerator<FileLine> {
  let line = 0;
  let rest = "";
  for await (const piece of text) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LONGEST_LINE) throw new CommandError(`Line ${line + lines.length + 1} is too long.`);
    for (const one of lines) {
      line += 1;
      if (one.trim() !== "") yield jsonLine(line === 1 ? one.replace(/^\uFEFF/, "") : one, line, columns);
    }
  }
  if (rest.trim() !== "") yield jsonLine(rest, line + 1, columns);
}

function jsonLine(text: string, line: number, { names, required }: FileColumns): FileLine {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { line, fields: {}, wrong: "is no JSON" };
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    return { line, fields: {}, wrong: "is no JSON object" };
  const unknown = Object.keys(parsed).filter((name) => !names.includes(name));
  if (unknown.length > 0) return { line, fields: {}, wrong: `has no such fields: ${unknown.join(", ")}` };
  const missing = required.filter((name) => !(name in parsed));
  if (missing.length > 0) return { line, fields: {}, wrong: `lacks ${missing.join(", ")}` };
  return { line, fields: Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, asText(value)])) };
}

/** A value as a field of a CSV file. */
function asText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(SEPARATOR);
  return typeof value === "string" ? value : JSON.stringify(value);
}

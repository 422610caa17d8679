import type { Delimiter } from "./schema.ts";

/** A record of a CSV file: the number of its first line and its fields; `error` says why they cannot be read. */
export type CsvRecord = Readonly<{ line: number; cells: readonly string[]; error?: CsvRecordError }>;
export type CsvRecordError = "unclosed_quote" | "line_too_long";

/** A record of more lines than these has a quote that nobody closed. */
const MAX_RECORD_LINES = 1000;
export const MAX_LINE_LENGTH = 1_000_000;
const DETECTION_RECORDS = 20;

/**
 * Reads the records of a CSV file (RFC 4180). A quote inside an unquoted field is kept. A quoted field that is not closed,
 * or closed by a quote of a later record, is an error of the line in which it begins only: the records after it are read.
 */
export async function* readCsvRecords(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRecord> {
  const lines = splitLines(text);
  /** Lines that were read and belong to no record yet. */
  const pending: string[] = [];
  let line = 0;
  /** The most fields of a record of one line. */
  let width = 0;
  const peek = async (index: number): Promise<string | undefined> => {
    while (pending.length <= index) {
      const next = await lines.next();
      if (next.done) return undefined;
      pending.push(next.value);
    }
    return pending[index];
  };
  for (let first = await peek(0); first !== undefined; first = await peek(0)) {
    line += 1;
    if (first.length > MAX_LINE_LENGTH) {
      pending.shift();
      yield { line, cells: [], error: "line_too_long" };
      continue;
    }
    const { cells, lineCount } = await readRecord(peek, delimiter);
    const isTorn = lineCount > 1 && width > 0 && (cells?.length !== width || (await isRecord(peek, delimiter, width)));
    if (cells === null || isTorn) {
      pending.shift();
      yield { line, cells: splitUnquoted(first, delimiter), error: "unclosed_quote" };
      continue;
    }
    pending.splice(0, lineCount);
    if (lineCount === 1) width = Math.max(width, cells.length);
    if (cells.length > 1 || cells[0]?.trim()) yield { line, cells };
    line += lineCount - 1;
  }
}

/** Splits a text into its lines, without their ends. */
export async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest = "";
  for await (const chunk of text) {
    const lines = chunk.split(/\n|\r/);
    // Of a line that is too long, no more is kept than shows that it is.
    if (rest.length <= MAX_LINE_LENGTH) lines[0] = rest + lines[0];
    else if (lines.length > 1) lines[0] = rest;
    else continue;
    rest = (lines.pop() ?? "").slice(0, MAX_LINE_LENGTH + 1);
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/**
 * Whether the second line is a record of its own, with as many fields as the others. Then the quote in the first one was
 * closed by that of a later record.
 */
async function isRecord(
  peek: (index: number) => Promise<string | undefined>,
  delimiter: string,
  width: number,
): Promise<boolean> {
  if (width < 3) return false;
  const second = (await peek(1)) ?? "";
  const { cells, lineCount } = await readRecord(async (index) => (index === 0 ? second : undefined), delimiter);
  return lineCount === 1 && cells?.length === width;
}

/** Reads the record that begins with the first line. Its fields are null if a quoted one is not closed. */
async function readRecord(
  peek: (index: number) => Promise<string | undefined>,
  delimiter: string,
): Promise<{ cells: string[] | null; lineCount: number }> {
  const cells: string[] = [];
  let lineCount = 1;
  let line = (await peek(0)) ?? "";
  let position = 0;
  for (;;) {
    if (line[position] !== '"') {
      const end = line.indexOf(delimiter, position);
      cells.push(end === -1 ? line.slice(position) : line.slice(position, end));
      if (end === -1) return { cells, lineCount };
      position = end + 1;
      continue;
    }
    let cell = "";
    position += 1;
    for (;;) {
      const quote = line.indexOf('"', position);
      if (quote === -1) {
        const next = lineCount < MAX_RECORD_LINES ? await peek(lineCount) : undefined;
        if (next === undefined || next.length > MAX_LINE_LENGTH) return { cells: null, lineCount };
        cell += `${line.slice(position)}\n`;
        [line, position, lineCount] = [next, 0, lineCount + 1];
        continue;
      }
      cell += line.slice(position, quote);
      position = quote + 1;
      const next = line[position];
      if (next === undefined || next === delimiter) break;
      // An escaped quote, or one that should have been escaped.
      cell += '"';
      if (next === '"') position += 1;
    }
    cells.push(cell);
    if (position >= line.length) return { cells, lineCount };
    position += 1;
  }
}

function splitUnquoted(line: string, delimiter: string): string[] {
  return line.split(delimiter).map((cell) => cell.replaceAll(/^"|"$/g, ""));
}

/**
 * Detects the delimiter of a CSV file: the one with which most of the first records have the same number of fields.
 * Spreadsheets with a decimal comma separate columns by semicolons.
 */
export async function detectDelimiter(start: string): Promise<Delimiter> {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of [";", "\t", ","] as const) {
    const counts = new Map<number, number>();
    let records = 0;
    for await (const { cells } of readCsvRecords(toAsync(start), delimiter)) {
      if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
      records += 1;
      if (records === DETECTION_RECORDS) break;
    }
    for (const [fields, count] of counts) {
      // More fields weigh more than one more record in which a comma separates decimals.
      const score = count * Math.sqrt(fields);
      if (score > best.score) best = { delimiter, score };
    }
  }
  return best.delimiter;
}

async function* toAsync(text: string): AsyncGenerator<string> {
  yield text;
}

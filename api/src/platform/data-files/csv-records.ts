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
  const lines = new PendingLines(splitLines(text), delimiter);
  let line = 0;
  /** The most fields of a record of one line. */
  let width = 0;
  for (let first = await lines.get(0); first !== undefined; first = await lines.get(0)) {
    line += 1;
    if (first.length > MAX_LINE_LENGTH) {
      lines.remove(1);
      yield { line, cells: [], error: "line_too_long" };
      continue;
    }
    const record = await findFields(lines);
    if (record === null || (record.lineCount > 1 && width > 0 && (await isTorn(record, lines, width)))) {
      lines.remove(1);
      yield { line, cells: splitUnquoted(first, delimiter), error: "unclosed_quote" };
      continue;
    }
    const cells = record.fields.map((field) => lines.read(field));
    lines.remove(record.lineCount);
    if (record.lineCount === 1) width = Math.max(width, cells.length);
    if (cells.length > 1 || cells[0]?.trim()) yield { line, cells };
    line += record.lineCount - 1;
  }
}

/** Where a field is in the pending lines, without its quotes. */
type Field = Readonly<{ isQuoted: boolean; firstLine: number; start: number; lastLine: number; end: number }>;
type FoundRecord = Readonly<{ fields: readonly Field[]; lineCount: number }>;

/** Where a quoted field that continues from an earlier line ends; `position` is -1 for a line that is too long. */
type FieldEnd = Readonly<{ line: number; position: number }>;

/** The lines that were read and belong to no record yet. */
class PendingLines {
  readonly delimiter: string;
  readonly #source: AsyncIterator<string, undefined>;
  readonly #lines: string[] = [];
  /** The number of lines that were removed. */
  #removed = 0;
  /**
   * The lines at which quoted fields end, with all lines of the file counted. Each is looked at once: records that have a
   * quote that nobody closed are read line by line, and all of them look for the same end.
   */
  readonly #ends: FieldEnd[] = [];

  constructor(source: AsyncIterator<string, undefined>, delimiter: string) {
    this.#source = source;
    this.delimiter = delimiter;
  }

  /** Returns a line, undefined after the last one. */
  async get(index: number): Promise<string | undefined> {
    while (this.#lines.length <= index) {
      const { value, done } = await this.#source.next();
      if (done) return undefined;
      const isTooLong = value.length > MAX_LINE_LENGTH;
      const position = isTooLong ? -1 : findClosingQuote(value, 0, this.delimiter);
      if (isTooLong || position !== -1) this.#ends.push({ line: this.#removed + this.#lines.length, position });
      this.#lines.push(value);
    }
    return this.#lines[index];
  }

  /** Finds the end of a quoted field that continues on the line `from`; null if it is not closed. */
  async findEnd(from: number): Promise<FieldEnd | null> {
    const first = this.#removed + from;
    const find = () => this.#ends.find(({ line }) => line >= first);
    let end = find();
    while (!end && this.#lines.length < MAX_RECORD_LINES) {
      if ((await this.get(this.#lines.length)) === undefined) return null;
      if (this.#ends.at(-1)?.line === this.#removed + this.#lines.length - 1) end = find();
    }
    if (!end || end.position === -1) return null;
    return { line: end.line - this.#removed, position: end.position };
  }

  read({ isQuoted, firstLine, start, lastLine, end }: Field): string {
    const lines = this.#lines.slice(firstLine, lastLine + 1);
    lines[lines.length - 1] = lines.at(-1)?.slice(0, end) ?? "";
    lines[0] = lines[0]?.slice(start) ?? "";
    const text = lines.join("\n");
    return isQuoted ? text.replaceAll('""', '"') : text;
  }

  remove(count: number): void {
    this.#lines.splice(0, count);
    this.#removed += count;
    while ((this.#ends[0]?.line ?? Infinity) < this.#removed) this.#ends.shift();
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
 * Whether a quoted field of a record of several lines was closed by a quote of a later record: the record has not as many
 * fields as the others, or its second line has them alone.
 */
async function isTorn({ fields }: FoundRecord, lines: PendingLines, width: number): Promise<boolean> {
  if (fields.length !== width) return true;
  if (width < 3) return false;
  const second = (await lines.get(1)) ?? "";
  const alone = await findFields(new PendingLines(splitLines(toAsync(second)), lines.delimiter));
  return alone?.lineCount === 1 && alone.fields.length === width;
}

/** Finds the fields of the record that begins with the first line; null if a quoted one is not closed. */
async function findFields(lines: PendingLines): Promise<FoundRecord | null> {
  const { delimiter } = lines;
  const fields: Field[] = [];
  let [lineIndex, position] = [0, 0];
  let line = (await lines.get(0)) ?? "";
  for (;;) {
    const firstLine = lineIndex;
    if (line[position] !== '"') {
      const next = line.indexOf(delimiter, position);
      const end = next === -1 ? line.length : next;
      fields.push({ isQuoted: false, firstLine, start: position, lastLine: firstLine, end });
      if (next === -1) return { fields, lineCount: lineIndex + 1 };
      position = next + 1;
      continue;
    }
    const start = position + 1;
    let end = findClosingQuote(line, start, delimiter);
    if (end === -1) {
      const found = await lines.findEnd(lineIndex + 1);
      if (!found) return null;
      [lineIndex, end] = [found.line, found.position];
      line = (await lines.get(lineIndex)) ?? "";
    }
    fields.push({ isQuoted: true, firstLine, start, lastLine: lineIndex, end });
    position = end + 1;
    if (position >= line.length) return { fields, lineCount: lineIndex + 1 };
    position += 1;
  }
}

/**
 * Returns the position of the quote that closes a quoted field, -1 if it continues on the next line. Other quotes in it are
 * escaped by a second one, or should have been.
 */
function findClosingQuote(line: string, start: number, delimiter: string): number {
  for (let position = start; ;) {
    const quote = line.indexOf('"', position);
    if (quote === -1) return -1;
    const next = line[quote + 1];
    if (next === undefined || next === delimiter) return quote;
    position = quote + (next === '"' ? 2 : 1);
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

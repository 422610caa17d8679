import { XmlLimitError } from "../../platform/data-files/bounded-xml.ts";
import type { FileRecord } from "../file-record.ts";
import { InvalidImportFileError } from "../invalid-import-file.ts";
import { type Offer, WEIGHT_COLUMN, YmlParser } from "./yml-parser.ts";

/** How many offers, and how many characters of them, are read to find out the columns. */
const START_OFFERS = 1000;
const START_LENGTH = 5_000_000;
const MAX_COLUMNS = 200;
/** The columns that every feed has, so that one that only few offers have is among them. */
const usualColumns = [
  ...["id", "available", "vendorCode", "barcode", "name", "vendor", "category", "price", "oldprice", "count"],
  ...[WEIGHT_COLUMN, "picture", "description"],
];
/** Elements that say no more than others: the currency is part of the price, the category has a name. */
const mergedColumns: ReadonlySet<string> = new Set(["currencyId", "categoryId"]);

/**
 * Reads a YML feed as a table with a line for each offer. The columns, in line 0, are the usual ones and those that the
 * first offers have; others are left out.
 * @throws InvalidImportFileError `not_yml`, `file_truncated`, `xml_too_deep`, `xml_text_too_long`, `xml_entities`
 */
export async function* readYmlRecords(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  const parser = new YmlParser();
  let columns: readonly string[] | undefined;
  let start: Offer[] = [];
  let length = 0;
  for await (const offer of readOffers(parser, text)) {
    if (columns) {
      yield toRecord(offer, columns);
      continue;
    }
    start.push(offer);
    for (const value of offer.fields.values()) length += value.length;
    if (start.length < START_OFFERS && length < START_LENGTH) continue;
    columns = listColumns(start);
    yield toHeader(parser, columns);
    for (const one of start) yield toRecord(one, columns);
    start = [];
  }
  if (columns) return;
  const found = listColumns(start);
  yield toHeader(parser, found);
  for (const one of start) yield toRecord(one, found);
}

async function* readOffers(parser: YmlParser, text: AsyncIterable<string>): AsyncGenerator<Offer> {
  try {
    for await (const part of text) yield* parser.write(part);
    yield* parser.end();
  } catch (error) {
    if (error instanceof XmlLimitError) throw new InvalidImportFileError(error.code, { line: error.line });
    throw error;
  }
  if (!parser.hasOffers) throw new InvalidImportFileError("not_yml");
  if (parser.isOpen) throw new InvalidImportFileError("file_truncated", { line: parser.line });
}

function listColumns(offers: readonly Offer[]): string[] {
  const found = new Set(offers.flatMap(({ fields }) => [...fields.keys()]).filter((name) => !mergedColumns.has(name)));
  return [...new Set([...usualColumns, ...found])].slice(0, MAX_COLUMNS);
}

/** A profile is remembered for the shop of the feed, since its parameters differ from day to day. */
function toHeader({ shopName }: YmlParser, columns: readonly string[]): FileRecord {
  return { line: 0, cells: columns, ...(shopName === "" ? {} : { profileKey: ["yml", shopName] }) };
}

function toRecord({ line, fields, error }: Offer, columns: readonly string[]): FileRecord {
  return { line, cells: columns.map((name) => fields.get(name) ?? ""), ...(error ? { error } : {}) };
}

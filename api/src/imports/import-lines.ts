import { productColumns } from "../catalog/import/import-columns.ts";
import type { CatalogKey } from "../catalog/import/staging.ts";
import type { FileLine } from "../platform/data-files/file-reader.ts";
import type { TemporaryMap } from "../platform/db/temporary-map.ts";
import type { ImportRules } from "./admin-schema.ts";
import { convertCell, type ImportProblem, InvalidCellError, normalizeText, requireCurrency } from "./cell-values.ts";
import { cutText } from "./cut-text.ts";
import type { ImportField } from "./schema.ts";
import type { FileRecord } from "./file-record.ts";

/** A line of a file as the engine takes it, or why it cannot be read. */
export type ImportLine =
  | Readonly<{ kind: "line"; line: FileLine; cost: number | null; reference: string }>
  /** The store does not have the product, and drafts are not created. */
  | Readonly<{ kind: "unmatched"; reference: string }>
  | Readonly<{ kind: "problem"; line: number; problem: ImportProblem; reference: string; name: string }>;

/** Fields that an empty cell leaves as they are, rather than emptying them. */
const keptWhenEmpty: ReadonlySet<string> = new Set([
  ...["price", "stock", "status", "weight_g", "name_ru", "name_en", "brand", "category", "hs_code", "customs_name_en"],
  ...["origin_country", "barcode", "slug", "images", "hazard", "published_at"],
]);
/** Fields that are not part of the product file. */
const ownFields: ReadonlySet<string> = new Set(["cost", "name_ja"]);
const TOTALS = /^(итого|всего|total|grand total|合計|小計|総計)/i;

type Target = Readonly<{ reference: string; option: number; isNew: boolean }>;

export type LineConversion = Readonly<{
  columns: readonly (ImportField | null)[];
  rules: ImportRules;
  /** Lists the keys of products. */
  listKeys: (wanted: { references: string[]; barcodes: string[] }) => Promise<readonly CatalogKey[]>;
  /** Whether no empty cell changes anything: the offers of a feed have the elements that their products need. */
  keepsEmpty: boolean;
  /** The line of each variant that an earlier line is about. */
  seen: TemporaryMap<number>;
  /** The slugs of the brand and category that drafts get; null for none. */
  defaults: Readonly<{ brand: string | null; category: string | null }>;
}>;

/** Creates a function that converts the next records of a file to lines, in the order of the file. */
export function createLineConverter({ columns, rules, listKeys, keepsEmpty, seen, defaults }: LineConversion) {
  const hasKeyColumn = columns.includes("barcode") || columns.includes("reference");

  const findRecordTarget = ({ record, fields }: ReadRecord, keys: CatalogKeys) => {
    const target = findTarget(fields, { keys, hasKeyColumn, creates: rules.create });
    if (target === null) return { kind: "unmatched", reference: getLabels(record, columns).reference } as const;
    return { kind: "found", record, fields, target } as const;
  };

  const toLine = ({ record, fields, target }: FoundRecord, lines: Map<string, number>): ImportLine => {
    const { line } = record;
    const earlier = lines.get(getIdentity(target));
    if (earlier !== undefined) throw new InvalidCellError("repeated_line", { line: earlier });
    lines.set(getIdentity(target), line);
    return {
      kind: "line",
      reference: target.reference,
      cost: fields["cost"] ? Number(fields["cost"]) : null,
      line: { line, fields: buildFields(fields, target, { rules, keepsEmpty, defaults }) },
    };
  };

  return async (records: readonly FileRecord[]): Promise<ImportLine[]> => {
    const read = records.map((record) =>
      catchProblem(record, columns, () => readRecord(record, columns, rules.cost_currency)),
    );
    const getValues = (field: ImportField) =>
      read.flatMap((one) => (one.kind === "read" && one.fields[field] ? [one.fields[field]] : []));
    const keys = indexKeys(await listKeys({ references: getValues("reference"), barcodes: getValues("barcode") }));
    const found = read.map((one) =>
      one.kind === "problem" ? one : catchProblem(one.record, columns, () => findRecordTarget(one, keys)),
    );
    const lines = await seen.get(found.flatMap((one) => (one.kind === "found" ? [getIdentity(one.target)] : [])));
    const converted = found.map((one) =>
      one.kind === "found" ? catchProblem(one.record, columns, () => toLine(one, lines)) : one,
    );
    await seen.set(lines);
    return converted;
  };
}

const getIdentity = ({ reference, option }: Target): string => `${reference}\n${option}`;

/** Returns what a function returns, or the problem with the record that it throws. */
function catchProblem<T>(
  record: FileRecord,
  columns: LineConversion["columns"],
  read: () => T,
): T | Extract<ImportLine, { kind: "problem" }> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidCellError)) throw error;
    return { kind: "problem", line: record.line, problem: error.problem, ...getLabels(record, columns) };
  }
}

/** Returns the texts by which a person finds a record. */
function getLabels({ cells }: FileRecord, columns: LineConversion["columns"]): { reference: string; name: string } {
  const getRawText = (...wanted: ImportField[]) =>
    wanted.map((field) => normalizeText(cells[columns.indexOf(field)] ?? "")).find((text) => text !== "") ?? "";
  return {
    reference: cutText(getRawText("reference", "barcode"), 60),
    name: cutText(getRawText("name_ru", "name_en", "name_ja"), 200),
  };
}

type ReadRecord = Readonly<{ kind: "read"; record: FileRecord; fields: Record<string, string> }>;
type FoundRecord = Readonly<{ record: FileRecord; fields: Record<string, string>; target: Target }>;

/** @throws InvalidCellError */
function readRecord(record: FileRecord, columns: LineConversion["columns"], costCurrency: string): ReadRecord {
  const { cells, error } = record;
  if (error) throw new InvalidCellError(error);
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== ""))
    throw new InvalidCellError("too_many_fields", { count: cells.length, expected: columns.length });
  const first = normalizeText(cells.find((cell) => cell.trim() !== "") ?? "");
  if (TOTALS.test(first)) throw new InvalidCellError("total_line", { value: cutText(first, 40) });
  return { kind: "read", record, fields: convertCells(columns, cells, costCurrency) };
}

type CatalogKeys = Readonly<Record<"byReference" | "byBarcode", ReadonlyMap<string, CatalogKey>>>;

function indexKeys(keys: readonly CatalogKey[]): CatalogKeys {
  return {
    byReference: new Map(keys.map((key) => [key.reference, key])),
    byBarcode: new Map(keys.flatMap((key) => (key.barcode === null ? [] : [[key.barcode, key] as const]))),
  };
}

/**
 * Finds the variant that a line is about; null if the store does not have it, and drafts are not created.
 * @throws InvalidCellError if the line does not say which one
 */
function findTarget(
  fields: Record<string, string>,
  {
    keys: { byReference, byBarcode },
    hasKeyColumn,
    creates,
  }: Readonly<{ keys: CatalogKeys; hasKeyColumn: boolean; creates: boolean }>,
): Target | null {
  const { reference = "", barcode = "", option = "" } = fields;
  if (reference === "" && barcode === "") throw new InvalidCellError(hasKeyColumn ? "no_key" : "no_key_column");
  const key = (reference === "" ? undefined : byReference.get(reference)) ?? byBarcode.get(barcode);
  if (!key) return creates ? { reference: reference || barcode, option: Number(option || 0), isNew: true } : null;
  // A barcode that the product has changes nothing.
  if (barcode === key.barcode) delete fields["barcode"];
  if (option !== "" && key.option_ids.length > 0 && (Number(option) === 0) !== key.option_ids.includes(0))
    throw new InvalidCellError(Number(option) === 0 ? "several_options" : "no_options", { reference: key.reference });
  if (option !== "") return { reference: key.reference, option: Number(option), isNew: false };
  if (key.option_ids.length > 1) throw new InvalidCellError("several_options", { reference: key.reference });
  return { reference: key.reference, option: key.option_ids[0] ?? 0, isNew: false };
}

/** @throws InvalidCellError with the field of the first cell that cannot be read */
function convertCells(
  columns: readonly (ImportField | null)[],
  cells: readonly string[],
  costCurrency: string,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [index, field] of columns.entries()) {
    if (field === null) continue;
    const cell = (cells[index] ?? "").toWellFormed();
    if (cell.includes("\0")) throw new InvalidCellError("null_character");
    try {
      requireCurrency(field, cell, costCurrency);
      fields[field] = convertCell(field, cell);
    } catch (error) {
      if (!(error instanceof InvalidCellError)) throw error;
      const { code, params } = error.problem;
      throw new InvalidCellError(code, { ...params, field });
    }
  }
  return fields;
}

/** Builds the fields of the product file: without cells that say nothing, and for a draft with what it lacks. */
function buildFields(
  fields: Readonly<Record<string, string>>,
  { reference, option, isNew }: Target,
  { rules, keepsEmpty, defaults }: Pick<LineConversion, "rules" | "keepsEmpty" | "defaults">,
): Record<string, string> {
  // Of a product with options, one line has the fields of the product, and it can be any of them.
  const isKept = (name: string) => keepsEmpty || keptWhenEmpty.has(name) || (option > 0 && name in productColumns);
  const values = Object.entries(fields).filter(
    ([name, text]) => !ownFields.has(name) && !(text === "" && isKept(name)),
  );
  const known: Record<string, string> = { ...Object.fromEntries(values), reference, option: String(option) };
  if (!isNew) return known;
  const { name_ru, name_en, name_ja } = fields;
  const name = name_ru || name_en || name_ja || "";
  const complete: Record<string, string> = {
    name_ru: name,
    name_en: name_en || name_ja || name,
    ...(defaults.brand === null ? {} : { brand: defaults.brand }),
    ...(defaults.category === null ? {} : { category: defaults.category }),
    ...(rules.weight_g === null ? {} : { weight_g: String(rules.weight_g) }),
    ...known,
    // A product that the store does not know is published by a person.
    status: "draft",
  };
  const missing = ["name_ru", "brand", "category", "weight_g"].find((field) => !complete[field]);
  if (missing) throw new InvalidCellError("draft_lacks", { field: missing });
  return complete;
}

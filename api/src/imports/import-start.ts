import type { z } from "zod";
import type { Db } from "../platform/db/database.ts";
import { InvalidWorkbookError } from "../platform/data-files/xlsx/workbook-archive.ts";
import type { Permission } from "../staff/permissions.ts";
import { type ImportDetail, type importQuery, importRules, MAX_COLUMNS } from "./admin-schema.ts";
import type { ImportProblem } from "./cell-values.ts";
import { cutText } from "./cut-text.ts";
import { getRequiredPermissions, suggestFields } from "./fields.ts";
import type { FileRecord } from "./file-record.ts";
import { findHeader, type HeaderPlace, joinHeaderRows } from "./header-rows.ts";
import { InvalidImportFileError } from "./invalid-import-file.ts";
import { findProfile, type Header, type Profile } from "./profiles.ts";
import { isEmpty, readAllRecords, type ReadFile } from "./read-file.ts";
import type { ImportField } from "./schema.ts";
import { listSheets } from "./sheet-records.ts";
import { type ImportRow, openStoredFile } from "./sql.ts";

/** The records that are read for names and examples, and how much of a text. */
const START_RECORDS = 30;
const START_BYTES = 10_000_000;
const SAMPLES = 2;
const MAX_NAME_LENGTH = 500;
/** The sheets whose names of columns are compared with those of profiles. */
const SEARCHED_SHEETS = 10;
/** Where names of columns of a profile are looked for. */
const SEARCHED_ROWS = 20;
const SEARCHED_HEADER_ROWS = 3;

/** How a file is read, and the start of it. */
export type ImportStart = Pick<
  ImportDetail,
  "columns" | "rules" | "header_row" | "header_rows" | "sheet" | "sheets" | "supplier_id"
> & {
  problem: ImportProblem | null;
};

type StartOptions = Readonly<{
  isStored: boolean;
  permissions: ReadonlySet<Permission>;
  /** Whether the person may see all cells of the file. */
  mayReadFile: boolean;
}>;
type Found = Readonly<{
  place: HeaderPlace;
  header: Header;
  profile: Profile | undefined;
  records: readonly FileRecord[];
}>;

/**
 * Reads the names of the columns and examples: with what was chosen, otherwise with the profile of files with these
 * columns, otherwise with what is detected.
 */
export async function readStart(
  db: Db,
  row: ImportRow,
  query: z.output<typeof importQuery>,
  { isStored, permissions, mayReadFile }: StartOptions,
): Promise<ImportStart> {
  const rules = importRules.parse(row.rules);
  const { supplier_id } = row;
  const none = {
    columns: [],
    rules,
    header_row: row.header_row,
    header_rows: row.header_rows,
    sheet: row.sheet,
    supplier_id,
  };
  const encoding = query.encoding ?? row.encoding;
  if (!isStored || (encoding === null && row.format !== "xlsx")) return { ...none, sheets: [], problem: null };
  let sheets: readonly string[] = [];
  try {
    sheets = row.format === "xlsx" ? await listSheets(await openStoredFile(db, row.id)) : [];
    const file = { ...row, encoding, delimiter: query.delimiter ?? row.delimiter };
    const { sheet, found } = await findStart(db, file, query, sheets);
    if (found.header.names.length > MAX_COLUMNS) throw new InvalidImportFileError("too_many_columns");
    const { profile } = found;
    return {
      ...{ ...found.place, sheet, sheets: [...sheets], problem: null },
      rules: profile ? importRules.parse(profile.rules) : rules,
      supplier_id: profile ? profile.supplier_id : supplier_id,
      columns: listColumns(row, found, { permissions, mayReadFile }),
    };
  } catch (error) {
    if (error instanceof InvalidWorkbookError)
      return { ...none, sheets: [], problem: { code: error.code, params: {} } };
    if (error instanceof InvalidImportFileError) return { ...none, sheets: [...sheets], problem: error.problem };
    throw error;
  }
}

/** Chooses a sheet: the first one that has the columns of a profile, otherwise the first one. */
async function findStart(
  db: Db,
  row: ImportRow,
  query: z.output<typeof importQuery>,
  sheets: readonly string[],
): Promise<{ sheet: string | null; found: Found }> {
  const chosen = query.sheet ?? row.sheet ?? null;
  const searched = chosen === null && sheets.length > 0 ? sheets.slice(0, SEARCHED_SHEETS) : [chosen];
  let first: { sheet: string | null; found: Found } | undefined;
  for (const sheet of searched) {
    const found = await findHeaderOfSheet(db, { ...row, sheet }, query);
    if (found.profile) return { sheet, found };
    first ??= { sheet, found };
  }
  if (!first) throw new Error("no sheet was searched");
  return first;
}

async function findHeaderOfSheet(db: Db, row: ImportRow, query: z.output<typeof importQuery>): Promise<Found> {
  const headerRow = query.header_row ?? row.header_row;
  const headerRows = query.header_rows ?? (query.header_row === undefined ? row.header_rows : 1);
  const records = await listFirstRecords(db, { ...row, header_row: headerRow, header_rows: headerRows });
  const isFixed = row.columns !== null || query.header_row !== undefined || query.header_rows !== undefined;
  const isTable = row.format === "csv" || row.format === "xlsx";
  const cells = records.map((record) => record.cells);
  const detected = isFixed || !isTable ? { header_row: headerRow, header_rows: headerRows } : findHeader(cells);
  const place = { ...detected, header_row: Math.min(detected.header_row, Math.max(records.length, 1)) };
  const own = { place, header: getHeader(records, place), profile: undefined, records };
  if (row.columns !== null) return own;
  const others = isFixed || !isTable ? [] : listPlaces(records);
  const candidates = [place, ...others].map((one) => ({ place: one, header: getHeader(records, one) }));
  const match = await findProfile(
    db,
    candidates.map(({ header }) => header),
  );
  const candidate = match && candidates[match.index];
  return candidate ? { ...candidate, profile: match.profile, records } : own;
}

/** Lists where the names of columns can be; they do not begin in a row without text. */
function listPlaces(records: readonly FileRecord[]): HeaderPlace[] {
  return records.slice(0, SEARCHED_ROWS).flatMap((record, index) => {
    const counts = isEmpty(record) ? [] : Array.from({ length: SEARCHED_HEADER_ROWS }, (_, rows) => rows + 1);
    return counts.map((rows) => ({ header_row: index + 1, header_rows: rows }));
  });
}

/** Returns the names of the columns of a file by its first records. */
export function getHeader(records: readonly FileRecord[], { header_row, header_rows }: HeaderPlace): Header {
  const rows = records.slice(header_row - 1, header_row - 1 + header_rows);
  const names = joinHeaderRows(rows.map(({ cells }) => cells)).map((name) => cutText(name, MAX_NAME_LENGTH));
  return { names, profileKey: rows[0]?.profileKey };
}

function listColumns(
  row: ImportRow,
  { place, header: { names }, profile, records }: Found,
  { permissions, mayReadFile }: Pick<StartOptions, "permissions" | "mayReadFile">,
): ImportDetail["columns"] {
  const suggested = suggestFields(names, row.format);
  const below = records.slice(place.header_row - 1 + place.header_rows);
  // Another delimiter would show a column that was chosen as a part of another one.
  const mayReadAll = mayReadFile && hasPermissions(permissions, row.columns ?? []);
  return names.map((name, index) => {
    const column = getColumn(name, { chosen: row.columns, profile, suggested, index });
    const mayRead = mayReadAll && hasPermissions(permissions, [column.field, suggested[index] ?? null]);
    const samples = (mayRead ? below : []).map(({ cells }) => cutText((cells[index] ?? "").trim(), 80));
    return { ...column, samples: samples.filter((cell) => cell !== "").slice(0, SAMPLES) };
  });
}

type ColumnSources = Readonly<{
  chosen: readonly (ImportField | null)[] | null;
  profile: Profile | undefined;
  suggested: readonly (ImportField | null)[];
  index: number;
}>;

function getColumn(
  name: string,
  { chosen, profile, suggested, index }: ColumnSources,
): Pick<ImportDetail["columns"][number], "name" | "field" | "source"> {
  if (chosen) return { name, field: chosen[index] ?? null, source: "chosen" };
  if (profile) return { name, field: profile.columns[name] ?? null, source: "profile" };
  const field = suggested[index] ?? null;
  return { name, field, source: field === null ? "none" : "suggested" };
}

/** Costs and prices are shown to those who may change them. */
function hasPermissions(permissions: ReadonlySet<Permission>, columns: readonly (ImportField | null)[]): boolean {
  return getRequiredPermissions(columns).every((permission) => permissions.has(permission));
}

/** Reads the first records of a file. @throws InvalidImportFileError */
export async function listFirstRecords(db: Db, row: ReadFile): Promise<FileRecord[]> {
  const count = Math.max(START_RECORDS, row.header_row + row.header_rows + SAMPLES);
  const records: FileRecord[] = [];
  for await (const record of readAllRecords(db, { ...row, maxBytes: START_BYTES })) {
    records.push(record);
    if (records.length === count) break;
  }
  return records;
}

import type { z } from "zod";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { Permission } from "../staff/permissions.ts";
import {
  type ImportDetail,
  type importQuery,
  importRules,
  type ListedImport,
  refusals,
  UNDO_DAYS,
} from "./admin-schema.ts";
import { findHeaderRow, getRequiredPermissions, suggestFields } from "./fields.ts";
import { type ImportField, importFields } from "./schema.ts";
import type { ImportProblem } from "./cell-values.ts";
import { cutText } from "./cut-text.ts";
import type { FileRecord } from "./file-records.ts";
import { formatProblem, getFieldName } from "./problem-texts.ts";
import { findProfile, type Header, type Profile } from "./profiles.ts";
import { findListedImport, type ListedImportRow } from "./query-sql.ts";
import { InvalidImportFileError } from "./invalid-import-file.ts";
import { readAllRecords } from "./read-file.ts";
import { countChanges, countEffects, hasFile, type ImportRow } from "./sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The records that are read for names and examples. */
const START_RECORDS = 20;
const START_BYTES = 10_000_000;
const SAMPLES = 2;
const MAX_NAME_LENGTH = 500;

export function toListedImport(row: ListedImportRow, locale: Locale): ListedImport {
  const { failure } = row;
  return {
    ...{ id: row.id, file_name: row.file_name, bytes: row.bytes, format: row.format, status: row.status },
    failure: failure && { code: failure.code, text: formatProblem(locale, failure) },
    ...{ lines: row.lines, progress: row.progress, result: row.result },
    ...{ author: row.author_name, profile_name: row.profile_name, created_at: row.created_at.toISOString() },
    applied_at: row.applied_at?.toISOString() ?? null,
  };
}

type Reader = Readonly<{ permissions: ReadonlySet<Permission>; now: Date; locale: Locale }>;

/**
 * Returns an import with the columns of its file.
 * @param query what the file is read with, instead of what was detected or chosen
 * @throws Refusal `import_not_found`
 */
export async function getImportDetail(
  db: Db,
  id: number,
  query: z.output<typeof importQuery>,
  { permissions, now, locale }: Reader,
): Promise<ImportDetail> {
  const row = await findListedImport(db, id);
  if (!row) throw refuse(refusals, "import_not_found");
  const isStored = await hasFile(db, id);
  const kinds = (await countChanges(db, id)).map(({ kind, ...counts }) => [kind, counts] as const);
  const effects = (await countEffects(db, id)).map(({ code, count }) => [code, count] as const);
  const undoEnd = row.applied_at && new Date(row.applied_at.getTime() + UNDO_DAYS * DAY_MS);
  const canUndo = row.status === "applied" && undoEnd !== null && undoEnd > now;
  const { problem, ...start } = await readStart(db, row, query, { isStored, permissions });
  return {
    ...toListedImport(row, locale),
    problem: problem && { code: problem.code, text: formatProblem(locale, problem) },
    ...{ encoding: query.encoding ?? row.encoding, delimiter: query.delimiter ?? row.delimiter },
    is_encoding_detected: row.encoding !== null && query.encoding === undefined && row.columns === null,
    ...start,
    fields: importFields.map((field) => ({ field, name: getFieldName(locale, field) })),
    has_file: isStored,
    counts: { unchanged: row.unchanged, unmatched: row.unmatched, kinds: Object.fromEntries(kinds) },
    effects: Object.fromEntries(effects),
    checked_at: row.checked_at?.toISOString() ?? null,
    is_cancel_requested: row.cancel_requested_at !== null,
    undo_until: canUndo ? undoEnd.toISOString() : null,
    missing_permissions: getRequiredPermissions(row.columns ?? []).filter((permission) => !permissions.has(permission)),
  };
}

type Start = Pick<ImportDetail, "columns" | "rules" | "header_row"> & { problem: ImportProblem | null };

async function readStart(
  db: Db,
  row: ImportRow,
  query: z.output<typeof importQuery>,
  { isStored, permissions }: { isStored: boolean; permissions: ReadonlySet<Permission> },
): Promise<Start> {
  const chosenRules = importRules.parse(row.rules);
  const none = { columns: [], rules: chosenRules, header_row: query.header_row ?? row.header_row, problem: null };
  const encoding = query.encoding ?? row.encoding;
  if (!isStored || encoding === null) return none;
  const { records, problem } = await listFirstRecords(db, {
    ...{ ...row, encoding, delimiter: query.delimiter ?? row.delimiter },
  });
  if (problem) return { ...none, problem };
  const detectsRow = row.columns === null && row.format === "csv";
  const detectedRow = detectsRow ? findHeaderRow(records.map(({ cells }) => cells)) : row.header_row;
  const headerRow = Math.min(query.header_row ?? detectedRow, Math.max(records.length, 1));
  const header = getHeader(records[headerRow - 1]);
  const { names } = header;
  const profile = row.columns === null ? await findProfile(db, header) : undefined;
  const below = records.slice(headerRow);
  const suggested = suggestFields(names, row.format);
  // Another delimiter would show a column that was chosen as a part of another one.
  const mayReadAll = hasPermissions(permissions, row.columns ?? []);
  const mayRead = (index: number, field: ImportField | null) =>
    mayReadAll && hasPermissions(permissions, [field, suggested[index] ?? null]);
  return {
    ...{ header_row: headerRow, problem: null },
    rules: profile ? importRules.parse(profile.rules) : chosenRules,
    columns: listColumns(names, row, profile).map((column, index) => ({
      ...column,
      samples: (mayRead(index, column.field) ? below : [])
        .map(({ cells }) => cutText((cells[index] ?? "").trim(), 80))
        .filter((cell) => cell !== "")
        .slice(0, SAMPLES),
    })),
  };
}

/** Costs and prices are shown to those who may change them. */
function hasPermissions(permissions: ReadonlySet<Permission>, columns: readonly (ImportField | null)[]): boolean {
  return getRequiredPermissions(columns).every((permission) => permissions.has(permission));
}

/** Returns the names of the columns of a record. */
export function getHeader(record: FileRecord | undefined): Header {
  const names = (record?.cells ?? []).map((cell) => cutText(cell.trim(), MAX_NAME_LENGTH));
  return { names, profileKey: record?.profileKey };
}

function listColumns(
  names: readonly string[],
  { columns, format }: ImportRow,
  profile: Profile | undefined,
): Pick<ImportDetail["columns"][number], "name" | "field" | "source">[] {
  const suggested = suggestFields(names, format);
  return names.map((name, index) => {
    if (columns) return { name, field: columns[index] ?? null, source: "chosen" };
    if (profile) return { name, field: profile.columns[name] ?? null, source: "profile" };
    const field = suggested[index] ?? null;
    return { name, field, source: field === null ? "none" : "suggested" };
  });
}

/** Reads the first records of a file; `problem` says why it cannot be read. */
export async function listFirstRecords(
  db: Db,
  row: Pick<ImportRow, "id" | "format" | "encoding" | "delimiter" | "header_row">,
): Promise<{ records: FileRecord[]; problem: ImportProblem | null }> {
  const records: FileRecord[] = [];
  try {
    for await (const record of readAllRecords(db, { ...row, maxBytes: START_BYTES })) {
      records.push(record);
      if (records.length === Math.max(START_RECORDS, row.header_row + SAMPLES)) break;
    }
  } catch (error) {
    if (error instanceof InvalidImportFileError) return { records: [], problem: error.problem };
    throw error;
  }
  return { records, problem: null };
}

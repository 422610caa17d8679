import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Tx } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { idParams } from "../platform/http/id-params.ts";
import { queueJob } from "../platform/jobs/job-queue.ts";
import { type ActionContext, adminAction, requirePermission } from "../staff/admin-action.ts";
import { type ImportStatus, mappingRequest, refusals, selectionRequest, UNDO_DAYS } from "./admin-schema.ts";
import { getRequiredPermissions, keyFields, mayReadFile } from "./fields.ts";
import { getHeader, listFirstRecords } from "./import-start.ts";
import { InvalidImportFileError } from "./invalid-import-file.ts";
import { getFieldName } from "./problem-texts.ts";
import { deleteProfile, type Header, hasProfileNamesake, saveProfile } from "./profiles.ts";
import { hasSupplier } from "./query-sql.ts";
import { importQueue } from "./queue.ts";
import { countChanges, deleteChanges, hasFile, type ImportRow, lockImport, setIncluded, updateImport } from "./sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const noInput = z.strictObject({});

const base = {
  permission: "products:write",
  params: idParams,
  stepUp: () => false,
  inverse: null,
} as const;
const subject = ({ id }: { id: number }) => ({ kind: "import", id });

/** Chooses how the file is read and what its columns are, and starts the check. */
export const mapImport = adminAction({
  ...base,
  name: "import.mapped",
  input: mappingRequest,
  subject,
  run: async (tx, { id }, { profile_name, ...mapping }, context) => {
    const row = await requireImport(tx, id, context, ["uploaded", "checked"]);
    if (!(await hasFile(tx, id))) throw refuse(refusals, "import_file_deleted");
    checkColumns(mapping.columns, context);
    if (!mayReadFile(row, { permissions: context.permissions, staffId: Number(context.actor.id) }))
      requirePermission(context, "prices:write");
    const { reading, header } = await readHeader(tx, row, mapping);
    const profileId = await rememberColumns(tx, { name: profile_name, header, mapping, reading, context });
    if (!isSameReading(row, { ...row, ...reading, columns: mapping.columns, rules: mapping.rules }))
      await deleteChanges(tx, id);
    await updateImport(tx, id, {
      ...{ ...reading, columns: mapping.columns, rules: mapping.rules, profile_id: profileId ?? row.profile_id },
      ...{ status: "checking", failure: null, progress: 0, cancel_requested_at: null },
    });
    await queueJob(tx, importQueue, { importId: id });
    const fields = mapping.columns.filter((field) => field !== null).join(" ");
    const changes = [{ field: "columns", from: null, to: fields }];
    return { result: { id, status: "checking" as const }, changes };
  },
});

type Mapping = Omit<z.output<typeof mappingRequest>, "profile_name">;
type Reading = Pick<ImportRow, "encoding" | "delimiter" | "header_row" | "header_rows" | "sheet" | "supplier_id">;

/**
 * Reads the names of the columns as a person has chosen.
 * @throws Refusal `encoding_unknown`, `import_unreadable`, `import_supplier_not_found`
 */
async function readHeader(tx: Tx, row: ImportRow, mapping: Mapping): Promise<{ reading: Reading; header: Header }> {
  const { header_row, header_rows, supplier_id } = mapping;
  const reading = {
    ...{ header_row, header_rows, supplier_id, sheet: row.format === "xlsx" ? mapping.sheet : null },
    ...{ encoding: mapping.encoding ?? row.encoding, delimiter: mapping.delimiter ?? row.delimiter },
  };
  if (supplier_id !== null && !(await hasSupplier(tx, supplier_id)))
    throw refuse(refusals, "import_supplier_not_found");
  try {
    const records = await listFirstRecords(tx, { ...row, ...reading });
    return { reading, header: getHeader(records, reading) };
  } catch (error) {
    if (!(error instanceof InvalidImportFileError)) throw error;
    const isEncoding = error.problem.code === "encoding_unknown";
    throw refuse(refusals, isEncoding ? "encoding_unknown" : "import_unreadable");
  }
}

/** Whether a file is read again as it was checked: what was left out then stays left out. */
function isSameReading(before: ImportRow, after: ImportRow): boolean {
  const getReading = ({ encoding, delimiter, header_row, header_rows, sheet, columns, rules }: ImportRow) => ({
    ...{ encoding, delimiter, header_row, header_rows, sheet, columns, rules },
  });
  return isDeepStrictEqual(getReading(before), getReading(after));
}

/** @throws Refusal `column_unmapped`, `column_repeated`, `forbidden` */
function checkColumns(columns: z.output<typeof mappingRequest>["columns"], context: ActionContext): void {
  const fields = columns.filter((field) => field !== null);
  const hasKey = fields.some((field) => keyFields.includes(field));
  if (!hasKey || fields.every((field) => keyFields.includes(field) || field === "option"))
    throw refuse(refusals, "column_unmapped");
  const repeated = fields.find((field, index) => fields.indexOf(field) < index);
  if (repeated)
    throw refuse(refusals, "column_repeated", { params: { field: getFieldName(context.locale, repeated) } });
  for (const permission of getRequiredPermissions(columns)) requirePermission(context, permission);
}

type Remembered = {
  name: string | null;
  header: Header;
  mapping: Mapping;
  reading: Reading;
  context: ActionContext;
};

/** @returns the id of the profile; null if nothing is remembered. @throws Refusal `import_profile_exists` */
async function rememberColumns(
  tx: Tx,
  { name, header, mapping, reading, context }: Remembered,
): Promise<number | null> {
  if (name === null) return null;
  if (await hasProfileNamesake(tx, name, header)) throw refuse(refusals, "import_profile_exists");
  return saveProfile(tx, {
    ...{ ...reading, name, header, rules: mapping.rules },
    columns: Object.fromEntries(header.names.map((column, index) => [column, mapping.columns[index] ?? null])),
    ...{ staffId: Number(context.actor.id), now: context.now },
  });
}

/** Stops the check of a file. Nothing was changed. */
export const cancelImport = adminAction({
  ...base,
  name: "import.canceled",
  input: noInput,
  subject,
  run: async (tx, { id }, _input, context) => {
    const row = await requireImport(tx, id, context, ["checking"]);
    await updateImport(tx, id, { cancel_requested_at: context.now });
    const changes = [{ field: "status", from: row.status, to: "uploaded" }];
    return { result: { id, status: row.status }, changes };
  },
});

/** Takes changes into an import or leaves them out: all of a kind, or that of one line. */
export const selectChanges = adminAction({
  ...base,
  name: "import.selection_changed",
  input: selectionRequest,
  subject,
  run: async (tx, { id }, { kind, line, is_included }, context) => {
    const { status } = await requireImport(tx, id, context, ["checked"]);
    const count = await setIncluded(tx, id, { kind, line, is_included });
    const field = line === null ? kind : `${kind} ${line}`;
    const changes = count === 0 ? null : [{ field, from: !is_included, to: is_included }];
    return { result: { id, status }, changes };
  },
});

/** Starts applying what is included of a checked import. */
export const startImport = adminAction({
  ...base,
  name: "import.started",
  input: noInput,
  subject,
  run: async (tx, { id }, _input, context) => {
    const row = await requireImport(tx, id, context, ["checked"]);
    if (!(await hasFile(tx, id))) throw refuse(refusals, "import_file_deleted");
    if (row.failure?.code === "base_changed") throw refuse(refusals, "base_changed");
    const counts = await countChanges(tx, id);
    const unreadable = counts.find(({ kind }) => kind === "unreadable")?.included ?? 0;
    if (unreadable > 0) throw refuse(refusals, "import_unreadable_lines", { params: { count: unreadable } });
    if (counts.every(({ kind, included }) => kind === "unreadable" || included === 0))
      throw refuse(refusals, "import_nothing_selected");
    await updateImport(tx, id, {
      ...{ status: "applying", progress: 0, failure: null, cancel_requested_at: null },
      applied_by: Number(context.actor.id),
    });
    await queueJob(tx, importQueue, { importId: id });
    const changes = [{ field: "status", from: row.status, to: "applying" }];
    return { result: { id, status: "applying" as const }, changes };
  },
});

/** Starts taking an applied import back. */
export const undoImportAction = adminAction({
  ...base,
  name: "import.undo_started",
  input: noInput,
  subject,
  run: async (tx, { id }, _input, context) => {
    const row = await requireImport(tx, id, context, ["applied"], "import_not_applied");
    const end = (row.applied_at?.getTime() ?? 0) + UNDO_DAYS * DAY_MS;
    if (end <= context.now.getTime()) throw refuse(refusals, "undo_expired");
    await updateImport(tx, id, {
      ...{ status: "undoing", progress: 0, failure: null, cancel_requested_at: null },
      undone_by: Number(context.actor.id),
    });
    await queueJob(tx, importQueue, { importId: id });
    return {
      result: { id, status: "undoing" as const },
      changes: [{ field: "status", from: row.status, to: "undoing" }],
    };
  },
});

/** Forgets how files with certain columns are read. */
export const deleteImportProfile = adminAction({
  ...base,
  name: "import_profile.deleted",
  input: noInput,
  subject: ({ id }) => ({ kind: "import_profile", id }),
  run: async (tx, { id }) => {
    const name = await deleteProfile(tx, id);
    if (name === undefined) throw refuse(refusals, "import_profile_not_found");
    return { result: { id }, changes: [{ field: "name", from: name, to: null }] };
  },
});

/**
 * Locks an import.
 * @throws Refusal `import_not_found`; `forbidden` if it has columns that the person may not change; `import_busy` or `code`
 *   if it has another status
 */
async function requireImport(
  tx: Tx,
  id: number,
  context: ActionContext,
  statuses: readonly ImportStatus[],
  code: "import_busy" | "import_not_applied" = "import_busy",
): Promise<ImportRow> {
  const row = await lockImport(tx, id);
  if (!row) throw refuse(refusals, "import_not_found");
  for (const permission of getRequiredPermissions(row.columns ?? [])) requirePermission(context, permission);
  if (!statuses.includes(row.status))
    throw refuse(refusals, row.status === "uploaded" && statuses.includes("checked") ? "import_not_checked" : code);
  return row;
}

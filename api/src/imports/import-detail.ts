import type { z } from "zod";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { Permission } from "../staff/permissions.ts";
import { type ImportDetail, type importQuery, refusals, UNDO_DAYS } from "./admin-schema.ts";
import { getRequiredPermissions, mayReadFile } from "./fields.ts";
import { readStart } from "./import-start.ts";
import { importFields } from "./schema.ts";
import { toListedImport } from "./listed-import.ts";
import { formatProblem, getFieldName } from "./problem-texts.ts";
import { findListedImport, listSupplierNames } from "./query-sql.ts";
import { countChanges, countEffects, hasFile } from "./sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type Reader = Readonly<{ permissions: ReadonlySet<Permission>; staffId: number; now: Date; locale: Locale }>;

/**
 * Returns an import with the columns of its file.
 * @param query what the file is read with, instead of what was detected or chosen
 * @throws Refusal `import_not_found`
 */
export async function getImportDetail(
  db: Db,
  id: number,
  requested: z.output<typeof importQuery>,
  { permissions, staffId, now, locale }: Reader,
): Promise<ImportDetail> {
  const row = await findListedImport(db, id);
  if (!row) throw refuse(refusals, "import_not_found");
  const isReader = mayReadFile(row, { permissions, staffId });
  // Other rows of names would show the cells of the file.
  const query = isReader ? requested : {};
  const isStored = await hasFile(db, id);
  const kinds = (await countChanges(db, id)).map(({ kind, ...counts }) => [kind, counts] as const);
  const effects = (await countEffects(db, id)).map(({ code, count }) => [code, count] as const);
  const undoEnd = row.applied_at && new Date(row.applied_at.getTime() + UNDO_DAYS * DAY_MS);
  const canUndo = row.status === "applied" && undoEnd !== null && undoEnd > now;
  const { problem, ...start } = await readStart(db, row, query, {
    ...{ isStored, permissions, mayReadFile: isReader },
  });
  return {
    ...toListedImport(row, locale),
    problem: problem && { code: problem.code, text: formatProblem(locale, problem) },
    ...{ encoding: query.encoding ?? row.encoding, delimiter: query.delimiter ?? row.delimiter },
    is_encoding_detected: row.encoding !== null && query.encoding === undefined && row.columns === null,
    ...start,
    suppliers: permissions.has("inventory:write") ? await listSupplierNames(db) : [],
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

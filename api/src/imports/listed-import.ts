import type { Locale } from "../platform/i18n/locale.ts";
import type { ListedImport } from "./admin-schema.ts";
import { formatProblem } from "./problem-texts.ts";
import type { ListedImportRow } from "./query-sql.ts";

/** Returns an import as lists show it. */
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

import { formatCsvLine } from "../platform/data-files/csv.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { listItems } from "./sql.ts";
import { formatRefusal } from "./task-list.ts";

/** By this mark spreadsheets recognize UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";
const BATCH_SIZE = 1000;

/** Generates the result of a task as a CSV file: what happened with each record, and why not. */
export async function* generateTaskResult(db: Db, taskId: number, locale: Locale): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatCsvLine(["record", "status", "reason", "name"]);
  for (let after = 0; ;) {
    const items = await listItems(db, taskId, after, BATCH_SIZE);
    yield items
      .map(({ subject_id, status, refusal, label }) =>
        formatCsvLine([subject_id, status, refusal === null ? "" : formatRefusal(locale, refusal), label ?? ""]),
      )
      .join("");
    if (items.length < BATCH_SIZE) return;
    after = items.at(-1)?.seq ?? after;
  }
}

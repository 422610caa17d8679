import type { FieldChange } from "../platform/audit/audit-log.ts";
import { cutText } from "./cut-text.ts";
import type { ChangeRow } from "./sql.ts";

/** The longest value of a text in the audit log. */
const MAX_LENGTH = 2000;

/** Returns changes as the audit log has those of the editor: fields of a variant begin with its option. */
export function toAuditChanges({ values, option_id }: Pick<ChangeRow, "values" | "option_id">): FieldChange[] {
  return Object.entries(values).map(([name, [from, to]]) => {
    const column = name.replace("variant.", "");
    const field = column.replace("_minor", "");
    const convert = (value: unknown) => {
      if (typeof value === "string") return cutText(value, MAX_LENGTH);
      return column.endsWith("_minor") && typeof value === "number" ? value / 100 : value;
    };
    return { field: name === column ? field : `option_${option_id}_${field}`, from: convert(from), to: convert(to) };
  });
}

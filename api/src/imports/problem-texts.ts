import type { Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import type { ImportProblem } from "./cell-values.ts";

/** Returns the name of a field. */
export function getFieldName(locale: Locale, field: string): string {
  return formatMessage(locale, `import_field_${field}`);
}

/** Returns why a line or a file cannot be read, with the name of the field. */
export function formatProblem(locale: Locale, { code, params }: ImportProblem): string {
  const text = formatMessage(locale, `import_problem_${code}`, { ...params });
  return typeof params["field"] === "string" ? `${getFieldName(locale, params["field"])}: ${text}` : text;
}

/** Returns what a change leads to. */
export function formatEffect(locale: Locale, { code, params }: ImportProblem): string {
  const { fields } = params;
  const names = typeof fields === "string" ? fields.split(" ").map((field) => getFieldName(locale, field)) : [];
  return formatMessage(locale, `import_effect_${code}`, { ...params, fields: names.join(", ").toLowerCase() });
}

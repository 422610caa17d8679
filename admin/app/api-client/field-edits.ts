/** A field that somebody else has changed since the person opened the form, as in the error `edit_conflict`. */
export type FieldConflict = Readonly<{
  field: string;
  /** The value that the person saw, the one that they entered, and the stored one. */
  from: unknown;
  to: unknown;
  current: unknown;
  /** Who changed the field and when, in ISO 8601; null if the audit log does not know. */
  who: string | null;
  when: string | null;
}>;

/** Changed fields with the value that the person saw and the new one, as the API takes them. */
export type FieldEdits = Readonly<Record<string, Readonly<{ from: string; to: string }>>>;

/** Returns the text of a value in a form: the items of a list are separated by spaces; a list of objects is JSON. */
export function toFormText(value: unknown): string {
  if (!Array.isArray(value)) return String(value ?? "");
  return value.some((item) => typeof item === "object") ? JSON.stringify(value) : value.join(" ");
}

/**
 * Reads the changed fields of a form: `seen_NAME` has the value that the person saw, `NAME` the one that they entered.
 * After a conflict `choice_NAME` says which value is kept (`ConflictChoices`): `mine`, `theirs` or `merged`.
 *
 * @param form a form, or the search parameters of one with the GET method
 */
export function readFieldEdits(
  form: Pick<FormData | URLSearchParams, "get">,
  fields: readonly string[],
): Record<string, { from: string; to: string }> {
  const entries = fields.flatMap((field) => {
    const from = readText(form, `seen_${field}`);
    const to = readChosenValue(form, field, from);
    // Stored spaces around a value are no change; a form never sends them back.
    return from === null || to === null || from.trim() === to ? [] : [[field, { from, to }] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the value that a form shows: what was submitted, or else the stored value. */
export function getEditedValue(
  edits: FieldEdits | undefined,
  field: string,
  stored: string | undefined,
): string | undefined {
  return edits?.[field]?.to ?? stored;
}

function readChosenValue(
  form: Pick<FormData | URLSearchParams, "get">,
  field: string,
  seen: string | null,
): string | null {
  const choice = form.get(`choice_${field}`);
  const value = choice === "theirs" ? seen : readText(form, choice === "merged" ? `merged_${field}` : field);
  return value === null ? null : value.trim();
}

/** Returns the value of a field that the person saw; an empty string if the form has none. */
export function readSeenValue(form: Pick<FormData | URLSearchParams, "get">, field: string): string {
  return readText(form, `seen_${field}`) ?? "";
}

/** Returns a value of a form. A browser without scripts sends line breaks as CR LF. */
function readText(form: Pick<FormData | URLSearchParams, "get">, name: string): string | null {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : null;
}

import { z } from "zod";
import type { Refusals } from "../http/errors.ts";

export const refusals = {
  edit_conflict: 409,
  preview_busy: 503,
} as const satisfies Refusals;

/** Any JSON value. Unlike `z.json()` it is not recursive, so that the OpenAPI document can describe it. */
const jsonValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

/** An edit of one field: the value that the editor saw, and the new one. */
export type FieldEdit = Readonly<{ from: unknown; to: unknown }>;

/** Creates the schema of an edit of one field, from that of its new value. */
export function fieldEdit<T extends z.ZodType>(to: T) {
  return z.strictObject({ from: jsonValue, to }).optional();
}

/**
 * Creates the schema of an edit: `{ changes: { name_en: { from, to } } }`. Only changed fields are sent, so that an edit
 * never overwrites a field that its editor did not touch.
 * @param fields the fields that can be edited, each created with `fieldEdit`
 */
export function recordEdit<F extends Record<string, ReturnType<typeof fieldEdit>>>(fields: F) {
  const hasChanges = (changes: object) => Object.keys(changes).length > 0;
  return z.strictObject({ changes: z.strictObject(fields).refine(hasChanges, "required") });
}

/**
 * A field that somebody else has changed meanwhile. `who` is the name of a member of staff, or the label of another
 * actor; `who` and `when` are null if the audit log does not know.
 */
export const fieldConflict = z.object({
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  current: z.unknown(),
  who: z.string().nullable(),
  when: z.iso.datetime().nullable(),
});

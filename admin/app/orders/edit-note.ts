import { readFieldEdits } from "../api-client/field-edits.ts";
import { type FormErrors, toFormErrors } from "../api-client/form-errors.ts";
import type { RequestContext } from "../api-client/request-context.ts";

/** Why a note was not saved; null if it was. */
export type NoteEditResult = Readonly<{ intent: "edit_note"; failure: FormErrors | null }>;

/**
 * Saves the text of a note from its form.
 *
 * @param path of the order in the API
 */
export async function editNote(requestContext: RequestContext, path: string, form: FormData): Promise<NoteEditResult> {
  const changes = readFieldEdits(form, ["text"]);
  try {
    if (changes["text"])
      await requestContext.call(`${path}/notes/${Number(form.get("note_id"))}`, { method: "PATCH", body: { changes } });
    return { intent: "edit_note", failure: null };
  } catch (error) {
    // A note that was deleted meanwhile is not found.
    return { intent: "edit_note", failure: toFormErrors(error, requestContext, [404]).data };
  }
}

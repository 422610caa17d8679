import { data } from "react-router";
import type { FieldConflict, FieldEdits } from "./field-edits.ts";
import { ApiError, toErrorPage, type FieldErrors, type RequestContext } from "./request-context.ts";

/** What a form shows when the API has refused it: a message, and codes of errors by field. */
export type FormErrors = {
  message: string;
  errors: FieldErrors;
  /** The fields that somebody else has changed meanwhile. */
  conflicts?: readonly FieldConflict[];
  /** What was submitted, for forms that show it again without scripts. */
  edits?: FieldEdits;
};

/** Statuses of responses that a form shows: the input or the state of a record does not allow the action. */
const refusalStatuses = new Set([403, 409, 410, 422, 429, 503]);

/**
 * Returns what an action responds with when the API has refused it.
 *
 * @param accepted further statuses that the form shows, such as 401 of a sign-in
 * @throws what leads to the error page of another error, or to the sign-in page
 */
export function toFormErrors(error: unknown, requestContext: RequestContext, accepted: readonly number[] = []) {
  if (!(error instanceof ApiError)) throw error;
  if (!refusalStatuses.has(error.status) && !accepted.includes(error.status)) throw toErrorPage(error, requestContext);
  return data<FormErrors>(
    { message: error.message, errors: error.errors, ...getConflicts(error) },
    { status: error.status },
  );
}

/** Returns the fields of an `edit_conflict`; nothing for another error. */
export function getConflicts({ code, data: { conflicts } }: ApiError): Pick<FormErrors, "conflicts"> {
  return code === "edit_conflict" ? { conflicts: conflicts as FieldConflict[] } : {};
}

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
const refusalStatuses: readonly number[] = [403, 409, 410, 422, 429, 503];

/**
 * Returns why the API has refused one of several calls, so that the others can go on.
 *
 * @param accepted further statuses that are a refusal, such as 404
 * @throws what leads to the error page of another error, or to the sign-in page
 */
export function getRefusalMessage(
  error: unknown,
  requestContext: Pick<RequestContext, "path" | "isDataRequest">,
  accepted: readonly number[] = [],
): string {
  return requireRefusal(error, requestContext, accepted).message;
}

function requireRefusal(
  error: unknown,
  requestContext: Pick<RequestContext, "path" | "isDataRequest">,
  accepted: readonly number[],
): ApiError {
  if (!(error instanceof ApiError)) throw error;
  if (![...refusalStatuses, ...accepted].includes(error.status)) throw toErrorPage(error, requestContext);
  return error;
}

/**
 * Returns what an action responds with when the API has refused it.
 *
 * @param accepted further statuses that the form shows, such as 401 of a sign-in
 * @throws what leads to the error page of another error, or to the sign-in page
 */
export function toFormErrors(error: unknown, requestContext: RequestContext, accepted: readonly number[] = []) {
  const refusal = requireRefusal(error, requestContext, accepted);
  return data<FormErrors>(
    { message: refusal.message, errors: refusal.errors, ...getConflicts(refusal) },
    { status: refusal.status },
  );
}

/** Returns the fields of an `edit_conflict`; nothing for another error. */
export function getConflicts({ code, data: { conflicts } }: ApiError): Pick<FormErrors, "conflicts"> {
  return code === "edit_conflict" ? { conflicts: conflicts as FieldConflict[] } : {};
}

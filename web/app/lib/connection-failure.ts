import { isRouteErrorResponse } from "react-router";

/**
 * True if a request failed because the shop did not answer: `fetch` threw (a TypeError), a proxy answered with a page of
 * its own (an error response whose data is text), or the answer could not be decoded (an error with a cause).
 */
export function isUnanswered(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 500 && typeof error.data === "string";
  return error instanceof TypeError || (error instanceof Error && error.cause !== undefined);
}

const failures = new WeakSet<Error>();

/** Marks an error as caused by the connection: a component that throws a TypeError of its own is told apart from it. */
export function markConnectionFailure(error: unknown): void {
  if (error instanceof Error) failures.add(error);
}

/** True if the error page has to speak of the connection. */
export function isConnectionFailure(error: unknown): boolean {
  return isRouteErrorResponse(error) ? isUnanswered(error) : error instanceof Error && failures.has(error);
}

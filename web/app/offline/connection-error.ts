import { isRouteErrorResponse } from "react-router";

/**
 * Whether a request failed because the store did not respond: `fetch` threw (a TypeError), a proxy responded with a
 * page of its own (an error response whose data is text), or the response could not be decoded (an error with a cause).
 */
export function looksLikeConnectionError(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 500 && typeof error.data === "string";
  return error instanceof TypeError || (error instanceof Error && error.cause !== undefined);
}

const connectionErrors = new WeakSet<Error>();

/** Marks an error as caused by the connection, to distinguish it from a TypeError that a component throws. */
export function markConnectionError(error: unknown): void {
  if (error instanceof Error) connectionErrors.add(error);
}

/** Whether the error page should mention the connection. */
export function isConnectionError(error: unknown): boolean {
  return isRouteErrorResponse(error)
    ? looksLikeConnectionError(error)
    : error instanceof Error && connectionErrors.has(error);
}

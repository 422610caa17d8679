import { data, isRouteErrorResponse, redirect, type DataStrategyResult, type MiddlewareFunction } from "react-router";
import { createStore } from "@furoshiki/design-system/browser/store.ts";
import { createSignInPath } from "./sign-in-path.ts";

/** Whether the session has ended while a page is open. */
export const sessionExpiry = createStore(false);

/**
 * Client middleware of the root route. If the session has ended, the open page keeps what was typed, and a dialog asks
 * the person to sign in again (SessionExpiryDialog): a form gets no result, and a refresh changes nothing. A navigation
 * to another page leads to the sign-in.
 */
export const keepPageOnExpiredSession: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request, url },
  next,
) => {
  const results = await next();
  const entries = Object.entries(results);
  if (!entries.some(([, outcome]) => hasExpired(outcome))) return results;
  const path = url.pathname + url.search;
  const isRefresh = path === location.pathname + location.search;
  if (request.method === "GET" && !isRefresh) throw redirect(createSignInPath(path.replace(/^\/admin(?=\/)/, "")));
  sessionExpiry.update(true);
  // React Router keeps the data of a route that is missing from the results.
  if (request.method === "GET") return Object.fromEntries(entries.filter(([, outcome]) => !hasExpired(outcome)));
  // After a result with an error status it loads no data again.
  const noResult = { type: "data" as const, result: data(undefined, { status: 401 }) };
  return Object.fromEntries(entries.map(([id, outcome]) => [id, hasExpired(outcome) ? noResult : outcome]));
};

function hasExpired({ type, result }: DataStrategyResult): boolean {
  return type === "error" && isRouteErrorResponse(result) && result.status === 401;
}

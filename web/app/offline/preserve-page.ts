import { useEffect } from "react";
import { isRouteErrorResponse, useLocation, type DataStrategyResult, type MiddlewareFunction } from "react-router";
import { looksLikeConnectionError, markConnectionError } from "./connection-error.ts";

/** Path and query of the displayed page; null while the error page is shown. */
let displayedPath: string | null = null;

/** Tracks which page is displayed; called by the root component, which the error page replaces. */
export function useTrackDisplayedPage(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    displayedPath = pathname + search;
    return () => {
      displayedPath = null;
    };
  }, [pathname, search]);
}

/**
 * Client middleware of the root route. If a refresh of the displayed page (`revalidate()`, or the loaders that run
 * after an action) fails, the page stays as it is: React Router keeps the data of a route that is missing from the
 * results. A navigation that fails because the store did not respond is marked for the error page.
 */
export const preservePageOnFailedRefresh: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request, url },
  next,
) => {
  const results = await next();
  if (request.method !== "GET") return results;
  const isRefresh = url.pathname + url.search === displayedPath;
  return Object.fromEntries(
    Object.entries(results).filter(([, { type, result }]) => {
      if (type !== "error") return true;
      if (!isRefresh && looksLikeConnectionError(result)) markConnectionError(result);
      return !isRefresh || !isTemporaryError(result);
    }),
  );
};

/** False for a response that a retry would not change, such as 404: its error page replaces the page. */
function isTemporaryError(error: unknown): boolean {
  return !isRouteErrorResponse(error) || error.status >= 500 || error.status === 429;
}

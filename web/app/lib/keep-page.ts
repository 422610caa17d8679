import { useEffect } from "react";
import { isRouteErrorResponse, useLocation, type DataStrategyResult, type MiddlewareFunction } from "react-router";
import { isUnanswered, markConnectionFailure } from "./connection-failure.ts";

let shownPage: string | null = null;

/** For the root component: remembers which address is on the screen. While the error page is shown, none is. */
export function useShownPage(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    shownPage = pathname + search;
    return () => {
      shownPage = null;
    };
  }, [pathname, search]);
}

/**
 * Client middleware of the root route. A refresh of the page on the screen (`revalidate()`, or the loaders that run after
 * an action) that fails leaves the page as it is: React Router keeps the data of a route that is missing from the
 * results. A navigation that fails because the shop did not answer is marked for the error page.
 */
export const keepShownPage: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request, url }, next) => {
  const results = await next();
  if (request.method !== "GET") return results;
  const isRefresh = url.pathname + url.search === shownPage;
  return Object.fromEntries(
    Object.entries(results).filter(([, { type, result }]) => {
      if (type !== "error") return true;
      if (!isRefresh && isUnanswered(result)) markConnectionFailure(result);
      return !isRefresh || !isTemporary(result);
    }),
  );
};

/** False for an answer that another try would not change, such as 404: it replaces the page. */
function isTemporary(error: unknown): boolean {
  return !isRouteErrorResponse(error) || error.status >= 500 || error.status === 429;
}

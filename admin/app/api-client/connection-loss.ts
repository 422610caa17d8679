import { data, type DataStrategyResult, type MiddlewareFunction } from "react-router";
import { createStore } from "@furoshiki/design-system/browser/store.ts";

/** Whether the last form was submitted without a connection. */
export const connectionLoss = createStore(false);

/**
 * Client middleware of the root route. If a form gets no answer, the open page keeps what was typed and a dialog says so
 * (ConnectionLossDialog), instead of the error page.
 */
export const keepPageOnLostConnection: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const results = await next();
  const entries = Object.entries(results);
  if (request.method === "GET" || !entries.some(([, outcome]) => isLost(outcome))) return results;
  connectionLoss.update(true);
  // After a result with an error status React Router loads no data again.
  const noResult = { type: "data" as const, result: data(undefined, { status: 503 }) };
  return Object.fromEntries(entries.map(([id, outcome]) => [id, isLost(outcome) ? noResult : outcome]));
};

/** `fetch` rejects with a TypeError if there is no response. React Router wraps what an action throws. */
function isLost({ type, result }: DataStrategyResult): boolean {
  const { data: thrown = result } = Object(result) as { data?: unknown };
  return type === "error" && thrown instanceof TypeError;
}

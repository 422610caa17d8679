import { data, type DataStrategyResult } from "react-router";
import { afterEach, expect, it } from "vitest";
import { connectionLoss, keepPageOnLostConnection } from "./connection-loss.ts";

const action = "routes/order.page";

/** Runs the middleware for a request with this outcome. */
async function run(method: string, outcome: DataStrategyResult) {
  const args = { request: new Request("http://localhost/admin/orders/1", { method }) };
  const results = await keepPageOnLostConnection(args as never, () => Promise.resolve({ [action]: outcome }));
  return (results as Record<string, DataStrategyResult>)[action];
}

afterEach(() => {
  connectionLoss.update(false);
});

it("keeps the page and says so if a form gets no answer", async () => {
  // React Router wraps what an action throws.
  const outcome = await run("POST", { type: "error", result: data(new TypeError("Failed to fetch")) });
  expect(outcome).toMatchObject({ type: "data", result: { init: { status: 503 } } });
  expect(connectionLoss.get()).toBe(true);
});

it.each([
  ["GET", { type: "error", result: new TypeError("Failed to fetch") }],
  ["POST", { type: "error", result: data(null, 500) }],
  ["POST", { type: "data", result: data({ message: "Refused" }, 409) }],
] as const)("leaves other outcomes as they are: %s %o", async (method, outcome) => {
  expect(await run(method, outcome as DataStrategyResult)).toBe(outcome);
  expect(connectionLoss.get()).toBe(false);
});

import { expect, it } from "vitest";
import { createReturn } from "../../../test/order-fixtures.ts";
import { createReturnSteps } from "./return-steps.ts";

const requested = "2026-11-25T09:00:00Z";
const approved = "2026-11-26T09:00:00Z";
const closed = "2026-11-27T09:00:00Z";

it("has no arrival of goods for a claim", () => {
  expect(createReturnSteps(createReturn({ status: "approved", approved_at: approved }))).toEqual([
    { step: "requested", state: "done", at: requested },
    { step: "approved", state: "current", at: approved },
    { step: "resolved", state: "upcoming", at: null },
  ]);
  const goods = createReturnSteps(createReturn({ kind: "return" }));
  expect(goods.map(({ step }) => step)).toEqual(["requested", "approved", "received", "resolved"]);
});

it("ends with the decision", () => {
  const resolved = { status: "resolved", outcome: "refund", approved_at: approved, closed_at: closed } as const;
  expect(createReturnSteps(createReturn(resolved)).map(({ state }) => state)).toEqual(["done", "done", "done"]);
  expect(createReturnSteps(createReturn({ status: "rejected", closed_at: closed }))).toEqual([
    { step: "requested", state: "done", at: requested },
    { step: "rejected", state: "done", at: closed },
  ]);
});

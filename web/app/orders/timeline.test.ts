import { expect, it } from "vitest";
import { createTimeline } from "./timeline.ts";

const date = "2026-11-08T11:02:00.000Z";
const shipping = { id: 1, name: "EMS", point: null, days_min: 7, days_max: 14, promised: null };
const createHistoryRow = (
  status: "awaiting_payment" | "paid" | "packing" | "shipped" | "delivered" | "cancelled",
  day: number,
) => ({
  status,
  at: `2026-11-${String(day).padStart(2, "0")}T11:02:00.000Z`,
  note: "",
  cause: null,
});

it("returns past, current and future steps", () => {
  const history = [
    createHistoryRow("awaiting_payment", 8),
    createHistoryRow("paid", 8),
    createHistoryRow("packing", 10),
  ];
  expect(createTimeline({ status: "packing", date, shipping, history }).map((step) => step.state)).toEqual([
    "done",
    "done",
    "current",
    "upcoming",
    "upcoming",
  ]);
  expect(createTimeline({ status: "packing", date, shipping, history }).map((step) => step.at)).toEqual([
    history[0]?.at,
    history[1]?.at,
    history[2]?.at,
    null,
    null,
  ]);
});

it("marks every step of a delivered order as done", () => {
  const history = [
    createHistoryRow("awaiting_payment", 8),
    createHistoryRow("paid", 8),
    createHistoryRow("shipped", 12),
    createHistoryRow("delivered", 20),
  ];
  const steps = createTimeline({ status: "delivered", date, shipping, history });
  expect(steps.every((step) => step.state === "done")).toBe(true);
  expect(steps.at(-1)?.at).toBe(history[3]?.at);
});

it("returns the history of a canceled order", () => {
  const history = [createHistoryRow("awaiting_payment", 8), createHistoryRow("cancelled", 9)];
  expect(createTimeline({ status: "cancelled", date, shipping, history })).toEqual([
    { status: "awaiting_payment", at: history[0]?.at, state: "done" },
    { status: "cancelled", at: history[1]?.at, state: "current" },
  ]);
});

it("uses the order date if there is no history", () =>
  expect(createTimeline({ status: "awaiting_payment", date, shipping, history: [] })[0]).toEqual({
    status: "awaiting_payment",
    state: "current",
    at: date,
  }));

it("omits packing and shipping for an order of gift cards", () => {
  const history = [createHistoryRow("awaiting_payment", 8), createHistoryRow("paid", 8)];
  const steps = createTimeline({ status: "paid", date, shipping: null, history });
  expect(steps.map(({ status, state }) => `${status} ${state}`)).toEqual([
    "awaiting_payment done",
    "paid current",
    "delivered upcoming",
  ]);
});

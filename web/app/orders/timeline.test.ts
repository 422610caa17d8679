import { expect, it } from "vitest";
import { timelineOf } from "./timeline.ts";

const date = "2026-11-08T11:02:00.000Z";
const shipping = { id: 1, name: "EMS", point: null, days_min: 7, days_max: 14 };
const row = (status: "awaiting_payment" | "paid" | "packing" | "shipped" | "delivered" | "cancelled", day: number) => ({
  status,
  at: `2026-11-${String(day).padStart(2, "0")}T11:02:00.000Z`,
  note: "",
  cause: null,
});

it("shows what is done, what is now and what comes", () => {
  const history = [row("awaiting_payment", 8), row("paid", 8), row("packing", 10)];
  expect(timelineOf({ status: "packing", date, shipping, history }).map((step) => step.state)).toEqual([
    "done",
    "done",
    "now",
    "later",
    "later",
  ]);
  expect(timelineOf({ status: "packing", date, shipping, history }).map((step) => step.at)).toEqual([
    history[0]?.at,
    history[1]?.at,
    history[2]?.at,
    null,
    null,
  ]);
});

it("ends with everything done", () => {
  const history = [row("awaiting_payment", 8), row("paid", 8), row("shipped", 12), row("delivered", 20)];
  const steps = timelineOf({ status: "delivered", date, shipping, history });
  expect(steps.every((step) => step.state === "done")).toBe(true);
  expect(steps.at(-1)?.at).toBe(history[3]?.at);
});

it("tells what happened to an order that left the way", () => {
  const history = [row("awaiting_payment", 8), row("cancelled", 9)];
  expect(timelineOf({ status: "cancelled", date, shipping, history })).toEqual([
    { status: "awaiting_payment", at: history[0]?.at, state: "done" },
    { status: "cancelled", at: history[1]?.at, state: "now" },
  ]);
});

it("knows when an order was placed without a history", () =>
  expect(timelineOf({ status: "awaiting_payment", date, shipping, history: [] })[0]).toEqual({
    status: "awaiting_payment",
    state: "now",
    at: date,
  }));

it("leaves parcels out of an order of certificates", () => {
  const history = [row("awaiting_payment", 8), row("paid", 8)];
  const steps = timelineOf({ status: "paid", date, shipping: null, history });
  expect(steps.map(({ status, state }) => `${status} ${state}`)).toEqual([
    "awaiting_payment done",
    "paid now",
    "delivered later",
  ]);
});

import { describe, expect, it } from "vitest";
import { canTransition } from "./status/order-state-machine.ts";
import { type OrderStatus, orderStatuses } from "./schema.ts";
import { isS10Number, getTrackingUrl } from "./status/tracking.ts";

describe("the order state machine", () => {
  it("has no cycles: no status can be reached again", () => {
    const findReachable = (from: OrderStatus, seen = new Set<OrderStatus>()): Set<OrderStatus> => {
      for (const to of orderStatuses) {
        if (canTransition(from, to) && !seen.has(to)) {
          seen.add(to);
          findReachable(to, seen);
        }
      }
      return seen;
    };
    for (const status of orderStatuses) expect([status, findReachable(status).has(status)]).toEqual([status, false]);
  });

  it("allows an unpaid order only to be paid or canceled", () => {
    expect(orderStatuses.filter((to) => canTransition("awaiting_payment", to))).toEqual(["paid", "cancelled"]);
  });

  it("allows a paid order with gift cards only to be delivered or canceled, but not packed", () => {
    expect(orderStatuses.filter((to) => canTransition("paid", to, false))).toEqual(["delivered", "cancelled"]);
  });
});

describe("tracking numbers", () => {
  it("are validated by their check digit", () => {
    expect(isS10Number("RR473124829JP")).toBe(true);
    expect(isS10Number("RR473124828JP")).toBe(false);
    expect(isS10Number("1234567890")).toBe(false);
  });

  it("link to the postal operator for postal numbers and to the carrier otherwise", () => {
    expect(getTrackingUrl("RR473124829JP")).toContain("post.japanpost.jp");
    expect(getTrackingUrl("1234567890")).toContain("cdek.ru");
  });
});

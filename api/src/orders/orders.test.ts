import { describe, expect, it } from "vitest";
import { mayMove } from "./moves.ts";
import { type OrderStatus, orderStatuses } from "./schema.ts";
import { isS10, trackingUrl } from "./tracking.ts";

describe("moves of an order", () => {
  it("never lead back: from any status no way of moves returns to it", () => {
    const reach = (from: OrderStatus, seen = new Set<OrderStatus>()): Set<OrderStatus> => {
      for (const to of orderStatuses) {
        if (mayMove(from, to) && !seen.has(to)) {
          seen.add(to);
          reach(to, seen);
        }
      }
      return seen;
    };
    for (const status of orderStatuses) expect([status, reach(status).has(status)]).toEqual([status, false]);
  });

  it("let an unpaid order only be paid or called off", () => {
    expect(orderStatuses.filter((to) => mayMove("awaiting_payment", to))).toEqual(["paid", "cancelled"]);
  });
});

it("lets certificates alone be delivered or called off once they are paid, and nothing be packed", () => {
  expect(orderStatuses.filter((to) => mayMove("paid", to, false))).toEqual(["delivered", "cancelled"]);
});

describe("tracking numbers", () => {
  it("are checked by their check digit", () => {
    expect(isS10("RR473124829JP")).toBe(true);
    expect(isS10("RR473124828JP")).toBe(false);
    expect(isS10("1234567890")).toBe(false);
  });

  it("lead to the post that issued them or to the carrier", () => {
    expect(trackingUrl("RR473124829JP")).toContain("post.japanpost.jp");
    expect(trackingUrl("1234567890")).toContain("cdek.ru");
  });
});

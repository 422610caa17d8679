// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import type { Coupon } from "@furoshiki/api/promotions";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { CouponCard } from "./coupon-card.tsx";

const coupon = {
  ...{ code: "SPRING", state: "active", kind: "percent", percent: 10, amount: null, gift: null, min_sum: 3000 },
  ...{ iso_code: "RUB", sign: "₽", categories: [], for_some_products: false, first_order_only: true },
  ...{ ends_at: "2026-12-01T00:00:00Z", used_at: null, order_id: null },
} as unknown as Coupon;

const renderCoupon = (overrides: Partial<Coupon> = {}) =>
  renderPage(
    <ul>
      <CouponCard coupon={{ ...coupon, ...overrides }} />
    </ul>,
  );

it("copies the code and says so", async () => {
  const { user } = renderCoupon();
  await user.click(screen.getByRole("button", { name: "Copy SPRING" }));
  expect(await screen.findByText("Copied")).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe("SPRING");
});

it("shows its value, conditions and last valid minute", () => {
  renderCoupon();
  expect(screen.getByText(/10\s?%/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "For the whole order" })).toBeVisible();
  expect(screen.getByText(/^On orders over .*3,000.*, for a first order$/)).toBeVisible();
  expect(screen.getByText(/^until /)).toBeVisible();
});

it.each<[string, Partial<Coupon>, string]>([
  ["free delivery", { kind: "free_delivery" }, "Free delivery"],
  ["a gift", { kind: "gift", gift: "Rice soap" }, "Free gift: Rice soap"],
  ["some categories", { categories: ["Face", "Hair"] }, "Face, Hair"],
  ["some products", { for_some_products: true }, "For selected products"],
])("describes %s", (_name, overrides, title) => {
  renderCoupon(overrides);
  expect(screen.getByRole("heading", { name: title })).toBeVisible();
});

it("links a used coupon to its order and cannot be copied", () => {
  renderCoupon({ state: "used" as Coupon["state"], used_at: "2026-11-01T10:00:00Z", order_id: 12 });
  expect(screen.getByRole("link", { name: /^used on / })).toHaveAttribute("href", "/en-US/profile/orders/12");
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

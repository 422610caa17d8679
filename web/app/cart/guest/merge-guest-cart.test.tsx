// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { createGuestLine } from "../../../test/cart-fixtures.ts";
import { renderPage } from "../../../test/render-page.tsx";
import { connectionError, stubFetch } from "../../../test/stub-fetch.ts";
import { clearGuestCart, emptyCart, getGuestCart, setLineQty, updateGuestCart } from "./guest-cart.ts";
import { mergeGuestCart } from "./merge-guest-cart.ts";
import { MergeNotice, saveMergeIssues } from "./merge-notice.tsx";

const i18n = { to: (path: string) => `/en-US${path}` };

beforeEach(() => {
  clearGuestCart();
  saveMergeIssues([]);
});

const fillCart = () =>
  updateGuestCart((cart) => ({ ...setLineQty(cart, createGuestLine(), 2), promo: "SAKURA10", presents: [8] }));

describe("mergeGuestCart", () => {
  it("sends lines, promo code and gifts, and clears the cart of the browser", async () => {
    fillCart();
    const calls = stubFetch(() => ({ ok: true, untaken: [] }));
    expect(await mergeGuestCart(i18n)).toBe(true);
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual(["POST /en-US/cart/lines?merge=1"]);
    expect(JSON.parse(calls[0]?.body ?? "")).toEqual({
      lines: [{ cart_id: "1_0", product_id: 1, option_id: 0, qty: 2 }],
      ...{ promo: "SAKURA10", presents: [8] },
    });
    expect(getGuestCart()).toEqual(emptyCart);
  });

  it("sends nothing for an empty cart", async () => {
    const calls = stubFetch(() => ({ ok: true }));
    expect(await mergeGuestCart(i18n)).toBe(false);
    expect(calls).toEqual([]);
  });

  it("sends a cart once, also if it is called again in the meantime", async () => {
    fillCart();
    const calls = stubFetch(() => ({ ok: true }));
    expect(await Promise.all([mergeGuestCart(i18n), mergeGuestCart(i18n)])).toEqual([true, true]);
    expect(calls).toHaveLength(1);
  });

  it.each([
    ["is refused", () => Response.json({ ok: false }, { status: 422 })],
    ["does not reach the store", () => connectionError],
  ])("keeps the cart in the browser if it %s", async (_how, respond) => {
    fillCart();
    stubFetch(respond);
    expect(await mergeGuestCart(i18n)).toBe(false);
    expect(getGuestCart().entities["1_0"]?.qty).toBe(2);
  });
});

it("explains what was not merged until the customer dismisses it", async () => {
  fillCart();
  stubFetch(() => ({ ok: true, untaken: ["This promo code is for the first order"] }));
  await mergeGuestCart(i18n);
  const { user } = renderPage(<MergeNotice />);
  expect(screen.getByText("This promo code is for the first order")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Got it" }));
  expect(screen.queryByText("This promo code is for the first order")).not.toBeInTheDocument();
  expect(localStorage.getItem("cart-untaken")).toBe("[]");
});

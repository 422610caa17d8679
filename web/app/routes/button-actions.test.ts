import { describe, expect, it } from "vitest";
import { callRoute, createRefusal, getRedirect } from "../../test/route-requests.ts";
import { action as saveAlert } from "./alert.ts";
import { action as changeCurrency } from "./currency.ts";
import { action as checkBalance } from "./gift-card-balance.page.tsx";
import { action as addGiftCard } from "./gift-cards.page.tsx";
import { loader as changeLanguage } from "./language.ts";
import { action as hideNotifications, loader as loadNotifications } from "./notifications.page.tsx";
import { loader as redirectToProduct } from "./product-redirect.ts";
import { action as askQuestion } from "./question.page.tsx";
import { action as voteHelpful } from "./review-helpful.ts";
import { action as uploadPhoto } from "./review-photos.ts";
import { action as sendReview } from "./review.page.tsx";
import { action as saveWishlistItem } from "./wishlist-item.ts";

const refuse = (status: number, message: string) => () => createRefusal(status, { message });
const refusedData = (status: number, message: string) => ({ data: { message }, init: { status } });

describe("buttons", () => {
  it.each([
    ["1", "POST /v1/user/wishlist/7"],
    ["0", "DELETE /v1/user/wishlist/7"],
  ])("save the wishlist for in_wishlist=%s", async (in_wishlist, call) => {
    const { result, apiRequests } = await callRoute(saveWishlistItem, { params: { id: "7" }, form: { in_wishlist } });
    expect(result).toMatchObject({ data: { ok: true } });
    expect(apiRequests).toMatchObject([{ call }]);
  });

  it.each([
    [200, "/en-US/soap?page=2"],
    [401, "/en-US/soap?page=2&auth=1"],
    [503, "/en-US/soap?page=2"],
  ])("without scripts lead back to the page of the wishlist button after status %i", async (status, location) => {
    const form = { in_wishlist: "1", from: "/soap?page=2" };
    const { result } = await callRoute(saveWishlistItem, { params: { id: "7" }, form, respond: refuse(status, "No") });
    expect(getRedirect(result)?.location).toBe(location);
  });

  it.each([
    ["1", "POST /v1/reviews/9/helpful"],
    ["0", "DELETE /v1/reviews/9/helpful"],
  ])("vote for voted=%s", async (voted, call) => {
    const respond = () => ({ body: { data: { helpful: 4, voted: true } } });
    const { result, apiRequests } = await callRoute(voteHelpful, { params: { id: "9" }, form: { voted }, respond });
    expect(result).toMatchObject({ data: { helpful: 4, voted: true } });
    expect(apiRequests).toMatchObject([{ call }]);
  });

  const alert = { kind: "price_drop", option_id: "2" };

  it("set an alert, and remove it", async () => {
    const set = await callRoute(saveAlert, { params: { id: "7" }, form: { ...alert, enabled: "1" } });
    expect(set.apiRequests).toMatchObject([
      { call: "POST /v1/user/alerts/7", body: { kind: "price_drop", option_id: 2 } },
    ]);
    const removed = await callRoute(saveAlert, { params: { id: "7" }, form: { ...alert, enabled: "0" } });
    expect(removed.apiRequests).toMatchObject([{ call: "DELETE /v1/user/alerts/7?kind=price_drop&option_id=2" }]);
  });

  it("lead back to the list of alerts without scripts", async () => {
    const form = { ...alert, enabled: "0", list: "1" };
    const { result } = await callRoute(saveAlert, { params: { id: "7" }, form });
    expect(getRedirect(result)?.location).toBe("/en-US/profile/alerts");
  });

  it.each([
    ["the wishlist", saveWishlistItem],
    ["an alert", saveAlert],
    ["a vote", voteHelpful],
  ])("pass on why %s is refused", async (_name, action) => {
    const { result } = await callRoute(action, { params: { id: "7" }, form: {}, respond: refuse(422, "Too many") });
    expect(result).toMatchObject(refusedData(422, "Too many"));
  });
});

describe("reviews and questions", () => {
  it("send the rating as a number and the ids of the photos", async () => {
    const form = new FormData();
    for (const [name, value] of [
      ["rating", "5"],
      ["text", "Lovely"],
      ["photos", "3"],
      ["photos", "4"],
    ] as const)
      form.append(name, value);
    const { apiRequests } = await callRoute(sendReview, { params: { product: "7" }, form });
    expect(apiRequests).toMatchObject([
      { call: "POST /v1/products/7/reviews", body: { rating: 5, text: "Lovely", photos: [3, 4] } },
    ]);
  });

  it("keep the text when it is refused", async () => {
    const refusal = { code: "invalid", message: "Check", errors: { text: ["too_short"] } };
    const request = { params: { product: "7" }, form: { text: "Hm?" }, respond: () => createRefusal(422, refusal) };
    const { result, apiRequests } = await callRoute(askQuestion, request);
    expect(result).toMatchObject({ ok: false, errors: refusal.errors, values: { text: "Hm?" } });
    expect(apiRequests[0]?.call).toBe("POST /v1/products/7/questions");
  });

  it("upload a photo and return what the page shows", async () => {
    const respond = () => ({ body: { data: { id: 5, src: "/5.jpg", secret: "x" } } });
    const { result } = await callRoute(uploadPhoto, { form: {}, respond });
    expect(result).toMatchObject({ data: { photo: { id: 5, src: "/5.jpg" } } });
    expect(JSON.stringify(result)).not.toContain("secret");
  });

  it("pass on why a photo is refused", async () => {
    const { result } = await callRoute(uploadPhoto, { form: {}, respond: refuse(413, "Too large") });
    expect(result).toMatchObject(refusedData(413, "Too large"));
  });
});

describe("notifications", () => {
  it("are empty for guests without an API call", async () => {
    const { result, apiRequests } = await callRoute(loadNotifications, { token: null });
    expect(result).toEqual({ items: null });
    expect(apiRequests).toEqual([]);
  });

  it("are marked as read up to an id, and a failure does not matter", async () => {
    const { result, apiRequests } = await callRoute(hideNotifications, {
      form: { read: "12" },
      respond: refuse(503, ""),
    });
    expect(result).toMatchObject({ data: { ok: true } });
    expect(apiRequests).toMatchObject([{ call: "POST /v1/user/notification/read", body: { up_to: 12 } }]);
  });

  it("are hidden one by one; one that is hidden already is no error", async () => {
    const form = new FormData();
    form.append("id", "11");
    form.append("id", "12");
    const { result, apiRequests } = await callRoute(hideNotifications, { form, respond: refuse(404, "Gone") });
    expect(result).toMatchObject({ data: { ok: true } });
    expect(apiRequests.map(({ call }) => call)).toEqual([
      "DELETE /v1/user/notification/11",
      "DELETE /v1/user/notification/12",
    ]);
  });

  it("stay if hiding fails", async () => {
    const { result } = await callRoute(hideNotifications, { form: { id: "11" }, respond: refuse(503, "Try again") });
    expect(result).toMatchObject({ data: { ok: false, message: "Try again" }, init: { status: 503 } });
  });
});

describe("gift cards", () => {
  const recipient = { picture: "crane", recipient_name: "Olga", recipient_email: "olga@example.com" };

  it.each([
    [{ face: "3000", amount: "" }, 3000],
    [{ face: "other", amount: "1 234,50" }, 1234.5],
    [{ face: "other", amount: "many" }, undefined],
  ])("go into the cart with the amount of %j", async (fields, amount) => {
    const { result, apiRequests } = await callRoute(addGiftCard, { form: { ...recipient, ...fields } });
    expect(getRedirect(result)?.location).toBe("/en-US/cart");
    expect(apiRequests[0]?.call).toBe("POST /v1/user/cart/certificates");
    expect(apiRequests[0]?.body).toEqual({
      ...{ ...recipient, sender_name: "", message: "", send_on: null },
      ...(amount ? { amount } : {}),
    });
  });

  it("keep what was entered for a guest, who signs in first", async () => {
    const respond = () => createRefusal(401, { code: "unauthenticated", message: "Sign in" });
    const { result } = await callRoute(addGiftCard, { form: recipient, token: null, respond });
    expect(result).toMatchObject({ ok: false, code: "unauthenticated", values: recipient });
  });

  it("show their balance, or why there is none", async () => {
    const balance = { balance: 500 };
    const found = await callRoute(checkBalance, {
      form: { code: "JG-1" },
      respond: () => ({ body: { data: balance } }),
    });
    expect(found.result).toMatchObject({ ok: true, giftCard: balance, values: { code: "JG-1" } });
    const missing = await callRoute(checkBalance, { form: { code: "JG-2" }, respond: refuse(404, "No such code") });
    expect(missing.result).toMatchObject({ ok: false, message: "No such code", giftCard: null });
  });
});

describe("currency and language", () => {
  it("store the currency for a year", async () => {
    const { result } = await callRoute(changeCurrency, { form: { currency: "usd" } });
    const { headers } = (result as { init: { headers: Record<string, string> } }).init;
    expect(headers["set-cookie"]).toMatch(/=USD;.*Max-Age=31536000/);
  });

  it.each(["", "US", "DOLLAR", "U$D"])("refuse the currency %j", async (currency) => {
    const { result } = await callRoute(changeCurrency, { form: { currency } });
    expect(result).toMatchObject({ data: { ok: false }, init: { status: 422 } });
  });

  it.each([
    ["en-US", "/soap?page=2", "/en-US/soap?page=2"],
    ["ru-RU", "/en-US/soap", "/soap"],
    ["en-US", "//elsewhere.test", "/en-US"],
    ["fr-FR", "/soap", "/soap"],
  ])("change the language to %s at %s", async (locale, returnPath, location) => {
    const url = `/language/${locale}?to=${encodeURIComponent(returnPath)}`;
    const { result } = await callRoute(changeLanguage, { url, params: { locale } });
    expect(getRedirect(result)?.location).toBe(location);
  });
});

it("redirects the short link of a product and keeps the query", async () => {
  const respond = () => ({ body: { data: { link_rewrite: "rice-toner" } } });
  const request = { url: "/p/7?utm_source=ads", params: { product: "7" }, token: null, respond };
  const { result } = await callRoute(redirectToProduct, request);
  expect(getRedirect(result)).toEqual({ status: 301, location: "/en-US/rice-toner?utm_source=ads" });
});

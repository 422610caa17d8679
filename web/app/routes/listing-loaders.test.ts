import { describe, expect, it } from "vitest";
import { callRoute, createRefusal, getRedirect } from "../../test/route-requests.ts";
import { loader as loadCategory } from "./category.page.tsx";
import { loader as loadCollection } from "./collection.page.tsx";
import { loader as loadOrders } from "./orders.page.tsx";
import { loader as downloadData } from "./profile-data-file.ts";
import { loader as loadReviews } from "./reviews.page.tsx";
import { loader as search } from "./search.page.tsx";

const facets = {
  ...{ usages: [{ id: 1, name: "Dryness", count: 2 }], manufacturers: [{ id: 5, name: "Aoi", count: 2 }] },
  ...{ ratings: [], discounts: [], price: { min: 100, max: 900 }, in_stock: 2, not_shippable: null },
};
const createProducts = (overrides: object = {}) => ({
  body: { data: { items: [], total: 30, facets, category: { id: 1, link_rewrite: "face" }, ...overrides } },
});

/** Loads the category "face" with a query string. */
const loadFace = (query = "", respond: Parameters<typeof callRoute>[1] = {}) =>
  callRoute(loadCategory, {
    ...{ url: `/category/face${query}`, params: { slug: "face" }, respond: () => createProducts() },
    ...respond,
  });

describe("a listing", () => {
  it("loads the page of products that the URL requests", async () => {
    const { result, apiRequests } = await loadFace("?usage=1&in_stock=1&page=2");
    expect(result).toMatchObject({ listing: { total: 30, pages: 2, listingQuery: { concernIds: [1], page: 2 } } });
    expect(apiRequests[0]?.call).toMatch(/^GET \/v1\/products\?.*category=face/);
  });

  it.each([
    ["?page=1", "/en-US/category/face"],
    ["?in_stock=1&usage=1", "/en-US/category/face?usage=1&in_stock=1"],
    ["?usage=abc", "/en-US/category/face"],
  ])("redirects %s to the canonical URL for good", async (query, location) => {
    const { result, apiRequests } = await loadFace(query);
    expect(getRedirect(result)).toEqual({ status: 301, location });
    expect(apiRequests).toEqual([]);
  });

  it("removes values that do not exist for now", async () => {
    const { result } = await loadFace("?usage=1&usage=99&manufacturer=77");
    expect(getRedirect(result)).toEqual({ status: 302, location: "/en-US/category/face?usage=1" });
  });

  it("has no page behind the last one", async () => {
    const { result } = await loadFace("?page=3");
    expect(result).toMatchObject({ init: { status: 404 } });
  });

  it("does not exist without its category", async () => {
    const { result } = await loadFace("", { respond: () => createProducts({ category: undefined }) });
    expect(result).toMatchObject({ init: { status: 404 } });
  });

  it.each([
    [404, 404],
    [422, 404],
    [410, 410],
    [503, 503],
  ])("answers %i of the API with the error page of status %i", async (status, pageStatus) => {
    const { result } = await loadFace("", { respond: () => createRefusal(status, { code: "unknown" }) });
    expect(result).toMatchObject({ init: { status: pageStatus } });
  });

  it("asks to try again when the API says so", async () => {
    const respond = () => ({ ...createRefusal(429, { code: "too_many_requests" }), retryAfter: 30 });
    const { result } = await loadFace("", { respond });
    expect(result).toMatchObject({ init: { status: 429, headers: { "retry-after": "30" } } });
  });

  it("of lower prices is shown without the promotions if those cannot be loaded", async () => {
    const respond = (call: string) => (call.includes("promotions") ? createRefusal(503, {}) : createProducts());
    const { result } = await callRoute(loadCollection, { url: "/prices-drop", respond });
    expect(result).toMatchObject({ collection: "prices-drop", listing: { total: 30 } });
    expect((result as { offers?: unknown }).offers ?? null).toBeNull();
  });
});

describe("a search", () => {
  const respond = (call: string) =>
    call === "GET /v1/categories"
      ? { body: { data: { 2: { id: 2, name: "Hair", position: 2 }, 1: { id: 1, name: "Face", position: 1 } } } }
      : createProducts({ total: 0, close: ["rice toner"] });

  it("shorter than three characters is not sent", async () => {
    const { result, apiRequests } = await callRoute(search, { url: "/product_search?q=ab", respond });
    expect(result).toMatchObject({ q: "ab", listing: null });
    expect(apiRequests.filter(({ call }) => call.includes("q=ab"))).toEqual([]);
  });

  it("without results offers close queries and the categories in their order", async () => {
    const { result } = await callRoute(search, { url: "/product_search?q=rise", respond });
    expect(result).toMatchObject({
      alternatives: { closeQueries: ["rice toner"], categories: [{ name: "Face" }, { name: "Hair" }] },
    });
  });

  it("with results offers no alternatives", async () => {
    const { result } = await callRoute(search, { url: "/product_search?q=rice", respond: () => createProducts() });
    expect(result).toMatchObject({ q: "rice", listing: { total: 30 }, alternatives: null });
  });
});

describe("the account", () => {
  it.each([
    ["?status=active&page=2", "status=active&page=2"],
    ["?status=stolen&page=-1", "status=all&page=1"],
    ["", "status=all&page=1"],
  ])("lists the orders of %j", async (query, apiQuery) => {
    const { apiRequests } = await callRoute(loadOrders, { url: `/profile/orders${query}` });
    expect(apiRequests[0]?.call).toContain(`GET /v1/user/orders?${apiQuery}&per_page=`);
  });

  it("lists the reviews of a page", async () => {
    const { apiRequests } = await callRoute(loadReviews, { url: "/profile/reviews?page=x" });
    expect(apiRequests[0]?.call).toBe("GET /v1/user/reviews?page=1&per_page=10");
  });

  it("downloads its data as a file that is not cached", async () => {
    const respond = () => ({ body: { data: { account: { name: "Anna" } } } });
    const { result } = await callRoute(downloadData, { respond });
    const { headers } = result as Response;
    expect(headers.get("content-disposition")).toBe('attachment; filename="customer-data.json"');
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(await (result as Response).json()).toEqual({ account: { name: "Anna" } });
  });
});

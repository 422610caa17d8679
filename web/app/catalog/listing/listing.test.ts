import type { ProductList } from "@furoshiki/api/catalog";
import { describe, expect, it } from "vitest";
import { createRequestContext } from "../../api-client/request-context.ts";
import { getListingMeta, loadListing } from "./listing.ts";
import type { ListingScope } from "./listing-query.ts";

const facets: ProductList["facets"] = {
  manufacturers: [{ id: 4, name: "Mizunora", slug: "mizunora", count: 30 }],
  usages: [{ id: 1, name: "Для сухой кожи", slug: "dry", count: 30 }],
  price: { min: 1, max: 2 },
  ratings: [],
  discounts: [],
  in_stock: 30,
  not_shippable: null,
};

/** Loads the listing of a URL and returns it, or the status and location of a redirect, or the status of an error. */
async function openList(path: string, scope: ListingScope = { category: "kremy" }, total = 30) {
  const list: ProductList = { items: [], total, page: 1, per_page: 24, facets };
  const server = {
    api: () => Promise.resolve({ status: 200, body: { data: list }, retryAfter: null }),
    localeStrategy: "prefix_except_default",
  } as unknown as Parameters<typeof createRequestContext>[0]["server"];
  const contextFields = {
    currency: null,
    token: null,
    deliveryCountry: null,
    deliveryCity: null,
    userAgent: "",
    requestId: "1",
  };
  const requestContext = createRequestContext({ ...contextFields, server, locale: "en-US", path });
  try {
    return (await loadListing(requestContext, scope)).listing;
  } catch (error) {
    if (error instanceof Response) return [error.status, error.headers.get("location")];
    return (error as { init: { status: number } }).init.status;
  }
}

describe("the URL of a listing", () => {
  it.each([
    ["/category/kremy?page=1", 301, "/en-US/category/kremy"],
    ["/category/kremy?page=two", 301, "/en-US/category/kremy"],
    ["/category/kremy?sort=odd&usage=1&rating_min=7", 301, "/en-US/category/kremy?usage=1"],
    ["/category/kremy?usage=1&usage=77", 302, "/en-US/category/kremy?usage=1"],
    ["/category/kremy?manufacturer=5&utm_source=a", 302, "/en-US/category/kremy?utm_source=a"],
    ["/category/kremy?q=anything", 301, "/en-US/category/kremy"],
  ])("%s redirects with %i to %s", async (path, status, location) => {
    expect(await openList(path)).toEqual([status, location]);
  });

  it("is kept if it is canonical", async () => {
    const listing = await openList("/category/kremy?usage=1&manufacturer=4&page=2&utm_source=a");
    expect(listing).toMatchObject({ listingQuery: { concernIds: [1], brandIds: [4], page: 2 }, pages: 2 });
  });

  it("is not found behind the last page", async () => {
    expect(await openList("/category/kremy?page=3")).toBe(404);
  });

  it("ignores the brand filter on a brand page", async () => {
    expect(await openList("/manufacturer/mizunora?manufacturer=4", { brandId: 4 })).toEqual([
      301,
      "/en-US/manufacturer/mizunora",
    ]);
  });
});

it("lets search engines index plain listings and their pages, but no filtered or sorted ones", async () => {
  const getMeta = async (path: string) => {
    const listing = await openList(path);
    return typeof listing === "object" && "listingQuery" in listing ? getListingMeta("/category/kremy", listing) : null;
  };
  expect(await getMeta("/category/kremy")).toEqual({ canonical: "/category/kremy" });
  expect(await getMeta("/category/kremy?page=2")).toEqual({ canonical: "/category/kremy?page=2" });
  for (const query of ["rating_min=4", "discount_min=20", "sort=new", "in_stock=1&page=2"])
    expect(await getMeta(`/category/kremy?${query}`)).toEqual({ canonical: "/category/kremy", noindex: true });
});

import type { ProductList } from "@furoshiki/api/catalogue";
import { describe, expect, it } from "vitest";
import { makeVisit } from "../lib/api.ts";
import { listingFacts, loadListing } from "./listing.ts";
import type { ListingOf } from "./listing-wish.ts";

const facets: ProductList["facets"] = {
  manufacturers: [{ id: 4, name: "Mizunora", slug: "mizunora", count: 30 }],
  usages: [{ id: 1, name: "Для сухой кожи", slug: "dry", count: 30 }],
  price: { min: 1, max: 2 },
  ratings: [],
  discounts: [],
  in_stock: 30,
};

/** Where the list at an address leads: to itself, elsewhere with a status, or to the page of a missing address. */
async function openList(path: string, of: ListingOf = { category: "kremy" }, total = 30) {
  const list: ProductList = { items: [], total, page: 1, per_page: 24, facets };
  const server = {
    api: () => Promise.resolve({ status: 200, body: { data: list }, retryAfter: null }),
    localeStrategy: "prefix_except_default",
  } as unknown as Parameters<typeof makeVisit>[0]["server"];
  const known = { currency: null, token: null, userAgent: "", requestId: "1" };
  const visit = makeVisit({ ...known, server, locale: "en-US", path });
  try {
    return (await loadListing(visit, of)).listing;
  } catch (thrown) {
    if (thrown instanceof Response) return [thrown.status, thrown.headers.get("location")];
    return (thrown as { init: { status: number } }).init.status;
  }
}

describe("the address of a list", () => {
  it.each([
    ["/category/kremy?page=1", 301, "/en-US/category/kremy"],
    ["/category/kremy?page=two", 301, "/en-US/category/kremy"],
    ["/category/kremy?sort=odd&usage=1&rating_min=7", 301, "/en-US/category/kremy?usage=1"],
    ["/category/kremy?usage=1&usage=77", 302, "/en-US/category/kremy?usage=1"],
    ["/category/kremy?manufacturer=5&utm_source=a", 302, "/en-US/category/kremy?utm_source=a"],
    ["/category/kremy?q=anything", 301, "/en-US/category/kremy"],
  ])("%s leads with %i to %s", async (path, status, clean) => {
    expect(await openList(path)).toEqual([status, clean]);
  });

  it("is left alone where nothing is to be cleaned", async () => {
    const listing = await openList("/category/kremy?usage=1&manufacturer=4&page=2&utm_source=a");
    expect(listing).toMatchObject({ wish: { usage: [1], manufacturer: [4], page: 2 }, pages: 2 });
  });

  it("is missing behind the last page", async () => {
    expect(await openList("/category/kremy?page=3")).toBe(404);
  });

  it("chooses no maker on a maker's own page", async () => {
    expect(await openList("/manufacturer/mizunora?manufacturer=4", { manufacturer: 4 })).toEqual([
      301,
      "/en-US/manufacturer/mizunora",
    ]);
  });
});

it("tells search engines to keep plain lists and their pages, and nothing that is filtered or sorted", async () => {
  const factsOf = async (path: string) => {
    const listing = await openList(path);
    return typeof listing === "object" && "wish" in listing ? listingFacts("/category/kremy", listing) : null;
  };
  expect(await factsOf("/category/kremy")).toEqual({ canonical: "/category/kremy" });
  expect(await factsOf("/category/kremy?page=2")).toEqual({ canonical: "/category/kremy?page=2" });
  for (const query of ["rating_min=4", "discount_min=20", "sort=new", "in_stock=1&page=2"])
    expect(await factsOf(`/category/kremy?${query}`)).toEqual({ canonical: "/category/kremy", noindex: true });
});

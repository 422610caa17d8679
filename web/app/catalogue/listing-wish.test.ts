import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cleanQuery,
  filtersIn,
  otherSorts,
  ownSort,
  productsCall,
  readWish,
  wishQuery,
  withoutFilters,
  type ListingOf,
  type ListingWish,
} from "./listing-wish.ts";

const read = (query: string, of: ListingOf = {}) => readWish(new URLSearchParams(query), of);

describe("the address of a list", () => {
  it("is read as a form writes it, with empty fields and repeated names", () => {
    expect(
      read(
        "usage=3&usage=1&manufacturer=4,2&price_min=&price_max=99.5&in_stock=1&rating_min=4&discount_min=20&sort=new&page=2",
      ),
    ).toEqual({
      q: "",
      exact: false,
      usage: [1, 3],
      manufacturer: [2, 4],
      priceMin: null,
      priceMax: 99.5,
      inStock: true,
      ratingMin: 4,
      discountMin: 20,
      without: [],
      sort: "new",
      page: 2,
    });
  });

  it("passes over what is no filter", () => {
    expect(
      read(
        "usage=x&usage=-1&usage=99999999999&sort=odd&page=-3&price_min=abc&price_max=-1&rating_min=6&discount_min=2",
      ),
    ).toEqual(read(""));
  });

  it("has one form for each wish", () => {
    const words = fc.record({ q: fc.string({ maxLength: 20 }).map((q) => q.trim()), exact: fc.boolean() });
    const filters = fc.record({
      usage: fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 5 }).map((ids) => ids.sort((a, b) => a - b)),
      manufacturer: fc
        .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 5 })
        .map((ids) => ids.sort((a, b) => a - b)),
      priceMin: fc.option(fc.integer({ min: 0, max: 10_000 })),
      priceMax: fc.option(fc.integer({ min: 0, max: 10_000 })),
      inStock: fc.boolean(),
      ratingMin: fc.constantFrom(null, 4, 3),
      discountMin: fc.constantFrom(null, 1, 20, 40),
      without: fc.uniqueArray(fc.constantFrom("alcohol", "parabens", "retinol")),
      sort: fc.constantFrom(null, ...otherSorts({})),
      page: fc.integer({ min: 1, max: 500 }),
    });
    const wish: fc.Arbitrary<ListingWish> = fc
      .tuple(words, filters)
      .map(([{ q, exact }, rest]) => ({ q, exact: exact && q !== "", ...rest }));
    fc.assert(
      fc.property(wish, (asked) => {
        expect(read(wishQuery(asked, { page: asked.page }))).toEqual(asked);
      }),
    );
  });

  it.each([
    [{ category: "soap" }, "popular"],
    [{ collection: "best-sales" }, "popular"],
    [{ collection: "new-products" }, "new"],
    [{ collection: "prices-drop" }, "discount"],
    [{ q: "soap" }, "match"],
  ] as const)("names the order that %o has by itself, and leaves it out of the address", (of, own) => {
    expect(ownSort(of)).toBe(own);
    expect(otherSorts(of)).not.toContain(own);
    expect(wishQuery(read(`sort=${own}`, of))).toBe("");
    const [other = ""] = otherSorts(of);
    expect(wishQuery(read(`sort=${other}`, of))).toBe(`?sort=${other}`);
    expect(productsCall(of, read(`sort=${other}`, of))).toContain(`sort=${other}`);
  });

  it("begins at the first page when a filter changes", () => {
    const wish = read("usage=1&page=4");
    expect(wishQuery(wish, { inStock: true })).toBe("?usage=1&in_stock=1");
    expect(wishQuery(wish, { page: 5 })).toBe("?usage=1&page=5");
    expect(wishQuery(wish, withoutFilters())).toBe("");
  });
});

it("counts filters, not sorting and paging", () => {
  expect(filtersIn(read("usage=1&usage=2&manufacturer=5&price_min=1&price_max=2&in_stock=1&sort=new&page=3"))).toBe(5);
  expect(filtersIn(read("sort=new&page=3"))).toBe(0);
});

describe("the clean address", () => {
  const clean = (query: string) => cleanQuery(new URLSearchParams(query), read(query));

  it.each([
    ["page=1", ""],
    ["page=x&sort=popular&price_min=&price_max=", ""],
    ["usage=3,1&usage=1", "?usage=1&usage=3"],
    ["rating_min=9&discount_min=20", "?discount_min=20"],
    ["utm_source=a&in_stock=yes&page=2", "?page=2&utm_source=a"],
  ])("of ?%s is %s", (query, wanted) => expect(clean(query)).toBe(wanted));

  it("leads nowhere else", () => {
    const anything = fc.array(fc.tuple(fc.constantFrom("q", "usage", "page", "price_min", "sort", "x"), fc.string()));
    fc.assert(
      fc.property(anything, (pairs) => {
        const once = clean(new URLSearchParams(pairs).toString());
        expect(clean(once.slice(1))).toBe(once);
      }),
    );
  });
});

describe("the call of the API", () => {
  it("asks for the page's own list", () => {
    expect(productsCall({ category: "a b" }, read("usage=1&page=2"))).toBe(
      "/v1/products?usage=1&page=2&category=a+b&sort=popular&per_page=24",
    );
  });
  it("leaves a collection its own order until another is wished for", () => {
    expect(productsCall({ collection: "best-sales" }, read(""))).not.toContain("sort");
    expect(productsCall({ collection: "best-sales" }, read("sort=rating"))).toContain("sort=rating");
  });
  it("does not let an address choose another manufacturer than the page's", () => {
    expect(productsCall({ manufacturer: 7 }, read("manufacturer=8"))).toContain("maker=7&");
  });
});

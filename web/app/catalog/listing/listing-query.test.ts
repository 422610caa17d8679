import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  normalizeQueryString,
  countFilters,
  getOtherSorts,
  getDefaultSort,
  buildProductsPath,
  parseListingQuery,
  buildQueryString,
  getEmptyFilters,
  type ListingScope,
  type ListingQuery,
} from "./listing-query.ts";

const read = (query: string, scope: ListingScope = {}) => parseListingQuery(new URLSearchParams(query), scope);

describe("the URL of a listing", () => {
  it("is parsed as forms submit it, with empty fields and repeated names", () => {
    expect(
      read(
        "usage=3&usage=1&manufacturer=4,2&price_min=&price_max=99.5&in_stock=1&rating_min=4&discount_min=20&sort=new&page=2",
      ),
    ).toEqual({
      q: "",
      exact: false,
      concernIds: [1, 3],
      brandIds: [2, 4],
      priceMin: null,
      priceMax: 99.5,
      inStock: true,
      shippable: false,
      ratingMin: 4,
      discountMin: 20,
      excludedIngredients: [],
      sort: "new",
      page: 2,
    });
  });

  it("ignores invalid values", () => {
    expect(
      read(
        "usage=x&usage=-1&usage=99999999999&sort=odd&page=-3&price_min=abc&price_max=-1&rating_min=6&discount_min=2",
      ),
    ).toEqual(read(""));
  });

  it("has one canonical form for each query", () => {
    const searchFields = fc.record({ q: fc.string({ maxLength: 20 }).map((q) => q.trim()), exact: fc.boolean() });
    const filters = fc.record({
      concernIds: fc
        .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 5 })
        .map((ids) => ids.sort((a, b) => a - b)),
      brandIds: fc
        .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 5 })
        .map((ids) => ids.sort((a, b) => a - b)),
      priceMin: fc.option(fc.integer({ min: 0, max: 10_000 })),
      priceMax: fc.option(fc.integer({ min: 0, max: 10_000 })),
      inStock: fc.boolean(),
      shippable: fc.boolean(),
      ratingMin: fc.constantFrom(null, 4, 3),
      discountMin: fc.constantFrom(null, 1, 20, 40),
      excludedIngredients: fc.uniqueArray(fc.constantFrom("alcohol", "parabens", "retinol")),
      sort: fc.constantFrom(null, ...getOtherSorts({})),
      page: fc.integer({ min: 1, max: 500 }),
    });
    const listingQuery: fc.Arbitrary<ListingQuery> = fc
      .tuple(searchFields, filters)
      .map(([{ q, exact }, rest]) => ({ q, exact: exact && q !== "", ...rest }));
    fc.assert(
      fc.property(listingQuery, (expected) => {
        expect(read(buildQueryString(expected, { page: expected.page }))).toEqual(expected);
      }),
    );
  });

  it.each([
    [{ category: "soap" }, "popular"],
    [{ collection: "best-sales" }, "popular"],
    [{ collection: "new-products" }, "new"],
    [{ collection: "prices-drop" }, "discount"],
    [{ q: "soap" }, "match"],
  ] as const)("of %o omits its default sort, %s", (scope, defaultSort) => {
    expect(getDefaultSort(scope)).toBe(defaultSort);
    expect(getOtherSorts(scope)).not.toContain(defaultSort);
    expect(buildQueryString(read(`sort=${defaultSort}`, scope))).toBe("");
    const [other = ""] = getOtherSorts(scope);
    expect(buildQueryString(read(`sort=${other}`, scope))).toBe(`?sort=${other}`);
    expect(buildProductsPath(scope, read(`sort=${other}`, scope))).toContain(`sort=${other}`);
  });

  it("resets the page when a filter changes", () => {
    const listingQuery = read("usage=1&page=4");
    expect(buildQueryString(listingQuery, { inStock: true })).toBe("?usage=1&in_stock=1");
    expect(buildQueryString(listingQuery, { page: 5 })).toBe("?usage=1&page=5");
    expect(buildQueryString(listingQuery, getEmptyFilters())).toBe("");
  });
});

it("counts filters but not sort and page", () => {
  expect(countFilters(read("usage=1&usage=2&manufacturer=5&price_min=1&price_max=2&in_stock=1&sort=new&page=3"))).toBe(
    5,
  );
  expect(countFilters(read("sort=new&page=3"))).toBe(0);
});

describe("the normalized query string", () => {
  const normalize = (query: string) => normalizeQueryString(new URLSearchParams(query), read(query));

  it.each([
    ["page=1", ""],
    ["page=x&sort=popular&price_min=&price_max=", ""],
    ["usage=3,1&usage=1", "?usage=1&usage=3"],
    ["rating_min=9&discount_min=20", "?discount_min=20"],
    ["utm_source=a&in_stock=yes&page=2", "?page=2&utm_source=a"],
  ])("of ?%s is %s", (query, expected) => expect(normalize(query)).toBe(expected));

  it("is stable when normalized again", () => {
    const arbitraryPairs = fc.array(
      fc.tuple(fc.constantFrom("q", "usage", "page", "price_min", "sort", "x"), fc.string()),
    );
    fc.assert(
      fc.property(arbitraryPairs, (pairs) => {
        const once = normalize(new URLSearchParams(pairs).toString());
        expect(normalize(once.slice(1))).toBe(once);
      }),
    );
  });
});

describe("the API request", () => {
  it("requests the listing of the page", () => {
    expect(buildProductsPath({ category: "a b" }, read("usage=1&page=2"))).toBe(
      "/v1/products?usage=1&page=2&category=a+b&sort=popular&per_page=24",
    );
  });
  it("keeps the default sort of a collection until another one is chosen", () => {
    expect(buildProductsPath({ collection: "best-sales" }, read(""))).not.toContain("sort");
    expect(buildProductsPath({ collection: "best-sales" }, read("sort=rating"))).toContain("sort=rating");
  });
  it("does not let the URL override the brand of the page", () => {
    expect(buildProductsPath({ brandId: 7 }, read("manufacturer=8"))).toContain("maker=7&");
  });
});

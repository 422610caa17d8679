import { reviewSorts as apiReviewSorts } from "@furoshiki/api/reviews";
import { expect, it } from "vitest";
import { buildReviewsUrl, buildReviewQuery, parseReviewParams } from "./review-params.ts";
import { reviewSorts } from "./review-sorts.ts";

const parse = (query: string) => parseReviewParams(new URLSearchParams(query));

it("has the same sorts as the API", () => {
  expect(reviewSorts).toEqual(apiReviewSorts);
});

it("parses the query string and ignores invalid values", () => {
  expect(parse("")).toEqual({ sort: "new", stars: null, pages: 1 });
  expect(parse("sort=low&stars=2&reviews=3")).toEqual({ sort: "low", stars: 2, pages: 3 });
  expect(parse("sort=loud&stars=6&reviews=-2")).toEqual({ sort: "new", stars: null, pages: 1 });
});

it("requests at most as many reviews as the API returns at once", () => {
  expect(buildReviewQuery(parse("reviews=3&stars=4"))).toBe("sort=new&per_page=15&stars=4");
  expect(buildReviewQuery(parse("reviews=1000"))).toBe("sort=new&per_page=95");
});

it("builds the URL with the selected option", () => {
  expect(buildReviewsUrl("/krem", null, parse(""))).toBe("/krem#reviews");
  expect(buildReviewsUrl("/krem", 7, parse("sort=low&stars=2&reviews=3"))).toBe(
    "/krem?option=7&sort=low&stars=2&reviews=3#reviews",
  );
});

import { reviewSorts as apiReviewSorts } from "@furoshiki/api/reviews";
import { expect, it } from "vitest";
import { buildReviewsPath, buildReviewQuery, isFiltered, noFilter, parseReviewParams } from "./review-params.ts";
import { reviewSorts } from "./review-sorts.ts";

const parse = (query: string) => parseReviewParams(new URLSearchParams(query));

it("has the same sorts as the API", () => {
  expect(reviewSorts).toEqual(apiReviewSorts);
});

it("parses the query string and ignores invalid values", () => {
  expect(parse("")).toEqual({ ...noFilter, sort: "helpful", pages: 1 });
  expect(parse("sort=low&stars=2&page=3")).toEqual({ ...noFilter, sort: "low", stars: 2, pages: 3 });
  expect(parse("sort=loud&stars=6&page=-2&group=x&photos=2&word=ab")).toEqual({
    ...noFilter,
    sort: "helpful",
    pages: 1,
  });
});

it("applies one filter at a time", () => {
  expect(parse("stars=5&photos=1&word=запах")).toMatchObject({ ...noFilter, stars: 5 });
  expect(parse("photos=1&word=запах")).toMatchObject({ ...noFilter, photos: true });
  expect(parse(`word=${"я".repeat(31)}`)).toMatchObject(noFilter);
  expect(
    ["", "sort=low", "stars=1", "group=fair", "photos=1", "word=тон"].map((query) => isFiltered(parse(query))),
  ).toEqual([false, false, true, true, true, true]);
});

it("requests at most as many reviews as the API returns at once", () => {
  expect(buildReviewQuery(parse("page=3&stars=4"))).toBe("sort=helpful&per_page=30&stars=4");
  expect(buildReviewQuery(parse("page=1000&photos=1"))).toBe("sort=helpful&per_page=90&photos=1");
});

it("builds paths that are parsed to the same parameters", () => {
  expect(buildReviewsPath("/krem")).toBe("/krem/reviews");
  for (const query of ["", "stars=2&sort=low&page=3", "group=good", "photos=1", "word=запах"]) {
    const path = buildReviewsPath("/krem", parse(query));
    expect(parse(path.split("?")[1] ?? "")).toEqual(parse(query));
  }
});

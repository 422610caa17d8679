import { reviewSorts as apiSorts } from "@furoshiki/api/reviews";
import { expect, it } from "vitest";
import { reviewAddress, reviewQuery, reviewWish } from "./review-wish.ts";
import { reviewSorts } from "./review-sorts.ts";

const read = (query: string) => reviewWish(new URLSearchParams(query));

it("knows the orders that the API knows", () => {
  expect(reviewSorts).toEqual(apiSorts);
});

it("reads an address, and passes over what means nothing", () => {
  expect(read("")).toEqual({ sort: "new", stars: null, steps: 1 });
  expect(read("sort=low&stars=2&reviews=3")).toEqual({ sort: "low", stars: 2, steps: 3 });
  expect(read("sort=loud&stars=6&reviews=-2")).toEqual({ sort: "new", stars: null, steps: 1 });
});

it("asks for no more than the API gives at once", () => {
  expect(reviewQuery(read("reviews=3&stars=4"))).toBe("sort=new&per_page=15&stars=4");
  expect(reviewQuery(read("reviews=1000"))).toBe("sort=new&per_page=95");
});

it("writes the address again, with the option", () => {
  expect(reviewAddress("/krem", null, read(""))).toBe("/krem#reviews");
  expect(reviewAddress("/krem", 7, read("sort=low&stars=2&reviews=3"))).toBe(
    "/krem?option=7&sort=low&stars=2&reviews=3#reviews",
  );
});

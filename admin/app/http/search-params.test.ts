import { expect, it } from "vitest";
import { changeListParams, changeSearchParams, listKeptParams } from "./search-params.ts";

const params = new URLSearchParams("view=open&q=AS-204&after=7&do=close");

it("changes search parameters, and removes those that are null", () => {
  expect(changeSearchParams(params, { view: null, q: "soap" })).toBe("?q=soap&after=7&do=close");
  expect(changeSearchParams(new URLSearchParams("q=x"), { q: null })).toBe("");
});

it("leads to the first page of a list, unless the changes have a place", () => {
  expect(changeListParams(params, { view: "all" })).toBe("?view=all&q=AS-204");
  expect(changeListParams(params, { after: "9" })).toBe("?view=open&q=AS-204&after=9");
  expect(changeListParams(new URLSearchParams("page=3"), {})).toBe("");
});

it("keeps what a form does not set, without the place in the list", () => {
  expect(listKeptParams(params, ["q"])).toEqual([["view", "open"]]);
});

import { expect, it } from "vitest";
import { replaceLookAlikes } from "./look-alike-letters.ts";

it("converts letters of one alphabet that look like letters of the other", () => {
  expect(replaceLookAlikes("вв")).toEqual({ latin: "bb", cyrillic: "вв" });
  expect(replaceLookAlikes("кpем").cyrillic).toBe("крем");
  expect(replaceLookAlikes("шампунь").latin).toBeUndefined();
});

import { expect, it } from "vitest";
import { parseReturnPath } from "./return-path.ts";

it.each(["/", "/orders", "/orders?view=to_pack&after=12", "/orders/7"])("accepts %s", (path) => {
  expect(parseReturnPath(path)).toBe(path);
});

it.each([null, "", "orders", "//other.test", "/\\other.test", "https://other.test/orders", "/\t/other.test"])(
  "returns the home page for %j",
  (value) => {
    expect(parseReturnPath(value)).toBe("/");
  },
);

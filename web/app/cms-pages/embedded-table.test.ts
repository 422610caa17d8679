import { expect, it } from "vitest";
import { splitAtPlaceholder } from "./embedded-table.ts";

it("splits a text at the placeholder of a table", () => {
  const html = "<p>a</p><p>{customs-rules}</p>\n<p>b</p>";
  expect(splitAtPlaceholder(html, "customs-rules")).toEqual(["<p>a</p>", "\n<p>b</p>"]);
  expect(splitAtPlaceholder(html, "delivery-methods")).toEqual([html, ""]);
});

import { expect, it } from "vitest";
import { aroundPart } from "./live-part.ts";

it("finds the place that a text keeps for a part", () => {
  const html = "<p>a</p><p>{customs-rules}</p>\n<p>b</p>";
  expect(aroundPart(html, "customs-rules")).toEqual(["<p>a</p>", "\n<p>b</p>"]);
  expect(aroundPart(html, "delivery-methods")).toEqual([html, ""]);
});

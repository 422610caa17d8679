import { expect, it } from "vitest";
import { readFieldEdits } from "./field-edits.ts";

const read = (values: Record<string, string>) => readFieldEdits(new URLSearchParams(values), ["body"]);

it("reads what was changed", () => {
  expect(read({ seen_body: "a", body: "b" })).toEqual({ body: { from: "a", to: "b" } });
  expect(read({ seen_body: "a", body: " a " })).toEqual({});
  expect(read({ body: "b" })).toEqual({});
});

it("ignores how a browser without scripts sends line breaks", () => {
  expect(read({ seen_body: "a\r\nb", body: "a\r\nb" })).toEqual({});
  expect(read({ seen_body: "a\r\nb", body: "a\r\nc" })).toEqual({ body: { from: "a\nb", to: "a\nc" } });
});

it("reads the value that was chosen after a conflict", () => {
  const values = { seen_body: "theirs", body: "mine", merged_body: "both" };
  expect(read({ ...values, choice_body: "mine" })).toEqual({ body: { from: "theirs", to: "mine" } });
  expect(read({ ...values, choice_body: "merged" })).toEqual({ body: { from: "theirs", to: "both" } });
  expect(read({ ...values, choice_body: "theirs" })).toEqual({});
});

import { expect, it } from "vitest";
import { refusals } from "../../api/src/orders/schema.ts";
import { CommandError } from "../../api/src/platform/commands.ts";
import { InvalidFile } from "../../api/src/platform/file-errors.ts";
import { refuse } from "../../api/src/platform/errors.ts";
import { UsageError } from "./command-line.ts";
import { failureOf, failureText } from "./failure.ts";
import { staffTexts } from "./staff-texts.ts";

const shown = (error: unknown, json: boolean) => {
  const failure = failureOf(error);
  if (!failure) throw new Error("a bug");
  return [failure.exitCode, failureText(failure, json)];
};

it("speaks to the staff, and not to a shopper", () => {
  expect(shown(refuse(refusals, "order_not_found"), false)).toEqual([1, "There is no order with this number."]);
  const moved = refuse(refusals, "order_move_not_allowed", { params: { from: "paid", to: "delivered" } });
  expect(shown(moved, false)).toEqual([1, "The order cannot go from “paid” to “delivered”."]);
  for (const text of Object.values(staffTexts)) expect(text?.({})).not.toMatch(/\byours?\b|write to us/i);
});

it("is one line of JSON for programs, with a code and every complaint", () => {
  const complaints = [
    { line: 2, reference: "A-1", reason: "price is missing" },
    { line: 3, reference: "", reason: "is no JSON" },
  ];
  const [exitCode, text] = shown(new InvalidFile(complaints), true);
  expect([exitCode, JSON.parse(String(text))]).toEqual([
    1,
    {
      error: { code: "lines_rejected", message: expect.stringContaining("line 2 (A-1): price is missing"), complaints },
    },
  ]);
  expect(String(text)).not.toContain("\n");
  expect(JSON.parse(String(shown(new CommandError("no"), true)[1]))).toEqual({
    error: { code: "invalid_input", message: "no" },
  });
  expect(shown(new UsageError("which?"), true)).toEqual([2, '{"error":{"code":"usage","message":"which?"}}']);
});

it("leaves a bug its stack", () => {
  expect(failureOf(new TypeError("x is undefined"))).toBeNull();
});

import { expect, it } from "vitest";
import { refusals } from "../../api/src/orders/schema.ts";
import { CommandError } from "../../api/src/platform/commands/command.ts";
import { InvalidFileError } from "../../api/src/platform/data-files/file-errors.ts";
import { refuse } from "../../api/src/platform/http/errors.ts";
import { UsageError } from "./command-line.ts";
import { toFailure, formatFailure } from "./failure.ts";
import { staffTexts } from "./staff-texts.ts";

const getFailureOutput = (error: unknown, json: boolean) => {
  const failure = toFailure(error);
  if (!failure) throw new Error("the error is no failure, but a bug");
  return [failure.exitCode, formatFailure(failure, json)];
};

it("has texts for staff instead of those for shoppers", () => {
  expect(getFailureOutput(refuse(refusals, "order_not_found"), false)).toEqual([
    1,
    "There is no order with this number.",
  ]);
  const refusal = refuse(refusals, "order_move_not_allowed", { params: { from: "paid", to: "delivered" } });
  expect(getFailureOutput(refusal, false)).toEqual([1, "The order cannot go from “paid” to “delivered”."]);
  for (const text of Object.values(staffTexts)) expect(text?.({})).not.toMatch(/\byours?\b|write to us/i);
});

it("is formatted as one line of JSON for programs, with a code and every error", () => {
  const lineErrors = [
    { line: 2, reference: "A-1", reason: "price is missing" },
    { line: 3, reference: "", reason: "is not JSON" },
  ];
  const [exitCode, text] = getFailureOutput(new InvalidFileError(lineErrors), true);
  expect([exitCode, JSON.parse(String(text))]).toEqual([
    1,
    {
      error: {
        code: "lines_rejected",
        message: expect.stringContaining("line 2 (A-1): price is missing"),
        problems: lineErrors,
      },
    },
  ]);
  expect(String(text)).not.toContain("\n");
  expect(JSON.parse(String(getFailureOutput(new CommandError("no"), true)[1]))).toEqual({
    error: { code: "invalid_input", message: "no" },
  });
  expect(getFailureOutput(new UsageError("which?"), true)).toEqual([
    2,
    '{"error":{"code":"usage","message":"which?"}}',
  ]);
});

it.each([
  [new Error('relation "pgboss.queue" does not exist'), "queues_missing", "start the shop once"],
  [new Error("Queue notifications.send_announcement does not exist"), "queues_missing", "start the shop once"],
  [Object.assign(new Error("connect refused"), { code: "ECONNREFUSED" }), "database_unavailable", "out of reach"],
])("explains what is missing in the database: %s", (error, code, message) => {
  expect(toFailure(error)).toMatchObject({ exitCode: 1, code, message: expect.stringContaining(message) });
});

it("returns null for a bug, which keeps its stack", () => {
  expect(toFailure(new TypeError("x is undefined"))).toBeNull();
});

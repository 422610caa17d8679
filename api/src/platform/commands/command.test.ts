import { expect, it } from "vitest";
import { formatTable } from "./command.ts";

it("formats rows in columns: dates in ISO 8601, text complete and on one line", () => {
  const longText = "x".repeat(200);
  expect(
    formatTable(
      ["At", "Text", "N"],
      [
        [new Date("2026-11-21T23:00:00Z"), "two\nlines \u001b[31m", 1],
        [null, longText, undefined],
      ],
    ),
  ).toEqual([
    `At                        ${"Text".padEnd(200)}  N`,
    `2026-11-21T23:00:00.000Z  ${"two lines  [31m".padEnd(200)}  1`,
    `${" ".repeat(24)}  ${longText}`,
  ]);
});

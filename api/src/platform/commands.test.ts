import { expect, it } from "vitest";
import { columns } from "./commands.ts";

it("writes rows in columns: moments in ISO 8601, text whole and on one line", () => {
  const long = "x".repeat(200);
  expect(
    columns(
      ["At", "Text", "N"],
      [
        [new Date("2026-11-21T23:00:00Z"), "two\nlines \u001b[31m", 1],
        [null, long, undefined],
      ],
    ),
  ).toEqual([
    `At                        ${"Text".padEnd(200)}  N`,
    `2026-11-21T23:00:00.000Z  ${"two lines  [31m".padEnd(200)}  1`,
    `${" ".repeat(24)}  ${long}`,
  ]);
});

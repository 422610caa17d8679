import { expect, it } from "vitest";
import type { Command } from "../../api/src/platform/commands.ts";
import { readLine, UsageError } from "./command-line.ts";

const run = async () => ({ data: null, lines: [] });
const move: Command = {
  name: "orders move",
  summary: "moves an order on",
  arguments: [
    { name: "ID", summary: "the order" },
    { name: "STATUS", summary: "where to" },
    { name: "NOTE", summary: "why", optional: true },
  ],
  options: {
    tracking: { type: "string", value: "NUMBER", summary: "the parcel's number" },
    quiet: { type: "boolean", summary: "without a letter" },
  },
  run,
};
const list: Command = { name: "orders list", summary: "shows the orders", run };
const commands = [move, list, { name: "notify", summary: "tells customers", run }];

it("finds a command of one word or two, with its arguments and options wherever they stand", () => {
  expect(readLine(["orders", "move", "7", "--tracking=RR1", "shipped", "--quiet", "--json"], commands)).toEqual({
    command: move,
    given: { ID: "7", STATUS: "shipped", NOTE: undefined },
    options: { tracking: "RR1", quiet: true },
    json: true,
  });
  expect(readLine(["notify"], commands)).toMatchObject({ command: { name: "notify" }, json: false });
  expect(readLine(["--json", "orders", "list"], commands)).toMatchObject({ command: list, json: true });
});

it("takes the longest name of a command that the line begins with", () => {
  const one: Command = { name: "notify", summary: "", arguments: [{ name: "EMAIL", summary: "" }], run };
  const two: Command = { name: "notify list", summary: "", run };
  expect(readLine(["notify", "list"], [one, two])).toMatchObject({ command: two });
  expect(readLine(["notify", "all"], [one, two])).toMatchObject({ command: one, given: { EMAIL: "all" } });
});

it("reads a negative number as a value", () => {
  expect(readLine(["orders", "move", "7", "-50", "--tracking", "-1"], commands)).toMatchObject({
    given: { ID: "7", STATUS: "-50" },
    options: { tracking: "-1" },
  });
});

it("offers --yes to commands that ask for confirmation, and to no other", () => {
  const asking = { ...list, confirmation: async () => "Go on?" };
  expect(readLine(["orders", "list", "--yes"], [asking])).toMatchObject({ options: { yes: true } });
  expect(() => readLine(["orders", "list", "--yes"], [list])).toThrow("Unknown option '--yes'");
  expect((readLine(["orders", "list", "--help"], [asking]) as { help: string }).help).toContain("--yes");
});

it.each([
  [["orders"], 'There is no command "orders"'],
  [["orders", "burn"], 'There is no command "orders burn"'],
  [["--json", "orders", "burn"], 'There is no command "orders burn"'],
  [["orders", "move", "7"], "STATUS missing. See: npm run shop -- orders move --help"],
  [["orders", "move"], "ID and STATUS missing"],
  [["orders", "list", "now"], '"now" is one argument too many'],
  [["orders", "list", "--status"], "Unknown option '--status'"],
  [["orders", "move", "7", "shipped", "--tracking"], "--tracking"],
  [["orders", "move", "7", "shipped", "--quiet=yes"], "--quiet"],
])("says what is wrong with %j", (line, complaint) => {
  expect(() => readLine(line, commands)).toThrow(UsageError);
  expect(() => readLine(line, commands)).toThrow(complaint);
});

it("helps on everything, on a group and on one command, and runs nothing then", () => {
  const helpOf = (...line: string[]) => (readLine(line, commands) as { help: string }).help;
  expect(helpOf()).toContain("orders move ID STATUS [NOTE]  moves an order on");
  expect(helpOf("--help")).toBe(helpOf());
  expect(helpOf("orders", "--help")).not.toContain("notify");
  const one = helpOf("orders", "move", "--help");
  expect(one).toContain("Moves an order on.");
  expect(one).toMatch(/--tracking NUMBER +the parcel's number/);
});

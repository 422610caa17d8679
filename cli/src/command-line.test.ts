import { expect, it } from "vitest";
import type { Command } from "../../api/src/platform/commands/command.ts";
import { parseCommandLine, UsageError } from "./command-line.ts";

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

it("finds a command of one or two words, with arguments and options in any order", () => {
  expect(parseCommandLine(["orders", "move", "7", "--tracking=RR1", "shipped", "--quiet", "--json"], commands)).toEqual(
    {
      command: move,
      args: { ID: "7", STATUS: "shipped", NOTE: undefined },
      options: { tracking: "RR1", quiet: true },
      json: true,
    },
  );
  expect(parseCommandLine(["notify"], commands)).toMatchObject({ command: { name: "notify" }, json: false });
  expect(parseCommandLine(["--json", "orders", "list"], commands)).toMatchObject({ command: list, json: true });
});

it("prefers the longest command name", () => {
  const one: Command = { name: "notify", summary: "", arguments: [{ name: "EMAIL", summary: "" }], run };
  const two: Command = { name: "notify list", summary: "", run };
  expect(parseCommandLine(["notify", "list"], [one, two])).toMatchObject({ command: two });
  expect(parseCommandLine(["notify", "all"], [one, two])).toMatchObject({ command: one, args: { EMAIL: "all" } });
});

it("reads a negative number as a value", () => {
  expect(parseCommandLine(["orders", "move", "7", "-50", "--tracking", "-1"], commands)).toMatchObject({
    args: { ID: "7", STATUS: "-50" },
    options: { tracking: "-1" },
  });
});

it("offers --yes only to commands that ask for confirmation", () => {
  const confirmedCommand = { ...list, confirmation: async () => "Go on?" };
  expect(parseCommandLine(["orders", "list", "--yes"], [confirmedCommand])).toMatchObject({ options: { yes: true } });
  expect(() => parseCommandLine(["orders", "list", "--yes"], [list])).toThrow("Unknown option '--yes'");
  expect((parseCommandLine(["orders", "list", "--help"], [confirmedCommand]) as { help: string }).help).toContain(
    "--yes",
  );
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
])("explains what is wrong with %j", (line, message) => {
  expect(() => parseCommandLine(line, commands)).toThrow(UsageError);
  expect(() => parseCommandLine(line, commands)).toThrow(message);
});

it("shows help on all commands, a group or one command, and runs nothing", () => {
  const getHelp = (...line: string[]) => (parseCommandLine(line, commands) as { help: string }).help;
  expect(getHelp()).toContain("orders move ID STATUS [NOTE]  moves an order on");
  expect(getHelp("--help")).toBe(getHelp());
  expect(getHelp("orders", "--help")).not.toContain("notify");
  const one = getHelp("orders", "move", "--help");
  expect(one).toContain("Moves an order on.");
  expect(one).toMatch(/--tracking NUMBER +the parcel's number/);
});

import { expect, it } from "vitest";
import type { Command } from "../../api/src/platform/commands/command.ts";
import { parseCommandLine, UsageError } from "./command-line.ts";

const run = async () => ({ data: null, lines: [] });
const move: Command = {
  name: "orders move",
  summary: "moves an order on",
  arguments: [
    { name: "ID", summary: "the order" },
    { name: "STATUS", summary: "its new status" },
    { name: "NOTE", summary: "the reason", optional: true },
  ],
  options: {
    tracking: { type: "string", value: "NUMBER", summary: "the tracking number of the parcel" },
    quiet: { type: "boolean", summary: "sends no email" },
  },
  run,
};
const list: Command = { name: "orders list", summary: "shows the orders", run };
const commands = [move, list, { name: "notify", summary: "notifies customers", run }];

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
  const notify: Command = { name: "notify", summary: "", arguments: [{ name: "EMAIL", summary: "" }], run };
  const notifyList: Command = { name: "notify list", summary: "", run };
  expect(parseCommandLine(["notify", "list"], [notify, notifyList])).toMatchObject({ command: notifyList });
  expect(parseCommandLine(["notify", "all"], [notify, notifyList])).toMatchObject({
    command: notify,
    args: { EMAIL: "all" },
  });
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
  [["orders", "move", "7"], "Missing: STATUS. See: npm run shop -- orders move --help"],
  [["orders", "move"], "Missing: ID and STATUS"],
  [["orders", "list", "now"], '"now" is one argument too many'],
  [["orders", "list", "--status"], "Unknown option '--status'"],
  [["orders", "move", "7", "shipped", "--tracking"], "--tracking"],
  [["orders", "move", "7", "shipped", "--quiet=yes"], "--quiet"],
])("explains what is wrong with %j", (args, message) => {
  expect(() => parseCommandLine(args, commands)).toThrow(UsageError);
  expect(() => parseCommandLine(args, commands)).toThrow(message);
});

it("shows help on all commands, a group or one command, and runs nothing", () => {
  const getHelp = (...args: string[]) => (parseCommandLine(args, commands) as { help: string }).help;
  expect(getHelp()).toContain("orders move ID STATUS [NOTE]  moves an order on");
  expect(getHelp("--help")).toBe(getHelp());
  expect(getHelp("orders", "--help")).not.toContain("notify");
  const commandHelp = getHelp("orders", "move", "--help");
  expect(commandHelp).toContain("Moves an order on.");
  expect(commandHelp).toMatch(/--tracking NUMBER +the tracking number of the parcel/);
});

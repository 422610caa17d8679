import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { CommandError } from "../platform/commands/command.ts";
import { commands } from "./commands.ts";

const shop = await openTestShop();

async function run(name: string, args: Record<string, string> = {}) {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const { signal } = new AbortController();
  return command.run({ app: shop.app, pool: shop.pool, args, options: {}, progress: () => undefined, signal });
}

const findUsdLine = async () => (await run("rates list")).lines.find((line) => line.startsWith("USD"));

beforeEach(async () => {
  await run("rates set", { CODE: "USD", RATE: "92" });
});

it("sets a rate, with a decimal point or comma, and lists it", async () => {
  expect((await run("rates set", { CODE: "usd", RATE: "95,25" })).lines).toEqual([
    "1 USD is 95.25 rubles from now on.",
  ]);
  expect(await findUsdLine()).toMatch(/^USD +95[.]25 +2/);
  expect((await run("rates list")).data).toContainEqual(expect.objectContaining({ code: "USD", rate: 95.25 }));
});

it.each([
  ["XYZ", "1", "There is no currency XYZ"],
  ["USD", "0", "above 0"],
  ["USD", "-1", "above 0"],
  ["USD", "12a", "above 0"],
  ["USD", "1.123456789", "at most 8 decimals"],
  ["RUB", "2", "RUB is the shop's own currency"],
])("refuses %s %s and changes nothing", async (CODE, RATE, message) => {
  await expect(run("rates set", { CODE, RATE })).rejects.toThrow(CommandError);
  await expect(run("rates set", { CODE, RATE })).rejects.toThrow(message);
  expect(await findUsdLine()).toMatch(/^USD +92 /);
});

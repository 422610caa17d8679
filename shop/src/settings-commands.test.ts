import { expect, it, vi } from "vitest";
import { contactsRu } from "../../api/src/content/settings.ts";
import { flatMinor } from "../../api/src/delivery/settings.ts";
import type { CommandAnswer } from "../../api/src/platform/commands.ts";
import { changeSetting, invalidSettings, settingValue } from "../../api/src/platform/settings.ts";
import { settings } from "../../api/src/settings.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { settingsCommands } from "./settings-commands.ts";

const shop = await openTestShop();
const { db, house, pool } = shop;

async function run(
  name: string,
  given: Record<string, string | undefined> = {},
  options: Record<string, string | boolean> = {},
): Promise<CommandAnswer> {
  const command = settingsCommands.find((one) => one.name === `settings ${name}`);
  if (!command) throw new Error(`there is no ${name}`);
  return command.run({ house, pool, given, options, progress: () => undefined, signal: new AbortController().signal });
}

const write = (key: string, value: unknown) =>
  db
    .insertInto("settings")
    .values({ key, value: JSON.stringify(value) })
    .execute();

it("uses the default of a row that is invalid, logs it once, and every page stays up", async () => {
  const logged: string[] = [];
  const stderr = vi.spyOn(process.stderr, "write").mockImplementation((line) => logged.push(String(line)) > 0);
  await write("contacts.list_ru", { x: 1 });
  await write("delivery.flat_minor", "5000");
  try {
    for (const locale of ["ru-RU", "en-US", "ru-RU"])
      expect((await shop.ask("GET", "/v1/frontConfig", { locale })).status).toBe(200);
    expect(await settingValue(db, flatMinor)).toBe(flatMinor.fallback);
    expect(await settingValue(db, contactsRu)).toEqual(contactsRu.fallback);
  } finally {
    stderr.mockRestore();
  }
  const keys = logged.map((line) => (JSON.parse(line) as { key: string }).key);
  expect(keys.toSorted()).toEqual(["contacts.list_ru", "delivery.flat_minor"]);
  expect((await invalidSettings(db, settings)).map(({ key }) => key)).toEqual(keys.toSorted());
});

it("names invalid values and unknown keys", async () => {
  expect(await run("check")).toMatchObject({ lines: ["Every setting is valid."], amiss: false });
  await write("delivery.flat_minor", "5000");
  await write("delivery.flat", 5000);
  const { data, amiss } = await run("check");
  expect(amiss).toBe(true);
  expect(data).toMatchObject({ invalid: [{ key: "delivery.flat_minor" }], unknown: ["delivery.flat"] });
  const got = await run("get", { KEY: "delivery.flat_minor" });
  expect(got.data).toMatchObject({ value: flatMinor.fallback, problem: expect.stringContaining("expected number") });
  expect(got.lines.at(-1)).toMatch(/^This is the default: "5000" is set and invalid: .+\.$/);
});

it("lists an invalid value beside the default that holds instead", async () => {
  await write("delivery.flat_minor", "5000");
  const { data, lines } = await run("list", {}, { changed: true });
  expect(data).toEqual([
    {
      ...{ key: "delivery.flat_minor", value: flatMinor.fallback, is_set: true },
      problem: expect.stringContaining("expected number"),
    },
  ]);
  expect(lines.at(-1)).toMatch(
    /^! +delivery\.flat_minor +49900 \(default; the stored value "5000" is invalid: .*expected number.*\)$/,
  );
});

it("sets JSON and plain text, as the schema accepts it, and tells who changed what", async () => {
  await run("set", { KEY: "delivery.flat_minor", VALUE: "60000" }, { by: "anna" });
  await run("set", { KEY: "delivery.flat_minor", VALUE: "60000" }, { by: "anna" });
  await run("set", { KEY: "analytics.metrica", VALUE: "12345678" }, { by: "oleg" });
  expect(await settingValue(db, flatMinor)).toBe(600_00);
  expect(await run("get", { KEY: "analytics.metrica" })).toMatchObject({
    data: { value: "12345678", default: null, is_set: true },
  });
  expect(await run("unset", { KEY: "delivery.flat_minor" }, { by: "oleg" })).toMatchObject({
    data: { value: flatMinor.fallback },
  });
  expect(await settingValue(db, flatMinor)).toBe(flatMinor.fallback);
  const { data } = await run("history", { KEY: "delivery.flat_minor" });
  expect(data).toMatchObject([
    { changed_by: "oleg", old_value: 60000, new_value: null },
    { changed_by: "anna", old_value: null, new_value: 60000 },
  ]);
  expect((await run("history")).data).toHaveLength(3);
});

it("lists what is set", async () => {
  await changeSetting(db, flatMinor, 1);
  expect((await run("list", {}, { changed: true })).data).toEqual([
    { key: "delivery.flat_minor", value: 1, is_set: true, problem: null },
  ]);
  expect((await run("list")).data).toHaveLength(settings.length);
});

it.each([
  ["set", { KEY: "delivery.flat", VALUE: "1" }, /no setting "delivery.flat".*delivery.flat_minor/],
  ["set", { KEY: "delivery.flat_minor", VALUE: "free" }, /delivery.flat_minor does not accept "free"/],
  ["set", { KEY: "delivery.flat_minor", VALUE: undefined }, /either VALUE or --file/],
  ["get", { KEY: "nothing" }, /no setting "nothing"/],
  ["unset", { KEY: "nothing" }, /no setting "nothing"/],
  ["unset", { KEY: "demo.state" }, /belongs to the program/],
])("refuses %s of %j and changes nothing", async (name, given, complaint) => {
  await expect(run(name, given)).rejects.toThrow(complaint);
  expect(await db.selectFrom("settings").select("key").execute()).toEqual([]);
});

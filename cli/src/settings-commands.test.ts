import { expect, it, vi } from "vitest";
import { contactsRu } from "../../api/src/content/store-profile/contact-settings.ts";
import { flatPriceMinor } from "../../api/src/delivery/settings.ts";
import type { CommandContext } from "../../api/src/platform/commands/command.ts";
import { updateSetting, listInvalidSettings, getSetting } from "../../api/src/platform/settings/settings.ts";
import { settings } from "../../api/src/settings.ts";
import { createTestStaff } from "../../api/src/staff/fixtures.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { createCommandRunner } from "../../api/test/run-command.ts";
import { settingsCommands } from "./settings-commands.ts";

const shop = await openTestShop();
const { db } = shop;

const runCommand = createCommandRunner(shop, settingsCommands);
const run = (name: string, args?: CommandContext["args"], options?: CommandContext["options"]) =>
  runCommand(`settings ${name}`, args, options);

const insertSetting = (key: string, value: unknown) =>
  db
    .insertInto("settings")
    .values({ key, value: JSON.stringify(value) })
    .execute();

it("an invalid stored value is logged once, its default is used, and pages keep working", async () => {
  const loggedLines: string[] = [];
  const stderr = vi.spyOn(process.stderr, "write").mockImplementation((line) => loggedLines.push(String(line)) > 0);
  await insertSetting("contacts.list_ru", { x: 1 });
  await insertSetting("delivery.flat_price_minor", "5000");
  try {
    for (const locale of ["ru-RU", "en-US", "ru-RU"])
      expect((await shop.request("GET", "/v1/frontConfig", { locale })).status).toBe(200);
    expect(await getSetting(db, flatPriceMinor)).toBe(flatPriceMinor.fallback);
    expect(await getSetting(db, contactsRu)).toEqual(contactsRu.fallback);
  } finally {
    stderr.mockRestore();
  }
  const keys = loggedLines.map((line) => (JSON.parse(line) as { key: string }).key);
  expect(keys.toSorted()).toEqual(["contacts.list_ru", "delivery.flat_price_minor"]);
  expect((await listInvalidSettings(db, settings)).map(({ key }) => key)).toEqual(keys.toSorted());
});

it("lists invalid values and unknown keys", async () => {
  expect(await run("check")).toMatchObject({ lines: ["Every setting is valid."], hasFailed: false });
  await insertSetting("delivery.flat_price_minor", "5000");
  await insertSetting("delivery.flat_price", 5000);
  const { data, hasFailed } = await run("check");
  expect(hasFailed).toBe(true);
  expect(data).toMatchObject({ invalid: [{ key: "delivery.flat_price_minor" }], unknown: ["delivery.flat_price"] });
  const result = await run("get", { KEY: "delivery.flat_price_minor" });
  expect(result.data).toMatchObject({
    value: flatPriceMinor.fallback,
    problem: expect.stringContaining("expected number"),
  });
  expect(result.lines.at(-1)).toMatch(/^This is the default: the stored value "5000" is invalid: .+\.$/);
});

it("lists an invalid value with the default that is used instead", async () => {
  await insertSetting("delivery.flat_price_minor", "5000");
  const { data, lines } = await run("list", {}, { changed: true });
  expect(data).toEqual([
    {
      ...{ key: "delivery.flat_price_minor", value: flatPriceMinor.fallback, is_set: true },
      problem: expect.stringContaining("expected number"),
    },
  ]);
  expect(lines.at(-1)).toMatch(
    /^! +delivery\.flat_price_minor +49900 \(default; the stored value "5000" is invalid: .*expected number.*\)$/,
  );
});

it("sets JSON and plain text that the schema accepts, and records who changed what", async () => {
  await run("set", { KEY: "delivery.flat_price_minor", VALUE: "60000" }, { by: "anna" });
  await run("set", { KEY: "delivery.flat_price_minor", VALUE: "60000" }, { by: "anna" });
  await run("set", { KEY: "analytics.metrica", VALUE: "12345678" }, { by: "oleg" });
  expect(await getSetting(db, flatPriceMinor)).toBe(600_00);
  expect(await run("get", { KEY: "analytics.metrica" })).toMatchObject({
    data: { value: "12345678", default: null, is_set: true },
  });
  expect(await run("unset", { KEY: "delivery.flat_price_minor" }, { by: "oleg" })).toMatchObject({
    data: { value: flatPriceMinor.fallback },
  });
  expect(await getSetting(db, flatPriceMinor)).toBe(flatPriceMinor.fallback);
  const { data } = await run("history", { KEY: "delivery.flat_price_minor" });
  expect(data).toMatchObject([
    { changed_by: "oleg", old_value: 60000, new_value: null },
    { changed_by: "anna", old_value: null, new_value: 60000 },
  ]);
  expect((await run("history")).data).toHaveLength(3);
});

it("lists settings that are set", async () => {
  await updateSetting(db, flatPriceMinor, 1);
  expect((await run("list", {}, { changed: true })).data).toEqual([
    { key: "delivery.flat_price_minor", value: 1, is_set: true, problem: null },
  ]);
  expect((await run("list")).data).toHaveLength(settings.length);
});

it.each([
  ["set", { KEY: "delivery.flat_price", VALUE: "1" }, /no setting "delivery.flat_price".*delivery.flat_price_minor/],
  ["set", { KEY: "delivery.flat_price_minor", VALUE: "free" }, /delivery.flat_price_minor does not accept "free"/],
  ["set", { KEY: "delivery.flat_price_minor", VALUE: undefined }, /either VALUE or --file/],
  ["get", { KEY: "nothing" }, /no setting "nothing"/],
  ["unset", { KEY: "nothing" }, /no setting "nothing"/],
  ["unset", { KEY: "demo.state" }, /is internal/],
])("rejects %s of %j and changes nothing", async (name, args, message) => {
  await expect(run(name, args)).rejects.toThrow(message);
  expect(await db.selectFrom("settings").select("key").execute()).toEqual([]);
});

it("records changes in the audit log, by the operator or as a member of staff", async () => {
  const { id, email } = await createTestStaff(shop.app);
  await run("set", { KEY: flatPriceMinor.key, VALUE: "70000" }, { by: "root@host" });
  await run("set", { KEY: flatPriceMinor.key, VALUE: "70000" }, { by: "root@host" });
  await run("unset", { KEY: flatPriceMinor.key }, { as: ` ${email.toUpperCase()}` });
  const columns = ["actor_kind", "actor_id", "actor_label", "action", "subject_id", "changes"] as const;
  const common = { actor_kind: "command", action: "setting.updated", subject_id: flatPriceMinor.key };
  expect(await db.selectFrom("audit_entries").select(columns).orderBy("id").execute()).toEqual([
    { ...common, actor_id: null, actor_label: "root@host", changes: [{ field: "value", from: null, to: 70_000 }] },
    { ...common, actor_id: id, actor_label: email, changes: [{ field: "value", from: 70_000, to: null }] },
  ]);
  await expect(run("unset", { KEY: flatPriceMinor.key }, { as: "nobody@shop.test" })).rejects.toThrow(
    "no active member of staff",
  );
});

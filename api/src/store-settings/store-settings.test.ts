import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { flatPriceMinor } from "../delivery/settings.ts";
import { getSetting, updateSetting } from "../platform/settings/settings.ts";
import { type ActionCaller, executeAdminAction } from "../staff/execute-admin-action.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import { permissions } from "../staff/permissions.ts";
import { changeSetting } from "./admin-actions.ts";

const shop = await openTestShop();
const { app, db } = shop;
const admin = openAdminClient(app);
let cookie = "";

const caller: ActionCaller = {
  actor: { kind: "staff", id: 7, label: "anna@shop.test", sessionId: "1", ipAddress: null },
  ...{ permissions: new Set(permissions), stepUpUntil: null, locale: "en-US", requestId: null },
  ...{ isPreview: false, idempotencyKey: null },
};
const change = (key: string, from: number | null, to: number | string | null, isPreview = false) =>
  executeAdminAction(app, changeSetting, {
    ...{ ...caller, isPreview, params: { key } },
    input: { changes: { value: { from, to } } },
  });
const { key } = flatPriceMinor;
const listValues = () => db.selectFrom("settings").select(["key", "value"]).orderBy("key").execute();
const undo = (entryId: number | null) => admin.request("POST", `/audit/${entryId}/undo`, { cookie });

beforeEach(async () => {
  const { id } = await createTestStaff(app, { role: "manager" });
  cookie = await createTestStaffSession(app, id);
});

it("sets and resets a setting, which is effective at once", async () => {
  expect(await getSetting(db, flatPriceMinor)).toBe(flatPriceMinor.fallback);
  await change(key, null, 700_00);
  expect(await getSetting(db, flatPriceMinor)).toBe(700_00);
  const history = db.selectFrom("setting_changes").select(["new_value", "changed_by"]).execute();
  expect(await history).toEqual([{ new_value: 700_00, changed_by: "anna@shop.test" }]);
  await change(key, 700_00, null);
  expect(await getSetting(db, flatPriceMinor)).toBe(flatPriceMinor.fallback);
});

it("refuses unknown settings, invalid values and a value that was changed meanwhile", async () => {
  await expect(change("delivery.unknown", null, 1)).rejects.toMatchObject({ code: "not_found" });
  await expect(change(key, null, "free")).rejects.toMatchObject({ code: "validation_failed" });
  await change(key, null, 700_00);
  await expect(change(key, null, 800_00)).rejects.toMatchObject({
    code: "edit_conflict",
    data: { conflicts: [{ field: "value", from: null, current: 700_00, who: "anna@shop.test" }] },
  });
});

it("removes a value that no setting has", async () => {
  await db.insertInto("settings").values({ key: "delivery.unknown", value: "1" }).execute();
  await change("delivery.unknown", 1, null);
  expect(await listValues()).toEqual([]);
});

it("gives the previewed result, and undo restores the value before (property)", async () => {
  const price = fc.option(fc.integer({ min: 0, max: 100_000 }));
  await fc.assert(
    fc.asyncProperty(price, price, async (from, to) => {
      await db.deleteFrom("settings").execute();
      if (from !== null) await updateSetting(db, flatPriceMinor, from);
      const before = await listValues();
      const { result, preview } = await change(key, from, to, true);
      expect(await listValues()).toEqual(before);
      const executed = await change(key, from, to);
      expect(executed.result).toEqual(result);
      const changes = to === from ? [] : [[{ field: "value", from, to }]];
      expect(preview?.entries.map((entry) => entry.changes)).toEqual(changes);
      expect(await listValues()).toEqual(to === null ? [] : [{ key, value: to }]);
      if (executed.audit_entry_id !== null) expect((await undo(executed.audit_entry_id)).status).toBe(200);
      expect(await listValues()).toEqual(before);
    }),
    { numRuns: 30 },
  );
});

it("cannot be undone once somebody has changed the setting again", async () => {
  const { audit_entry_id } = await change(key, null, 700_00);
  await change(key, 700_00, 800_00);
  expect((await undo(audit_entry_id)).body).toMatchObject({
    code: "undo_conflict",
    data: { conflicts: [{ field: "value", from: 700_00, to: null, current: 800_00 }] },
  });
});

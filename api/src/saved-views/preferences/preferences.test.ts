import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { ListPreference } from "./admin-schema.ts";

const shop = await openTestShop();
const admin = openAdminClient(shop.app);
let cookie = "";

const signIn = async () => createTestStaffSession(shop.app, (await createTestStaff(shop.app, { role: "support" })).id);
const load = async (resource: string, by = cookie) =>
  (await admin.request<ListPreference>("GET", `/me/lists/${resource}`, { cookie: by })).body.data;
const change = (resource: string, body: object) => admin.request("PATCH", `/me/lists/${resource}`, { cookie, body });

beforeEach(async () => {
  cookie = await signIn();
});

it("keeps columns in their order and the row height, of each list and person", async () => {
  expect(await load("orders")).toEqual({ columns: [], is_compact: false });
  expect((await change("orders", { columns: ["total", "placed"] })).status).toBe(204);
  await change("orders", { is_compact: true });
  await change("orders", {});
  expect(await load("orders")).toEqual({ columns: ["total", "placed"], is_compact: true });
  expect(await load("returns")).toEqual({ columns: [], is_compact: false });
  expect(await load("orders", await signIn())).toEqual({ columns: [], is_compact: false });
  await change("orders", { columns: [] });
  expect(await load("orders")).toEqual({ columns: [], is_compact: true });
});

it("refuses unknown lists and repeated columns", async () => {
  expect((await change("passwords", { is_compact: true })).status).toBe(422);
  expect((await change("orders", { columns: ["total", "total"] })).status).toBe(422);
  expect((await change("orders", { columns: ["<b>"] })).status).toBe(422);
});

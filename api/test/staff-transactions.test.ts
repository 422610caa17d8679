import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { withTransaction } from "../src/platform/db/database.ts";
import { type AdminApi, adminQuery, type AdminRequest } from "../src/staff/admin-endpoint.ts";
import { createTestStaff, createTestStaffSession } from "../src/staff/fixtures.ts";
import { openAdminClient } from "./admin-client.ts";
import { openTestShop } from "./harness.ts";

const shop = await openTestShop();
const { app, db } = shop;
let cookie = "";

const insertEmail = (key: string) => sql`insert into emails (recipient, locale, template, params, dedup_key)
  values ('', 'ru-RU', 't', '{}', ${key})`;
const handlers: Record<string, (request: Pick<AdminRequest, "db">) => Promise<unknown>> = {
  insert: ({ db }) => insertEmail("new").execute(db),
  update: ({ db }) => db.updateTable("emails").set({ template: "u" }).execute(),
  delete: ({ db }) => withTransaction(db, (tx) => tx.deleteFrom("emails").execute()),
  read: ({ db }) => withTransaction(db, (tx) => tx.selectFrom("emails").selectAll().forUpdate().execute()),
  nothing: ({ db }) => db.deleteFrom("emails").where("id", "=", -1).execute(),
};
const admin = openAdminClient(app, (api: AdminApi) => {
  for (const [name, handler] of Object.entries(handlers))
    adminQuery(api, {
      path: `/test-${name}`,
      permission: "audit:read",
      summary: name,
      response: z.null(),
      handler: async (request) => {
        await handler(request);
        return { data: null };
      },
    });
});

beforeEach(async () => {
  cookie = await createTestStaffSession(app, (await createTestStaff(app)).id);
  await insertEmail("first").execute(db);
});

it.each(["insert", "update", "delete"])(
  "fails a request of staff that would %s a row without an entry",
  async (name) => {
    expect((await admin.request("GET", `/test-${name}`, { cookie })).status).toBe(500);
    expect(shop.errors.map(String)).toEqual(["Error: a request of staff has changed rows without an audit entry"]);
    expect(await db.selectFrom("emails").select(["dedup_key", "template"]).execute()).toEqual([
      { dedup_key: "first", template: "t" },
    ]);
  },
);

it.each(["read", "nothing"])("passes a request that changes no row: %s", async (name) => {
  expect((await admin.request("GET", `/test-${name}`, { cookie })).status).toBe(200);
});

import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { createBrand } from "../catalog/fixtures.ts";
import { adminAction } from "./admin-action.ts";
import { adminEndpoint } from "./admin-endpoint.ts";
import { createTestStaff, createTestStaffSession, type TestStaff } from "./fixtures.ts";

const shop = await openTestShop();
const { app, db } = shop;

/** Renames a brand; a name that begins with "!" requires a recent code. */
const renameBrand = adminAction({
  name: "brand.renamed",
  permission: "products:write",
  params: z.object({ id: z.string().regex(/^\d+$/).transform(Number) }),
  input: z.strictObject({ name: z.string().min(1), reason: z.string().optional() }),
  subject: ({ id }) => ({ kind: "brand", id }),
  stepUp: (_params, { name }) => name.startsWith("!"),
  run: async (tx, { id }, { name }) => {
    const before = await tx.selectFrom("brands").select("name").where("id", "=", id).executeTakeFirstOrThrow();
    await tx.updateTable("brands").set({ name }).where("id", "=", id).execute();
    return { result: { name }, changes: [{ field: "name", from: before.name, to: name }] };
  },
  inverse: null,
});

const admin = openAdminClient(app, (api) =>
  adminEndpoint(api, {
    method: "patch",
    path: "/test-brands/{id}",
    summary: "Rename a brand",
    action: renameBrand,
    response: z.object({ name: z.string() }),
  }),
);
let staff: TestStaff;
let cookie = "";
let id = 0;
const rename = (body: unknown, options: { query?: string; headers?: Record<string, string>; cookie?: string } = {}) =>
  admin.request("PATCH", `/test-brands/${id}${options.query ?? ""}`, { body, cookie, ...options });
const getName = async () => (await db.selectFrom("brands").select("name").executeTakeFirstOrThrow()).name;

beforeEach(async () => {
  staff = await createTestStaff(app, { role: "catalog_editor" });
  cookie = await createTestStaffSession(app, staff.id);
  id = await createBrand(db, "Hada Labo");
});

it("executes the action as the signed-in person", async () => {
  const headers = { "x-request-id": "r1", "x-client-ip": "192.0.2.1" };
  const { status, body } = await rename({ name: "Rohto", reason: "merged" }, { headers });
  expect(status).toBe(200);
  expect(body.data).toEqual({ result: { name: "Rohto" }, audit_entry_id: 1, undo_until: null, preview: null });
  expect(await db.selectFrom("audit_entries").selectAll().executeTakeFirst()).toMatchObject({
    ...{ actor_kind: "staff", actor_id: staff.id, actor_label: staff.email, ip: "192.0.2.1", request_id: "r1" },
    ...{ action: "brand.renamed", subject_kind: "brand", subject_id: String(id), reason: "merged" },
  });
});

it("returns the effects of a preview and changes nothing", async () => {
  const { body } = await rename({ name: "!" }, { query: "?preview=true" });
  expect(body.data).toMatchObject({
    result: { name: "!" },
    preview: { entries: [{ action: "brand.renamed", changes: [{ field: "name", from: "Hada Labo", to: "!" }] }] },
  });
  expect(await getName()).toBe("Hada Labo");
});

it("does nothing twice if it is sent twice with one idempotency key", async () => {
  const headers = { "idempotency-key": "double-click-1" };
  const [first, second] = await Promise.all([
    rename({ name: "Rohto" }, { headers }),
    rename({ name: "Rohto" }, { headers }),
  ]);
  expect(second.body).toEqual(first.body);
  expect(await db.selectFrom("audit_entries").select("id").execute()).toHaveLength(1);
});

it("requires a recent code if the action does", async () => {
  expect(await rename({ name: "!" })).toMatchObject({ status: 403, body: { code: "step_up_required" } });
  const steppedUp = await createTestStaffSession(app, staff.id, { isSteppedUp: true });
  expect((await rename({ name: "!" }, { cookie: steppedUp })).status).toBe(200);
});

it("checks the permission before the input, and both before anything is changed", async () => {
  const packer = await createTestStaff(app, { role: "packer" });
  const refused = await rename({ name: "" }, { cookie: await createTestStaffSession(app, packer.id) });
  expect(refused).toMatchObject({ status: 403, body: { code: "forbidden", data: { permission: "products:write" } } });
  expect(await rename({ name: "" })).toMatchObject({ status: 422, body: { code: "validation_failed" } });
  expect(await rename({ name: "x" }, { query: "?preview=maybe" })).toMatchObject({ status: 422 });
  expect((await rename({ name: "x" }, { headers: { origin: "https://other.example" } })).body.code).toBe("csrf_failed");
  expect(await getName()).toBe("Hada Labo");
});

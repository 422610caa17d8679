import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { ReplyTemplateList } from "./admin-schema.ts";

const shop = await openTestShop();
const admin = openAdminClient(shop.app);
const template = { kind: "question", locale: "ru-RU", title: "Чувствительная кожа", body: "Да, без отдушек." };
let cookie = "";

const signIn = async (role: string) => createTestStaffSession(shop.app, (await createTestStaff(shop.app, { role })).id);
const send = (method: "POST" | "PATCH" | "DELETE", path: string, body: object) =>
  admin.request<{ result: { id: number }; audit_entry_id: number }>(method, path, { body, cookie });
const list = async () =>
  (await admin.request<ReplyTemplateList>("GET", "/reply-templates", { cookie })).body.data.items;
const create = async () => (await send("POST", "/reply-templates", template)).body.data;

beforeEach(async () => {
  cookie = await signIn("support");
});

it("are created, edited with the values that were seen, and deleted", async () => {
  const { result } = await create();
  expect(await list()).toEqual([{ ...template, id: result.id, version: 1 }]);
  const path = `/reply-templates/${result.id}`;
  const edit = { changes: { body: { from: template.body, to: "Да." } } };
  expect((await send("PATCH", path, edit)).status).toBe(200);
  expect(await list()).toMatchObject([{ body: "Да.", version: 2 }]);
  const conflicting = { changes: { body: { from: template.body, to: "Нет." } } };
  expect(await send("PATCH", path, conflicting)).toMatchObject({ status: 409, body: { code: "edit_conflict" } });
  expect(await send("DELETE", path, { version: 1 })).toMatchObject({ status: 409, body: { code: "state_changed" } });
  expect((await send("DELETE", path, { version: 2 })).status).toBe(200);
  expect(await list()).toEqual([]);
  expect(await send("DELETE", path, { version: 2 })).toMatchObject({
    status: 404,
    body: { code: "reply_template_not_found" },
  });
});

it("have a title once for each kind and language, also in simultaneous requests", async () => {
  const answers = await Promise.all([1, 2, 3].map(() => send("POST", "/reply-templates", template)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe("reply_template_exists");
  const { body } = await send("POST", "/reply-templates", { ...template, kind: "review" });
  const edit = { changes: { kind: { from: "review", to: "question" } } };
  const refused = await send("PATCH", `/reply-templates/${body.data.result.id}`, edit);
  expect(refused).toMatchObject({ status: 409, body: { code: "reply_template_exists" } });
});

it("refuses empty and oversized texts", async () => {
  const { status, body } = await send("POST", "/reply-templates", { ...template, title: " ", body: "x".repeat(3001) });
  expect(status).toBe(422);
  expect(body.errors).toEqual({ title: ["required"], body: ["too_long"] });
});

it("restores what was changed or deleted by undo", async () => {
  const { result } = await create();
  const path = `/reply-templates/${result.id}`;
  const edit = { changes: { title: { from: template.title, to: "Кожа" } } };
  const edited = await send("PATCH", path, edit);
  expect((await send("POST", `/audit/${edited.body.data.audit_entry_id}/undo`, {})).status).toBe(200);
  expect(await list()).toMatchObject([{ ...template, version: 3 }]);
  const deleted = await send("DELETE", path, { version: 3 });
  expect((await send("POST", `/audit/${deleted.body.data.audit_entry_id}/undo`, {})).status).toBe(200);
  expect(await list()).toMatchObject([template]);
});

it("are refused to those who may not moderate", async () => {
  cookie = await signIn("packer");
  const refused = { status: 403, body: { code: "forbidden", data: { permission: "reviews:moderate" } } };
  expect(await admin.request("GET", "/reply-templates", { cookie })).toMatchObject(refused);
  expect(await send("POST", "/reply-templates", template)).toMatchObject(refused);
});

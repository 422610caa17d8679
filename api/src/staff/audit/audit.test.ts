import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { type AuditEntry, recordAuditEntry } from "../../platform/audit/audit-log.ts";
import { sealAuditEntries } from "../../platform/audit/seal-entries.ts";
import { insertUndoRecords } from "../../platform/audit/undo-records.ts";
import { verifyAuditSeals } from "../../platform/audit/verify-seals.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { createTestStaff, createTestStaffSession } from "../fixtures.ts";
import type { AuditChain, AuditPage } from "./admin-schema.ts";

const shop = await openTestShop();
const { app, db } = shop;
const admin = openAdminClient(app);
let cookie = "";

const anna: Actor = { kind: "staff", id: 7, label: "anna@shop.test", sessionId: "s1", ipAddress: "192.0.2.1" };
const job: Actor = { kind: "job", id: null, label: "payments.expire", sessionId: null, ipAddress: null };
const record = (entry: Partial<AuditEntry> = {}) =>
  withTransaction(db, (tx) =>
    recordAuditEntry(app, tx, {
      ...{ actor: anna, action: "order.note_added", subject: { kind: "order", id: 483_920_175 }, changes: [] },
      ...entry,
    }),
  );
const list = (query = "") => admin.request<AuditPage>("GET", `/audit${query}`, { cookie });
const listIds = async (query: string) => (await list(query)).body.data.items.map(({ id }) => id);

beforeEach(async () => {
  const { id } = await createTestStaff(app);
  cookie = await createTestStaffSession(app, id);
});

describe("GET /audit", () => {
  it("returns entries with their changes and whether they can be undone, the newest first", async () => {
    const first = await record({ requestId: "r1", reason: "asked by phone" });
    shop.clock.advance(1000);
    const second = await record({ actor: job, changes: [{ field: "status", from: "paid", to: "packing" }] });
    const validUntil = new Date(TEST_NOW.getTime() + 600_000);
    const undo = { action: "order.note_deleted", params: {}, input: {}, validUntil };
    await withTransaction(db, (tx) => insertUndoRecords(app.config, tx, [{ ...undo, entryId: second }]));
    const { status, body } = await list();
    expect(status).toBe(200);
    const common = { action: "order.note_added", subject: { kind: "order", id: "483920175" } };
    const empty = { task_id: null, approval_id: null, undo_of: null, undone_at: null };
    expect(body.data).toEqual({
      items: [
        {
          ...{ id: second, at: new Date(TEST_NOW.getTime() + 1000).toISOString(), ...common, ...empty },
          ...{ actor: { kind: "job", id: null, label: "payments.expire", name: null }, session_id: null, ip: null },
          ...{ changes: [{ field: "status", from: "paid", to: "packing" }], reason: "", request_id: null },
          undo_until: validUntil.toISOString(),
        },
        {
          ...{ id: first, at: TEST_NOW.toISOString(), ...common, ...empty },
          ...{
            actor: { kind: "staff", id: 7, label: "anna@shop.test", name: null },
            session_id: "s1",
            ip: "192.0.2.1",
          },
          ...{ changes: [], reason: "asked by phone", request_id: "r1", undo_until: null },
        },
      ],
      next: null,
    });
    shop.clock.advance(600_000);
    expect((await list()).body.data.items.map(({ undo_until }) => undo_until)).toEqual([null, null]);
  });

  it("filters by actor, action, record, request, period and text", async () => {
    const one = await record({ requestId: "r1", reason: "100 % certain" });
    const two = await record({ actor: job, action: "product.updated", subject: { kind: "product", id: 204 } });
    shop.clock.advance(60_000);
    const three = await record({
      actor: { ...anna, id: 8, label: "boris@shop.test" },
      ...{ subject: { kind: "setting", id: "a:b" }, changes: [{ field: "name", from: "Лосьон", to: "Тоник" }] },
    });
    expect(await listIds("?actor=staff")).toEqual([three, one]);
    expect(await listIds("?actor=staff:8")).toEqual([three]);
    expect(await listIds("?action=product.updated")).toEqual([two]);
    expect(await listIds("?subject=order")).toEqual([one]);
    expect(await listIds("?subject=product:204")).toEqual([two]);
    expect(await listIds("?subject=setting:a:b")).toEqual([three]);
    expect(await listIds("?request=r1")).toEqual([one]);
    expect(await listIds(`?to=${new Date(TEST_NOW.getTime() + 60_000).toISOString()}`)).toEqual([two, one]);
    expect(await listIds(`?from=${new Date(TEST_NOW.getTime() + 1).toISOString()}`)).toEqual([three]);
    const period = `&from=${TEST_NOW.toISOString()}`;
    expect(await listIds(`?q=тоник${period}`)).toEqual([three]);
    expect(await listIds(`?q=BORIS@${period}`)).toEqual([three]);
    expect(await listIds(`?q=100%20%25${period}`)).toEqual([one]);
    expect(await listIds(`?q=%25%25${period}`)).toEqual([]);
  });

  it("has pages without gaps or repetitions, also for entries of the same moment", async () => {
    const ids: number[] = [];
    for (let count = 0; count < 7; count++) {
      if (count === 3) shop.clock.advance(1000);
      ids.unshift(await record());
    }
    const seen: number[] = [];
    for (let after: string | null = ""; after !== null;) {
      const { data }: { data: AuditPage } = (await list(`?limit=2${after && `&after=${after}`}`)).body;
      seen.push(...data.items.map(({ id }) => id));
      after = data.next;
      if (seen.length === 2) await record();
    }
    expect(seen).toEqual(ids);
  });

  it("searches for a text in a record, in a request, or in a period of at most 92 days", async () => {
    const id = await record({ requestId: "r1", reason: "asked by phone" });
    const getDay = (days: number) => new Date(TEST_NOW.getTime() + days * 86_400_000).toISOString();
    const code = async (query: string) => (await list(`?q=phone${query}`)).body.code;
    expect(await list("?q=phone")).toMatchObject({
      status: 422,
      body: { code: "audit_period_required", message: expect.stringContaining("92") },
    });
    expect(await code("&actor=staff:7&action=order.note_added&subject=order")).toBe("audit_period_required");
    expect(await code(`&from=${getDay(-93)}`)).toBe("audit_period_required");
    expect(await code(`&to=${getDay(-1)}`)).toBe("audit_period_required");
    for (const scope of [`&from=${getDay(-92)}`, "&request=r1", "&subject=order:483920175"])
      expect(await listIds(`?q=phone${scope}`)).toEqual([id]);
    expect(await listIds(`?q=phone&from=${getDay(-400)}&to=${getDay(-310)}`)).toEqual([]);
  });

  it.each(["?actor=nobody", "?action=x", "?from=yesterday", "?after=x", "?limit=0", "?q="])(
    "refuses %s",
    async (query) => {
      expect((await list(query)).status).toBe(422);
    },
  );
});

describe("GET /audit/chain", () => {
  const getChain = async () => (await admin.request<AuditChain>("GET", "/audit/chain", { cookie })).body.data;

  it("returns how far the log is sealed and whether it was verified", async () => {
    const nothing = { last_sealed_entry_id: null, sealed_at: null, verification: null };
    expect(await getChain()).toEqual({ ...nothing, entries_without_seal: 0 });
    const id = await record();
    expect(await getChain()).toEqual({ ...nothing, entries_without_seal: 1 });
    await sealAuditEntries(app);
    await record();
    await verifyAuditSeals(app);
    const at = TEST_NOW.toISOString();
    expect(await getChain()).toEqual({
      ...{ last_sealed_entry_id: id, sealed_at: at, entries_without_seal: 1 },
      verification: { verified_at: at, seals: 1, problems: [] },
    });
  });
});

describe("the endpoints", () => {
  it.each([
    ["GET", "/audit", 403],
    ["GET", "/audit/chain", 403],
    // Whether the entry of somebody else exists is secret.
    ["POST", "/audit/1/undo", 404],
  ])("need a permission: %s %s", async (method, path, status) => {
    await record();
    const packer = await createTestStaff(app, { role: "packer" });
    const packerCookie = await createTestStaffSession(app, packer.id);
    expect((await admin.request(method, path, { cookie: packerCookie })).status).toBe(status);
    expect((await admin.request(method, path)).status).toBe(401);
    const half = await createTestStaffSession(app, packer.id, { level: "password" });
    expect((await admin.request(method, path, { cookie: half })).body.code).toBe("second_factor_required");
  });

  it("undo what can be undone only", async () => {
    const id = await record();
    const undo = (entry: number | string) => admin.request("POST", `/audit/${entry}/undo`, { cookie });
    expect((await undo(id)).body).toMatchObject({ code: "undo_not_possible" });
    expect((await undo(id + 1)).status).toBe(404);
    expect((await undo("x")).status).toBe(422);
  });
});

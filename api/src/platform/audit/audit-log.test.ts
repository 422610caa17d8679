import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { withTransaction } from "../db/database.ts";
import type { Actor } from "./actor.ts";
import { type AuditEntry, recordAuditEntry } from "./audit-log.ts";
import { auditJobs } from "./jobs.ts";
import { auditRetentionMonths } from "./settings.ts";
import { createPartitions, listPartitionMonths } from "./sql.ts";
import { insertUndoRecords, lockUndoRecords, markUndoRecordsUsed } from "./undo-records.ts";
import { updateSetting } from "../settings/settings.ts";

const shop = await openTestShop();
const { app, db } = shop;

const actor: Actor = { kind: "staff", id: 7, label: "anna@shop.test", sessionId: "s1", ipAddress: "192.0.2.1" };
const subject = { kind: "product", id: 204 };
const record = (entry: Partial<AuditEntry> = {}) =>
  withTransaction(db, (tx) =>
    recordAuditEntry(app, tx, { actor, action: "product.updated", subject, changes: [], ...entry }),
  );
const runJob = async (name: string) => auditJobs.find((job) => job.name === name)?.work(app, {});
const addMonths = (months: number) => new Date(Date.UTC(2026, 10 + months, 15));

it("stores who changed which fields of what, when and why", async () => {
  const id = await record({
    changes: [{ field: "name_en", from: "Rice lotion", to: "Rice toner" }],
    ...{ reason: "new label", requestId: "r1", undoOf: 3 },
  });
  const entry = await db.selectFrom("audit_entries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(entry).toEqual({
    ...{ id, at: TEST_NOW, actor_kind: "staff", actor_id: 7, actor_label: "anna@shop.test", session_id: "s1" },
    ...{ ip: "192.0.2.1", action: "product.updated", subject_kind: "product", subject_id: "204" },
    ...{ changes: [{ field: "name_en", from: "Rice lotion", to: "Rice toner" }], reason: "new label" },
    ...{ request_id: "r1", task_id: null, approval_id: null, undo_of: 3 },
  });
});

it("stores personal values as keyed hashes with a masked label", async () => {
  await record({
    changes: [
      { field: "name", from: "Анна Смирнова", to: "Анна Смирнова", personal: "name" },
      { field: "email", from: null, to: "anna@example.test", personal: "email" },
      { field: "phone", from: "+7 900 123-45-67", to: null, personal: "phone" },
    ],
  });
  const { changes } = await db.selectFrom("audit_entries").select("changes").executeTakeFirstOrThrow();
  const hash = expect.stringMatching(/^[\da-f]{32}$/) as string;
  expect(changes).toEqual([
    { field: "name", from: { hash, masked: "А. С••••" }, to: { hash, masked: "А. С••••" } },
    { field: "email", from: null, to: { hash, masked: "a••••" } },
    { field: "phone", from: { hash, masked: "••••67" }, to: null },
  ]);
  const [name] = changes as { from: { hash: string }; to: { hash: string } }[];
  expect(name?.from.hash).toBe(name?.to.hash);
});

it("is written with the change or not at all", async () => {
  const failed = withTransaction(db, async (tx) => {
    await recordAuditEntry(app, tx, { actor, action: "product.updated", subject, changes: [] });
    throw new Error("the change failed");
  });
  await expect(failed).rejects.toThrow("the change failed");
  expect(await db.selectFrom("audit_entries").select("id").execute()).toEqual([]);
});

it.each([
  "update audit_entries set reason = ''",
  "update audit_entries_2026_11 set reason = ''",
  "delete from audit_entries",
  "delete from audit_entries_2026_11",
  "truncate audit_entries",
  "truncate audit_entries_2026_11",
  "truncate audit_entries_2027_01",
])("is append-only: %s", async (statement) => {
  await record();
  await expect(sql.raw(statement).execute(db)).rejects.toThrow("is append-only");
  expect(await db.selectFrom("audit_entries").select("id").execute()).toHaveLength(1);
});

it("has append-only partitions for a year ahead, which a job creates", async () => {
  expect(await listPartitionMonths(db)).toContain("2027-11");
  shop.clock.set(addMonths(20));
  await expect(record()).rejects.toThrow("no partition");
  await runJob("audit.create_partitions");
  await runJob("audit.create_partitions");
  await record();
  expect(await listPartitionMonths(db)).toContain("2029-07");
  await expect(sql`truncate audit_entries_2028_07`.execute(db)).rejects.toThrow("is append-only");
});

it("deletes whole months after the retention time, and records it", async () => {
  await createPartitions(db, addMonths(-13), addMonths(-1));
  for (const months of [-13, -12]) {
    shop.clock.set(addMonths(months));
    await record();
  }
  shop.clock.set(TEST_NOW);
  await runJob("audit.delete_expired");
  expect(await db.selectFrom("audit_entries").select("id").execute()).toHaveLength(2);
  await updateSetting(db, auditRetentionMonths, 12);
  await runJob("audit.delete_expired");
  const entries = await db.selectFrom("audit_entries").select(["at", "action", "subject_id"]).orderBy("at").execute();
  expect(entries).toEqual([
    { at: addMonths(-12), action: "product.updated", subject_id: "204" },
    { at: TEST_NOW, action: "audit.entries_deleted", subject_id: "2025-10" },
  ]);
});

it("keeps undo records encrypted and for their entry only, and deletes expired ones", async () => {
  const undo = { action: "customer.updated", params: { id: 1 }, input: { name: "Анна" } };
  const validUntil = new Date(TEST_NOW.getTime() + 1000);
  await withTransaction(db, (tx) => insertUndoRecords(app.config, tx, [{ ...undo, entryId: 1, validUntil }]));
  const stored = await db.selectFrom("undo_records").selectAll().executeTakeFirstOrThrow();
  expect(stored.input_encrypted.includes("Анна")).toBe(false);
  const readRecord = async (id: number) =>
    (await withTransaction(db, (tx) => lockUndoRecords(app.config, tx, [id]))).get(id);
  expect(await readRecord(1)).toEqual({ ...undo, validUntil, usedAt: null });
  await withTransaction(db, (tx) => markUndoRecordsUsed(tx, [1], TEST_NOW));
  expect(await readRecord(1)).toEqual({ ...undo, validUntil, usedAt: TEST_NOW });
  await db
    .insertInto("undo_records")
    .values({ ...stored, audit_entry_id: 2 })
    .execute();
  expect(await readRecord(2)).toBeUndefined();
  shop.clock.advance(2000);
  await runJob("audit.delete_expired");
  expect(await readRecord(1)).toBeUndefined();
});

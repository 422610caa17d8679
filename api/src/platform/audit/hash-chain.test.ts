import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createCommandRunner } from "../../../test/run-command.ts";
import { type Tx, withTransaction } from "../db/database.ts";
import { createJobActor } from "./actor.ts";
import { recordAuditEntry } from "./audit-log.ts";
import { commands } from "./commands.ts";
import { auditJobs } from "./jobs.ts";
import { sealAuditEntries } from "./seal-entries.ts";
import { auditRetentionMonths } from "./settings.ts";
import { createPartitions } from "./sql.ts";
import { verifyAuditSeals } from "./verify-seals.ts";
import { updateSetting } from "../settings/settings.ts";

const shop = await openTestShop();
const { app, db } = shop;
const runCommand = createCommandRunner(shop, commands);

const recordIn = (tx: Tx, id = 204) =>
  recordAuditEntry(app, tx, {
    actor: createJobActor("test"),
    action: "product.updated",
    subject: { kind: "product", id },
    changes: [{ field: "name_en", from: "Rice lotion", to: "Rice toner" }],
  });
const record = () => withTransaction(db, (tx) => recordIn(tx));
const failIfWaiting = () => Promise.reject(new Error("waited for a transaction"));
const listProblems = async () => (await verifyAuditSeals(app)).problems;

/** Executes a statement as somebody who may switch triggers off. */
async function tamper(statement: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
  });
}

/** Opens a transaction that has written an entry. @returns a function that commits it */
async function openTransaction(): Promise<() => Promise<void>> {
  const [written, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = withTransaction(db, async (tx) => {
    await recordIn(tx);
    written.resolve();
    await committed.promise;
  });
  await written.promise;
  return () => {
    committed.resolve();
    return transaction;
  };
}

it("seals new entries once, in a chain", async () => {
  expect(await sealAuditEntries(app)).toBe(0);
  await record();
  await record();
  expect(await sealAuditEntries(app)).toBe(2);
  expect(await sealAuditEntries(app)).toBe(0);
  await record();
  expect(await sealAuditEntries(app)).toBe(1);
  const seals = await db
    .selectFrom("audit_seals")
    .select(["last_entry_id", "hash", "previous_hash"])
    .orderBy("id")
    .execute();
  expect(seals.map(({ last_entry_id }) => last_entry_id)).toEqual([2, 3]);
  expect(seals[1]?.previous_hash).toEqual(seals[0]?.hash);
  expect(await listProblems()).toEqual([]);
});

it("covers an entry with a lower id that commits late", async () => {
  const commitLate = await openTransaction();
  await record();
  let waits = 0;
  const entries = await sealAuditEntries(app, async () => {
    waits += 1;
    await commitLate();
  });
  expect({ waits, entries }).toEqual({ waits: 1, entries: 2 });
  expect(await listProblems()).toEqual([]);
});

it("does not wait for transactions that start later or write no entries", async () => {
  await record();
  const commitLate = await openTransaction();
  await withTransaction(db, async (tx) => {
    await sql`insert into emails (recipient, locale, template, params, dedup_key) values ('', 'ru-RU', 't', '{}', 'k')`.execute(
      tx,
    );
    let commitLater = async () => {};
    const entries = await sealAuditEntries(app, async () => {
      commitLater = await openTransaction();
      await commitLate();
    });
    expect(entries).toBe(1);
    await commitLater();
  });
  expect(await sealAuditEntries(app, failIfWaiting)).toBe(2);
  expect(await listProblems()).toEqual([]);
});

it("adds every entry to one seal only if two processes seal at once", async () => {
  for (let count = 0; count < 5; count++) await record();
  const sealed = await Promise.all([sealAuditEntries(app), sealAuditEntries(app), sealAuditEntries(app)]);
  expect(sealed.reduce((sum, entries) => sum + entries)).toBe(5);
  expect(await listProblems()).toEqual([]);
});

it.each([
  ["a changed value", `update audit_entries set changes = replace(changes::text, 'toner', 'oil')::jsonb where id = 3`],
  ["a changed actor", "update audit_entries set actor_label = 'nobody' where id = 3"],
  ["a changed time", "update audit_entries set at = at - interval '1 second' where id = 3"],
  ["a deleted entry", "delete from audit_entries where id = 1"],
  [
    "an added entry",
    `insert into audit_entries (id, at, actor_kind, actor_label, action, subject_kind, subject_id, changes, reason)
      overriding system value
      select 2, at, actor_kind, actor_label, action, subject_kind, subject_id, changes, reason from audit_entries where id = 1`,
  ],
])("finds %s", async (_name, statement) => {
  await record();
  await sql`select nextval(pg_get_serial_sequence('audit_entries', 'id'))`.execute(db);
  await record();
  await sealAuditEntries(app);
  await record();
  await sealAuditEntries(app);
  expect(await listProblems()).toEqual([]);
  await tamper(statement);
  expect(await listProblems()).toEqual([{ seal_id: 1, problem: "entries_changed" }]);
});

it("finds changed and removed seals, and reports them in the log, the table and the command", async () => {
  for (let count = 0; count < 3; count++) {
    await record();
    await sealAuditEntries(app);
  }
  await tamper("update audit_seals set entries = 2 where id = 1");
  await tamper("delete from audit_seals where id = 2");
  const problems = [
    { seal_id: 1, problem: "seal_changed" },
    { seal_id: 1, problem: "entries_changed" },
    { seal_id: 3, problem: "previous_seal_missing" },
    { seal_id: 3, problem: "entries_changed" },
  ];
  expect(await listProblems()).toEqual(problems);
  expect(shop.errors).toEqual(["the audit log was changed"]);
  expect(await runCommand("audit verify")).toMatchObject({ data: { seals: 2, problems }, hasFailed: true });
  const verifications = await db.selectFrom("audit_verifications").select(["seals", "problems"]).execute();
  expect(verifications).toEqual([
    { seals: 2, problems },
    { seals: 2, problems },
  ]);
  await expect(sql`delete from audit_seals`.execute(db)).rejects.toThrow("is append-only");
});

it("stays valid when the oldest months are deleted, but not when a month is dropped by hand", async () => {
  await updateSetting(db, auditRetentionMonths, 12);
  const months = [14, 13, 2, 0].map((age) => new Date(Date.UTC(2026, 10 - age, 15)));
  await createPartitions(db, months[0] ?? new Date(), new Date(Date.UTC(2026, 10, 1)));
  for (const month of months) {
    shop.clock.set(month);
    await record();
    await sealAuditEntries(app);
  }
  await auditJobs.find(({ name }) => name === "audit.delete_expired")?.work(app, {});
  expect(
    await db.selectFrom("audit_entries").select("id").where("action", "=", "product.updated").execute(),
  ).toHaveLength(2);
  expect(await listProblems()).toEqual([]);
  await sql`drop table audit_entries_2026_09`.execute(db);
  expect(await listProblems()).toEqual([{ seal_id: 3, problem: "entries_changed" }]);
});

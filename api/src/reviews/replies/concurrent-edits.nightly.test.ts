import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { ReplyTemplateList } from "./admin-schema.ts";

const shop = await openTestShop();
const admin = openAdminClient(shop.app);

/** For a busy machine; the test takes about 30 seconds. */
const TIMEOUT_MS = 300_000;

const fields = ["title", "body"] as const;
type Field = (typeof fields)[number];
type Values = Record<Field, string>;
type Conflict = { field: Field; from: string; to: string; current: string };

const signIn = async () => createTestStaffSession(shop.app, (await createTestStaff(shop.app, { role: "support" })).id);

afterEach(async () => {
  await shop.db.deleteFrom("reply_templates").execute();
});

/** A person who has opened the record, and saves what they change in it. */
async function openRecord(id: number, cookie: string) {
  const load = async (): Promise<Values> => {
    const { items } = (await admin.request<ReplyTemplateList>("GET", "/reply-templates", { cookie })).body.data;
    const item = items.find((one) => one.id === id);
    if (!item) throw new Error(`there is no reply ${id}`);
    return { title: item.title, body: item.body };
  };
  let seen = await load();
  const save = async (values: Partial<Values>, isKept: boolean): Promise<void> => {
    const changed = fields.filter((field) => values[field] !== undefined && values[field] !== seen[field]);
    if (changed.length === 0) return;
    const changes = Object.fromEntries(changed.map((field) => [field, { from: seen[field], to: values[field] }]));
    const { status, body } = await admin.request("PATCH", `/reply-templates/${id}`, { cookie, body: { changes } });
    if (status === 200) {
      for (const field of changed) seen[field] = values[field] ?? "";
      return;
    }
    expect([status, body.code]).toEqual([409, "edit_conflict"]);
    const { conflicts } = body.data as { conflicts: Conflict[] };
    expect(conflicts.length).toBeGreaterThan(0);
    // The person sees the stored value of each field, and keeps theirs or their own.
    for (const { field, from, to, current } of conflicts) {
      expect([from, to]).toEqual([seen[field], values[field]]);
      expect(current).not.toBe(from);
      seen[field] = current;
    }
    const contested = new Set(conflicts.map(({ field }) => field));
    await save(
      Object.fromEntries(
        changed.filter((field) => isKept || !contested.has(field)).map((field) => [field, values[field]]),
      ),
      isKept,
    );
  };
  return {
    save,
    reload: async () => {
      seen = await load();
    },
    load,
  };
}

const step = fc.record({
  action: fc.constantFrom("first", "second", "both", "reload" as const),
  values: fc.tuple(
    ...[0, 1].map(() =>
      fc.record({ title: fc.constantFrom("A", "B", "C"), body: fc.constantFrom("x", "y", "z") }, { requiredKeys: [] }),
    ),
  ),
  isKept: fc.boolean(),
});

/** Returns the changes of each field in the order in which they were made. */
async function listChanges(id: number): Promise<Record<Field, { from: string; to: string }[]>> {
  const entries = await shop.db
    .selectFrom("audit_entries")
    .select("changes")
    .where("subject_kind", "=", "reply_template")
    .where("subject_id", "=", String(id))
    .orderBy("id")
    .execute();
  const changes = entries.flatMap((entry) => entry.changes as { field: Field; from: string; to: string }[]);
  const ofField = (name: Field) => changes.filter(({ field }) => field === name);
  return { title: ofField("title"), body: ofField("body") };
}

it(
  "loses no change and overwrites none without a conflict, in 200 interleavings of two people (property)",
  async () => {
    const [cookie, other] = [await signIn(), await signIn()];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        await shop.db.deleteFrom("reply_templates").execute();
        const template = { kind: "review", locale: "en-US", title: "A", body: "x" };
        const created = await admin.request<{ result: { id: number } }>("POST", "/reply-templates", {
          cookie,
          body: template,
        });
        const { id } = created.body.data.result;
        const [first, second] = [await openRecord(id, cookie), await openRecord(id, other)];
        for (const { action, values, isKept } of steps) {
          const [own = {}, others = {}] = values as Partial<Values>[];
          if (action === "reload") await first.reload();
          if (action === "first") await first.save(own, isKept);
          if (action === "second") await second.save(others, isKept);
          if (action === "both") await Promise.all([first.save(own, isKept), second.save(others, isKept)]);
        }
        const stored = await first.load();
        const changes = await listChanges(id);
        for (const field of fields) {
          // Each change replaces the value that its author saw: that of the change before it.
          for (const [index, { from }] of changes[field].entries())
            expect(from).toBe(changes[field][index - 1]?.to ?? null);
          expect(stored[field]).toBe(changes[field].at(-1)?.to);
        }
      }),
      { numRuns: 200 },
    );
  },
  TIMEOUT_MS,
);

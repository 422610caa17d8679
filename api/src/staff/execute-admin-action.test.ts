import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import { createBrand } from "../catalog/fixtures.ts";
import { compareFields, reverseChanges } from "../platform/changes/compare-fields.ts";
import { fieldEdit, recordEdit } from "../platform/changes/schema.ts";
import { deleteExpiredUndoRecords } from "../platform/audit/undo-records.ts";
import { queueEmail } from "../platform/mail/email-queue.ts";
import { adminAction } from "./admin-action.ts";
import { undoAction } from "./audit/undo-action.ts";
import { type ActionCaller, executeAdminAction } from "./execute-admin-action.ts";
import { permissions } from "./permissions.ts";

const shop = await openTestShop();
const { app, db } = shop;

const columns = ["name", "tagline_en", "position"] as const;
const brandParams = z.object({ id: z.coerce.number() });
const brandEdits = { name: fieldEdit(z.string()), tagline_en: fieldEdit(z.string()), position: fieldEdit(z.int()) };
const listBrands = () => db.selectFrom("brands").selectAll().orderBy("id").execute();
const listEntries = () => db.selectFrom("audit_entries").selectAll().orderBy("id").execute();

/** Edits a brand: a typical action with field comparison and undo. */
const editBrand = adminAction({
  name: "brand.updated",
  permission: "products:write",
  params: brandParams,
  input: recordEdit(brandEdits).extend({ reason: z.string().optional() }),
  subject: ({ id }) => ({ kind: "brand", id }),
  stepUp: () => false,
  run: async (tx, { id }, { changes: edits }) => {
    const brand = await tx
      .selectFrom("brands")
      .select(columns)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const changes = await compareFields(tx, { kind: "brand", id }, brand, edits);
    if (changes.length === 0) return { result: { id }, changes: null };
    const values = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
    await tx.updateTable("brands").set(values).where("id", "=", id).execute();
    return { result: { id }, changes };
  },
  inverse: ({ params, changes }) => ({
    action: "brand.updated",
    params,
    input: { changes: reverseChanges(changes) },
  }),
});

/** Deletes a brand and sends an email: an action that requires a recent code and cannot be undone. */
const deleteBrand = adminAction({
  name: "brand.deleted",
  permission: "products:write",
  params: brandParams,
  input: z.object({}),
  subject: ({ id }) => ({ kind: "brand", id }),
  stepUp: () => true,
  run: async (tx, { id }) => {
    const { name } = await tx.deleteFrom("brands").where("id", "=", id).returning("name").executeTakeFirstOrThrow();
    const email = { recipient: "anna@example.test", locale: "en-US", template: "brand_deleted", params: {} } as const;
    await queueEmail(tx, { ...email, dedupKey: `brand ${id}` });
    return { result: { id }, changes: [{ field: "name", from: name, to: null }] };
  },
  inverse: null,
});

const caller: ActionCaller = {
  actor: { kind: "staff", id: 7, label: "anna@shop.test", sessionId: "1", ipAddress: "192.0.2.1" },
  ...{ permissions: new Set(permissions), stepUpUntil: null, locale: "en-US", requestId: "r1" },
  ...{ isPreview: false, idempotencyKey: null },
};
const colleague: ActionCaller = { ...caller, actor: { ...caller.actor, id: 8, label: "boris@shop.test" } };
type Edits = Partial<Record<(typeof columns)[number], { from: unknown; to: unknown }>>;
const edit = (id: number, changes: Edits, as: Partial<ActionCaller> = {}, reason = "") =>
  executeAdminAction(app, editBrand, {
    ...{ ...caller, ...as, params: { id } },
    input: { changes: changes as z.output<typeof editBrand.input>["changes"], reason },
  });
const remove = (id: number, as: Partial<ActionCaller>) =>
  executeAdminAction(app, deleteBrand, { ...caller, ...as, params: { id }, input: {} });
const undo = (entryId: number | null, as: Partial<ActionCaller> = {}) =>
  undoAction(app, [editBrand, deleteBrand], { ...caller, ...as }, entryId ?? 0);

describe("executeAdminAction", () => {
  it("makes the change and records it in the same transaction", async () => {
    const id = await createBrand(db, "Hada Labo");
    const executed = await edit(id, { name: { from: "Hada Labo", to: "Hadalabo" } }, {}, "new logo");
    const undoUntil = new Date(TEST_NOW.getTime() + 10 * 60_000).toISOString();
    expect(executed).toEqual({ result: { id }, audit_entry_id: 1, undo_until: undoUntil, preview: null });
    expect(await listEntries()).toMatchObject([
      {
        ...{ actor_kind: "staff", actor_id: 7, actor_label: "anna@shop.test", session_id: "1", ip: "192.0.2.1" },
        ...{ action: "brand.updated", subject_kind: "brand", subject_id: String(id), request_id: "r1" },
        ...{ changes: [{ field: "name", from: "Hada Labo", to: "Hadalabo" }], reason: "new logo" },
      },
    ]);
  });

  it("writes no entry if nothing changed or the action fails", async () => {
    const id = await createBrand(db, "Hada Labo");
    const unchanged = await edit(id, { name: { from: "?", to: "Hada Labo" } });
    expect(unchanged).toEqual({ result: { id }, audit_entry_id: null, undo_until: null, preview: null });
    await expect(edit(id + 1, { name: { from: "", to: "x" } })).rejects.toThrow();
    expect(await listEntries()).toEqual([]);
  });

  it("requires the permission and, if the action does, a recent code", async () => {
    const id = await createBrand(db);
    const forbidden = { code: "forbidden", status: 403, data: { permission: "products:write" } };
    await expect(remove(id, { permissions: new Set(["products:read"]) })).rejects.toMatchObject(forbidden);
    await expect(remove(id, {})).rejects.toMatchObject({ code: "step_up_required", status: 403 });
    await expect(remove(id, { stepUpUntil: TEST_NOW })).rejects.toMatchObject({ code: "step_up_required" });
    const token = { actor: { ...caller.actor, kind: "token" }, stepUpUntil: new Date(TEST_NOW.getTime() + 1) } as const;
    await expect(remove(id, token)).rejects.toMatchObject({ code: "step_up_not_possible", status: 403 });
    expect(await listEntries()).toEqual([]);
    await remove(id, { stepUpUntil: new Date(TEST_NOW.getTime() + 1) });
    expect(await listBrands()).toEqual([]);
  });

  it("does nothing twice with one idempotency key", async () => {
    const id = await createBrand(db, "Hada Labo");
    const idempotencyKey = "double-click-1";
    const change = () => edit(id, { name: { from: "Hada Labo", to: "Hadalabo" } }, { idempotencyKey });
    const [first, second] = await Promise.all([change(), change()]);
    expect(second).toEqual(first);
    expect(await listEntries()).toHaveLength(1);
    await expect(edit(id, { position: { from: 0, to: 1 } }, { idempotencyKey })).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    const others = edit(id, { name: { from: "Hadalabo", to: "Rohto" } }, { ...colleague, idempotencyKey });
    expect((await others).audit_entry_id).not.toBe(first.audit_entry_id);
  });

  it("lets two people edit different fields, but not the same one", async () => {
    const id = await createBrand(db, "Hada Labo");
    await Promise.all([
      edit(id, { name: { from: "Hada Labo", to: "Hadalabo" } }),
      edit(id, { tagline_en: { from: "", to: "Simple" } }, colleague),
    ]);
    expect(await listBrands()).toMatchObject([{ name: "Hadalabo", tagline_en: "Simple" }]);
    const results = await Promise.allSettled([
      edit(id, { position: { from: 0, to: 1 } }),
      edit(id, { position: { from: 0, to: 2 } }, colleague),
    ]);
    const [winner] = await listBrands();
    const first = winner?.position === 1 ? caller : colleague;
    const to = winner?.position === 1 ? 2 : 1;
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: {
        code: "edit_conflict",
        data: {
          conflicts: [
            { field: "position", from: 0, to, current: 3 - to, who: first.actor.label, when: TEST_NOW.toISOString() },
          ],
        },
      },
    });
  });

  it("loses no change and overwrites none silently, however two people interleave (property)", async () => {
    const editArbitrary = fc.record({
      column: fc.constantFrom("name", "tagline_en"),
      to: fc.stringMatching(/^[a-z]{1,3}$/),
      isStale: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(editArbitrary, { minLength: 1, maxLength: 6 }), async (edits) => {
        const id = await createBrand(db);
        const expected: Record<string, string> = { name: `Brand`, tagline_en: "" };
        await db.updateTable("brands").set({ name: "Brand" }).where("id", "=", id).execute();
        for (const { column, to, isStale } of edits) {
          const current = expected[column];
          const outcome = await edit(id, { [column]: { from: isStale ? "STALE" : current, to } }).catch(
            (error: { code: string }) => error.code,
          );
          const isConflict = isStale && to !== current;
          if (isConflict) expect(outcome).toBe("edit_conflict");
          else expected[column] = to;
          const stored = db.selectFrom("brands").select(["name", "tagline_en"]).where("id", "=", id);
          expect(await stored.executeTakeFirstOrThrow()).toEqual(expected);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("a preview", () => {
  it("shows changes and emails, changes nothing and needs no recent code", async () => {
    const id = await createBrand(db, "Hada Labo");
    const before = await listBrands();
    expect(await remove(id, { isPreview: true })).toEqual({
      ...{ result: { id }, audit_entry_id: null, undo_until: null },
      preview: {
        entries: [
          {
            ...{ action: "brand.deleted", subject_kind: "brand", subject_id: String(id) },
            changes: [{ field: "name", from: "Hada Labo", to: null }],
          },
        ],
        emails: [{ template: "brand_deleted", locale: "en-US", recipient: "a••••" }],
        ...{ refunds: [], loyalty_entries: [], gift_card_entries: [], requires_approval: false },
      },
    });
    expect(await listBrands()).toEqual(before);
    expect(await listEntries()).toEqual([]);
    expect(await db.selectFrom("emails").select("id").execute()).toEqual([]);
  });

  it("equals the result (property)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 5 }), fc.integer({ min: 0, max: 3 }), async (name, position) => {
        const id = await createBrand(db);
        const brand = await db.selectFrom("brands").select(columns).where("id", "=", id).executeTakeFirstOrThrow();
        const edits = { name: { from: brand.name, to: name }, position: { from: 0, to: position } };
        const safeEdits = JSON.parse(JSON.stringify(edits).replaceAll("\\u0000", "")) as Edits;
        const { preview, result } = await edit(id, safeEdits, { isPreview: true });
        const executed = await edit(id, safeEdits);
        expect(executed.result).toEqual(result);
        const stored = await listEntries();
        const changes = stored.find((entry) => entry.id === executed.audit_entry_id)?.changes;
        expect(preview?.entries.map((entry) => entry.changes)).toEqual(changes === undefined ? [] : [changes]);
      }),
      { numRuns: 25 },
    );
  });
});

describe("undo", () => {
  it("restores what the action changed (property)", async () => {
    const word = fc.stringMatching(/^[a-zа-я ]{0,6}$/);
    await fc.assert(
      fc.asyncProperty(word, word, fc.nat(9), async (name, tagline_en, position) => {
        const id = await createBrand(db);
        const before = await db.selectFrom("brands").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
        const { audit_entry_id } = await edit(id, {
          name: { from: before.name, to: name },
          tagline_en: { from: "", to: tagline_en },
          position: { from: 0, to: position },
        });
        await undo(audit_entry_id);
        const after = await db.selectFrom("brands").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
        expect(after).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });

  it("is recorded, works once, and can be undone itself", async () => {
    const id = await createBrand(db, "Hada Labo");
    const { audit_entry_id } = await edit(id, { name: { from: "Hada Labo", to: "Hadalabo" } });
    const undone = await undo(audit_entry_id, colleague);
    expect(await listEntries()).toMatchObject([{ undo_of: null }, { undo_of: audit_entry_id, actor_id: 8 }]);
    await expect(undo(audit_entry_id)).rejects.toMatchObject({ code: "undo_used", status: 409 });
    await undo(undone.audit_entry_id);
    expect(await listBrands()).toMatchObject([{ name: "Hadalabo" }]);
  });

  it("is refused if a field was changed since, with the field and who changed it", async () => {
    const id = await createBrand(db, "Hada Labo");
    const { audit_entry_id } = await edit(id, { name: { from: "Hada Labo", to: "Hadalabo" } });
    await edit(id, { position: { from: 0, to: 5 } }, colleague);
    await edit(id, { name: { from: "Hadalabo", to: "Rohto" } }, colleague);
    await expect(undo(audit_entry_id)).rejects.toMatchObject({
      ...{ code: "undo_conflict", status: 409 },
      data: { conflicts: [{ field: "name", current: "Rohto", who: "boris@shop.test" }] },
    });
    expect(await listBrands()).toMatchObject([{ name: "Rohto", position: 5 }]);
  });

  it("is refused after ten minutes, for actions without an inverse, and without the permission", async () => {
    const id = await createBrand(db, "Hada Labo");
    const { audit_entry_id } = await edit(id, { name: { from: "Hada Labo", to: "Hadalabo" } });
    const deleted = await remove(await createBrand(db), { stepUpUntil: new Date(TEST_NOW.getTime() + 1) });
    await expect(undo(deleted.audit_entry_id)).rejects.toMatchObject({ code: "undo_not_possible", status: 409 });
    await expect(undo(99)).rejects.toMatchObject({ code: "not_found" });
    await expect(undo(audit_entry_id, { permissions: new Set() })).rejects.toMatchObject({ code: "forbidden" });
    const stranger = { ...colleague, permissions: new Set(["products:write"] as const) };
    await expect(undo(audit_entry_id, stranger)).rejects.toMatchObject({ code: "not_found", status: 404 });
    shop.clock.advance(10 * 60_000 + 1);
    await expect(undo(audit_entry_id)).rejects.toMatchObject({ code: "undo_expired", status: 410 });
    // As the nightly job does.
    await deleteExpiredUndoRecords(db, shop.clock.now());
    await expect(undo(audit_entry_id)).rejects.toMatchObject({ code: "undo_expired", status: 410 });
    await expect(undo(deleted.audit_entry_id)).rejects.toMatchObject({ code: "undo_not_possible" });
    expect(await listBrands()).toMatchObject([{ name: "Hadalabo" }]);
  });

  it("can be previewed", async () => {
    const id = await createBrand(db, "Hada Labo");
    const { audit_entry_id } = await edit(id, { name: { from: "Hada Labo", to: "Hadalabo" } });
    const { preview } = await undo(audit_entry_id, { isPreview: true });
    expect(preview?.entries).toMatchObject([{ changes: [{ field: "name", from: "Hadalabo", to: "Hada Labo" }] }]);
    expect(await listBrands()).toMatchObject([{ name: "Hadalabo" }]);
    await undo(audit_entry_id);
  });
});

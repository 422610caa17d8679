import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createBrand } from "../../catalog/fixtures.ts";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { createJobActor } from "../audit/actor.ts";
import { recordAuditEntry } from "../audit/audit-log.ts";
import { afterCommit, withTransaction } from "../db/database.ts";
import { compareFields } from "./compare-fields.ts";
import { runPreview } from "./preview.ts";
import { fieldEdit, recordEdit } from "./schema.ts";

const shop = await openTestShop();
const { app, db } = shop;

describe("compareFields", () => {
  const subject = { kind: "product", id: 204 };
  const stored = { name_en: "Rice lotion", tags: ["rice", "dry skin"], published_at: TEST_NOW, note: undefined };

  it("returns the fields that change", async () => {
    const edits = {
      name_en: { from: "Rice lotion", to: "Rice toner" },
      tags: { from: ["rice", "dry skin"], to: ["rice"] },
      published_at: { from: TEST_NOW.toISOString(), to: null },
      note: { from: null, to: "new" },
      name_ru: undefined,
    };
    const changes = [
      { field: "name_en", ...edits.name_en },
      { field: "tags", ...edits.tags },
      { field: "published_at", ...edits.published_at },
      { field: "note", ...edits.note },
    ];
    expect(await compareFields(db, subject, stored, edits)).toEqual(changes);
  });

  it("leaves out a field that has its new value already, whoever set it", async () => {
    const edits = { name_en: { from: "Lotion", to: "Rice lotion" } };
    expect(await compareFields(db, subject, stored, edits)).toEqual([]);
  });

  it("refuses fields that were changed meanwhile, with their author", async () => {
    await withTransaction(db, async (tx) => {
      for (const [label, to] of [
        ["first", "Lotion"],
        ["second", "Rice lotion"],
      ] as const)
        await recordAuditEntry(app, tx, {
          actor: createJobActor(label),
          ...{ action: "product.updated", subject, changes: [{ field: "name_en", from: null, to }] },
        });
    });
    const edits = {
      name_en: { from: "Lotion", to: "Toner" },
      tags: { from: [], to: ["rice"] },
      note: { from: null, to: "new" },
    };
    await expect(compareFields(db, subject, stored, edits)).rejects.toMatchObject({
      code: "edit_conflict",
      status: 409,
      data: {
        conflicts: [
          {
            ...{ field: "name_en", from: "Lotion", to: "Toner", current: "Rice lotion" },
            ...{ who: "second", when: TEST_NOW.toISOString() },
          },
          { field: "tags", from: [], to: ["rice"], current: ["rice", "dry skin"], who: null, when: null },
        ],
      },
    });
  });

  it("gets its edits from a schema that knows the fields and requires the value that was seen", () => {
    const schema = recordEdit({ name_en: fieldEdit(z.string().min(1)), weight_g: fieldEdit(z.int().nullable()) });
    const edit = { changes: { weight_g: { from: 120, to: null } } };
    expect(schema.parse(edit)).toEqual(edit);
    for (const changes of [
      {},
      { name_en: { from: "Lotion", to: "" } },
      { name_en: { to: "Toner" } },
      { name_fr: { from: "", to: "Lotion" } },
    ])
      expect(schema.safeParse({ changes }).success).toBe(false);
  });
});

describe("runPreview", () => {
  it("returns the result, but changes nothing and calls no hooks", async () => {
    const hook = vi.fn<() => void>();
    const names = await runPreview(db, async (tx) => {
      afterCommit(tx, hook);
      await createBrand(tx, "Hada Labo");
      return tx.selectFrom("brands").select("name").execute();
    });
    expect(names).toEqual([{ name: "Hada Labo" }]);
    expect(await db.selectFrom("brands").select("name").execute()).toEqual([]);
    expect(hook).not.toHaveBeenCalled();
  });

  it("passes on errors", async () => {
    await expect(runPreview(db, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  });

  it("is refused instead of waiting for somebody else's lock", async () => {
    const id = await createBrand(db);
    await withTransaction(db, async (tx) => {
      await tx.updateTable("brands").set({ name: "locked" }).where("id", "=", id).execute();
      const preview = runPreview(db, (other) => other.updateTable("brands").set({ name: "preview" }).execute());
      await expect(preview).rejects.toMatchObject({ code: "preview_busy", status: 503, retryAfterSeconds: 1 });
    });
  });
});

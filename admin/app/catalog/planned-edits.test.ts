import type { PlannedChange, ProductDetail } from "@furoshiki/api/admin/catalog-admin/editor";
import { expect, it } from "vitest";
import { findOverwritten } from "./planned-edits.ts";

const product = {
  status: "draft",
  fields: { name_en: "Lotion", tag_ids: [1, 2] },
  variants: [{ option_id: 0, fields: { price: 1290, old_price: null } }],
} as unknown as ProductDetail;
const plan = (task_id: number, edits: PlannedChange["edits"], refusal: string | null = null): PlannedChange => ({
  ...{ task_id, kind: "products.edit", input: {}, run_at: "2026-12-01T00:00:00Z", products: 1, refusal, edits },
  author: { id: 1, name: "Olga" },
});
const edit = (field: string, from: unknown, to: unknown) => ({ field, from, to });

it("accepts edits that expect what those before make of the fields", () => {
  const changes = [
    plan(1, [edit("option_0_price", 1290, 990), edit("tag_ids", [1, 2], [1])]),
    plan(2, [edit("option_0_price", 990, 1290), edit("status", "draft", "active")]),
    plan(3, [edit("status", "active", "hidden")]),
  ];
  expect(findOverwritten(product, changes)).toEqual(new Map());
});

it("finds edits whose fields were changed, and those that expect a refused one", () => {
  const changes = [
    plan(1, [edit("name_en", "Toner", "Rice lotion"), edit("option_0_price", 1290, 990)]),
    plan(2, [edit("option_0_price", 990, 1100)]),
    plan(3, [edit("name_en", "Toner", "Milk")], "It was refused."),
    plan(4, [edit("name_en", "Toner", "Lotion")]),
  ];
  expect(findOverwritten(product, changes)).toEqual(
    new Map([
      [1, ["name_en"]],
      [2, ["option_0_price"]],
    ]),
  );
});

import type { ProductDetail } from "@furoshiki/api/admin/catalog-admin/editor";
import { expect, it } from "vitest";
import { joinLists, readProductEdits, toApiChanges, toDraftValues, toFormValues } from "./product-form.ts";

function createForm(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

/** Returns what the API gets for a field that was changed from one text to another. */
function convert(name: string, from: string, to: string): unknown {
  const changes = toApiChanges(readProductEdits(createForm({ [`seen_${name}`]: from, [name]: to })));
  return changes[name];
}

it.each([
  ["name_ru", "Крем", " Лосьон ", { from: "Крем", to: "Лосьон" }],
  ["barcode", "4901", "", { from: "4901", to: null }],
  ["weight_g", "200", "1 250", { from: 200, to: 1250 }],
  ["net_amount", "", "7,5", { from: null, to: 7.5 }],
  ["months_opened", "12", "a year", { from: 12, to: "a year" }],
  ["size_mm", "", "180 × 60 × 40", { from: null, to: "180x60x40" }],
  ["size_mm", "180x60x40", "180 60 40 ", undefined],
  ["origin_country", "JP", "kr", { from: "JP", to: "KR" }],
  ["option_12_price", "1290", "1 390,50", { from: 1290, to: 1390.5 }],
  ["option_12_old_price", "1500", "", { from: 1500, to: null }],
  ["option_12_swatch", "", "#c8102e", { from: null, to: "#C8102E" }],
  ["seo_title_en", "Buy", "", { from: "Buy", to: null }],
])("sends %s from %j to %j", (name, from, to, expected) => {
  const sent = convert(name, from, to);
  if (expected) expect(sent).toEqual(expected);
  else expect((sent as { from: unknown; to: unknown } | undefined)?.to).toBe("180x60x40");
});

it("sends lists by their checked items, and after a conflict the list that was chosen", () => {
  const seen = { seen_tag_ids: "2 5", tag_5: "5", tag_11: "11" };
  expect(toApiChanges(readProductEdits(createForm(seen)))).toEqual({ tag_ids: { from: [2, 5], to: [5, 11] } });
  expect(readProductEdits(createForm({ seen_tag_ids: "2 5", tag_2: "2", tag_5: "5" }))).toEqual({});
  const chosen = { seen_tag_ids: "2 5 7", choice_tag_ids: "merged", merged_tag_ids: "5 7 11", tag_ids: "5 11" };
  expect(readProductEdits(createForm(chosen))).toEqual({ tag_ids: { from: "2 5 7", to: "5 7 11" } });
  expect(joinLists(createForm({ name_ru: "Крем" })).has("tag_ids")).toBe(false);
});

it("has the prices of a product without options, all fields of options, and drafts by checkbox", () => {
  const fields = { name_ru: "Крем", tag_ids: [2, 5], net_amount: null } as unknown as ProductDetail["fields"];
  const variant = { price: 1290.5, old_price: null, name_ru: "" } as ProductDetail["variants"][number]["fields"];
  const create = (option_id: number) => ({ option_id, fields: variant }) as ProductDetail["variants"][number];
  expect(toFormValues({ fields, variants: [create(0)] })).toEqual({
    ...{ name_ru: "Крем", tag_ids: "2 5", net_amount: "", option_0_price: "1290.5", option_0_old_price: "" },
  });
  expect(Object.keys(toFormValues({ fields, variants: [create(12)] }))).toContain("option_12_swatch");
  const draft = toDraftValues({ name_ru: "Крем", tag_ids: "2 5" }, { concern_ids: [], tag_ids: [2, 5, 11] });
  expect(draft).toEqual({ name_ru: "Крем", tag_2: "2", tag_5: "5", tag_11: "" });
});

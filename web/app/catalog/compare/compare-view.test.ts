import { expect, it } from "vitest";
import { getI18n } from "../../i18n/use-i18n.tsx";
import "../../i18n/all-messages.ts";
import type { AccountI18n } from "../../i18n/account-i18n.ts";
import type { ProductCardView } from "../product-cards/product-card-view.ts";
import { buildCompareRows, type ComparedProduct, isDifferent } from "./compare-view.ts";

const i18n = getI18n("en-US", "prefix_except_default") as AccountI18n;

function createProduct(values: Partial<ComparedProduct> = {}, card: Partial<ProductCardView> = {}): ComparedProduct {
  const price = { current: 10, old: null, discount_percent: 0, iso_code: "USD", sign: "$" } as ProductCardView["price"];
  return {
    card: {
      id: 1,
      size: "30 ml",
      rating: 4.5,
      reviews_count: 2,
      unit_price: null,
      shipping: null,
      price,
      ...card,
    } as ProductCardView,
    ...{ concerns: ["Hydration"], characteristics: [], ingredients: [], monthsAfterOpening: null },
    ...values,
  };
}
const build = (...products: ComparedProduct[]) => buildCompareRows(products, i18n, "to Russia");

it("leaves out rows without values, and marks those that differ", () => {
  const rows = build(createProduct(), createProduct({ concerns: ["Radiance"] }));
  expect(rows.map(({ key }) => key)).toEqual(["rating", "size", "use"]);
  expect(rows.filter(isDifferent).map(({ key }) => key)).toEqual(["use"]);
});

it("has a row for each characteristic that any product has", () => {
  const rows = build(
    createProduct({ characteristics: [{ name: "Texture", value: "Gel" }] }),
    createProduct({ characteristics: [{ name: "Scent", value: "None" }] }),
  );
  const cells = Object.fromEntries(rows.map(({ label, cells: row }) => [label, row.map(({ text }) => text)]));
  expect(cells).toMatchObject({ Texture: ["Gel", ""], Scent: ["", "None"] });
});

it("names absent groups only if the composition is known", () => {
  const known = createProduct({ ingredients: [{ name: "Ethanol", group: "alcohol" }] });
  const row = build(known, createProduct()).find(({ key }) => key === "without");
  expect(row?.cells[0]?.text).not.toContain("alcohol");
  expect(row?.cells[0]?.text).toContain("fragrance");
  expect(row?.cells[1]?.text).toBe("");
});

it("says why a product cannot be sent instead of a price and duty", () => {
  const refusal = { code: "flammable", text: "Flammable" };
  const sent = { refusal: null, price: 0, arrives: { from: "2026-12-04", to: "2026-12-10" }, duty: 0 };
  const rows = build(
    createProduct({}, { shipping: { refusal, price: null, arrives: null, duty: null } }),
    createProduct({}, { shipping: sent }),
  );
  expect(rows.find(({ key }) => key === "shipping")?.cells).toEqual([
    { text: "Flammable" },
    { text: expect.stringContaining("December"), note: "free" },
  ]);
  expect(rows.find(({ key }) => key === "duty")?.cells[0]).toEqual({ text: "" });
});

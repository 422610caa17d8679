import { expect, it } from "vitest";
import { planProducts } from "./plan-products.ts";
import { buildCharacteristics } from "./characteristics.ts";
import { buildComposition } from "./compositions.ts";
import { buildDescription } from "./descriptions.ts";
import { planPictures } from "./pictures.ts";
import { findUnprintable } from "../packshot/text-outlines.ts";
import { allBrands, allTypes } from "./source-tables.ts";

const planProduct = planProducts(1, new Date("2026-11-20T00:00:00Z"));
const products = Array.from({ length: 600 }, (_, index) => planProduct(index + 1));

it("describes every product in both languages, within length limits and without medical claims", () => {
  for (const product of products) {
    const { ru, en } = buildDescription(1, product);
    for (const text of [ru, en]) {
      expect(text).toMatch(/^(<p>[^<>]+<\/p>){3}$/);
      expect(text.replaceAll(/<\/?p>/g, "").length).toBeGreaterThan(280);
      expect(text.length).toBeLessThan(920);
      expect(text).not.toMatch(/undefined|null|\{|\s\.|!/);
    }
    if (product.parts.type.group === "food") expect(ru).toContain("не является лекарством");
    expect(ru).not.toMatch(/[^о]лечит|выле/i);
    expect(en).not.toMatch(/[а-яё]|cures?\b/i);
  }
});

it("lists the ingredients, including the active ingredient of the name", () => {
  for (const product of products) {
    const { active, type } = product.parts;
    const composition = buildComposition(1, product);
    expect(composition).toMatch(/^[A-Z0-9<]/);
    expect(composition).not.toMatch(/\{|, ,|undefined|,\s*$/);
    if (active && active.inci !== "-" && !["material", "set"].includes(type.composition))
      expect(composition).toContain(active.inci);
    if (product.tagSlugs.includes("bez-spirta")) expect(composition.split(", ")).not.toContain("Alcohol");
    if (product.tagSlugs.includes("bez-sulfatov")) expect(composition).not.toContain("Laureth Sulfate");
  }
});

it("has characteristics in both languages", () => {
  for (const product of products) {
    const characteristics = buildCharacteristics(1, product, buildComposition(1, product));
    expect(characteristics.length).toBeGreaterThanOrEqual(1);
    for (const one of characteristics) {
      expect(Object.values(one).every((text) => text.trim() !== "")).toBe(true);
      expect(`${one.name_en}${one.value_en}`).not.toMatch(/[а-яё]/i);
    }
  }
});

it("prints only characters that have a glyph", () => {
  const printedTexts = [
    ...allTypes.map((type) => type.jp + type.sub),
    ...allBrands.map((brand) => brand.ja + brand.seal + brand.name.toUpperCase()),
  ];
  expect(findUnprintable(printedTexts.join(""))).toEqual([]);
});

it("shares pictures between products that look the same", () => {
  const pictures = products.flatMap(planPictures);
  const keys = new Set(pictures.map((one) => one.key));
  expect(pictures.length).toBeGreaterThan(products.length * 2);
  expect(keys.size).toBeLessThan(pictures.length * 0.85);
});

it("has a picture for every shade", () => {
  const withShades = products.filter((one) => one.kind === "shade");
  expect(withShades.length).toBeGreaterThan(20);
  for (const product of withShades) {
    const pictures = planPictures(product).filter((one) => one.optionId);
    expect(pictures.map((one) => one.optionId)).toEqual(product.variants.map((variant) => variant.optionId));
    expect(new Set(pictures.map((one) => one.key)).size).toBe(pictures.length);
  }
});

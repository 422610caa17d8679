import { expect, it } from "vitest";
import { planProducts } from "./catalogue.ts";
import { characteristicsOf } from "./characteristics.ts";
import { compositionOf } from "./compositions.ts";
import { describe as describeProduct } from "./descriptions.ts";
import { picturesOf } from "./packs.ts";
import { unprintable } from "./packshot/lettering.ts";
import { allBrands, allTypes } from "./tables.ts";

const plan = planProducts(1, new Date("2026-11-20T00:00:00Z"));
const shop = Array.from({ length: 600 }, (_, at) => plan(at + 1));

it("describes every product in two languages, neither too short nor too long, promising no cure", () => {
  for (const product of shop) {
    const { ru, en } = describeProduct(1, product);
    for (const text of [ru, en]) {
      expect(text).toMatch(/^(<p>[^<>]+<\/p>){3}$/);
      expect(text.replaceAll(/<\/?p>/g, "").length).toBeGreaterThan(390);
      expect(text.length).toBeLessThan(920);
      expect(text).not.toMatch(/undefined|null|\{|\s\.|!/);
    }
    expect(ru).not.toMatch(/[^о]лечит|выле/i);
    expect(en).not.toMatch(/[а-яё]|cures?\b/i);
  }
});

it("lists what is inside, the promised active among it", () => {
  for (const product of shop) {
    const { active, type } = product.parts;
    const composition = compositionOf(1, product);
    expect(composition).toMatch(/^[A-Z0-9<]/);
    expect(composition).not.toMatch(/\{|, ,|undefined|,\s*$/);
    if (active && active.inci !== "-" && !["material", "set"].includes(type.composition))
      expect(composition).toContain(active.inci);
    if (product.tagSlugs.includes("bez-spirta")) expect(composition.split(", ")).not.toContain("Alcohol");
    if (product.tagSlugs.includes("bez-sulfatov")) expect(composition).not.toContain("Laureth Sulfate");
  }
});

it("compares products by characteristics in both languages", () => {
  for (const product of shop) {
    const list = characteristicsOf(1, product, compositionOf(1, product));
    expect(list.length).toBeGreaterThanOrEqual(2);
    for (const one of list) {
      expect(Object.values(one).every((text) => text.trim() !== "")).toBe(true);
      expect(`${one.name_en}${one.value_en}`).not.toMatch(/[а-яё]/i);
    }
  }
});

it("prints only characters that the faces have", () => {
  const printed = [
    ...allTypes.map((type) => type.jp + type.sub),
    ...allBrands.map((brand) => brand.ja + brand.seal + brand.name.toUpperCase()),
  ];
  expect(unprintable(printed.join(""))).toEqual([]);
});

it("draws a picture once for all products that show the same", () => {
  const pictures = shop.flatMap(picturesOf);
  const keys = new Set(pictures.map((one) => one.key));
  expect(pictures.length).toBeGreaterThan(shop.length * 2);
  expect(keys.size).toBeLessThan(pictures.length * 0.75);
});

it("shows every shade in its own picture", () => {
  const shaded = shop.filter((one) => one.kind === "shade");
  expect(shaded.length).toBeGreaterThan(20);
  for (const product of shaded) {
    const pictures = picturesOf(product).filter((one) => one.optionId);
    expect(pictures.map((one) => one.optionId)).toEqual(product.variants.map((variant) => variant.optionId));
    expect(new Set(pictures.map((one) => one.key)).size).toBe(pictures.length);
  }
});

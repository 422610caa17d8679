import compile from "icu-minify/compile";
import { describe, expect, it } from "vitest";
import { keepTexts, textsOf, type TextKey } from "../lib/texts.ts";
import enUS from "./en-US.json" with { type: "json" };
import { partOf, saysTextsOf } from "./parts.ts";
import ruRU from "./ru-RU.json" with { type: "json" };

const ru: Record<string, string> = ruRU;
const en: Record<string, string> = enUS;

/** Names of arguments and tags, and the forms of each plural, out of a compiled message. */
function partsOf(message: unknown, found = { names: new Set<string>(), plurals: [] as string[][] }) {
  if (!Array.isArray(message)) return found;
  for (const node of message) {
    if (!Array.isArray(node)) continue;
    const [name, type, options] = node as [string, unknown, unknown];
    found.names.add(name);
    if (type === 2 && typeof options === "object" && options !== null) {
      found.plurals.push(Object.keys(options));
      for (const branch of Object.values(options)) partsOf(Array.isArray(branch) ? branch : [branch], found);
    } else if (node.length > 1) partsOf(node.slice(1), found);
  }
  return found;
}

const russian = Object.entries(ru);
const both = [...russian, ...Object.entries(en)];
/** Keys of the texts that break a rule. */
const breaking = (texts: Array<[string, string]>, rule: (text: string, key: string) => boolean) =>
  texts.filter(([key, text]) => rule(text, key)).map(([key]) => key);

describe("the texts", () => {
  it("are complete in both languages", () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(ru).sort());
    expect(breaking(both, (text) => text.trim() === "")).toEqual([]);
  });

  it("ask for the same values in both languages", () => {
    const names = (text = "") => [...partsOf(compile(text)).names].sort().join();
    expect(breaking(russian, (text, key) => !mayDiffer.has(key) && names(text) !== names(en[key]))).toEqual([]);
  });

  it("have four Russian plural forms, and one for none or for a single page", () => {
    const complete = (forms: string[]) =>
      forms.some((form) => form.startsWith("=")) &&
      ["one", "few", "many", "other"].every((form) => forms.includes(form));
    expect(breaking(russian, (text) => !partsOf(compile(text)).plurals.every(complete))).toEqual([]);
    expect(russian.filter(([, text]) => partsOf(compile(text)).plurals.length > 0).length).toBeGreaterThan(5);
  });

  it("keep to the house's voice: no exclamation marks, no straight quotes around Russian words", () => {
    expect(breaking(both, (text) => text.includes("!"))).toEqual([]);
    expect(breaking(russian, (text) => /"[а-яё]/i.test(text))).toEqual([]);
  });
});

/** Russian speaks of the flat price of delivery, English of the sum from which it is free (spec §9). */
const mayDiffer = new Set([
  ...["home.benefit_delivery", "home.parcel_price", "home.parcel_text"],
  // English says where parcels leave below the sum, Russian beside the price.
  "home.benefit_delivery_text",
]);

it("says numbers in the right form", () => {
  keepTexts("ru-RU", Object.fromEntries(Object.entries(ru).map(([key, text]) => [key, compile(text)])));
  const t = textsOf("ru-RU");
  const said = (count: number) => t("reviews.count", { count });
  expect([0, 1, 2, 5, 11, 21, 22, 25, 111, 1000].map(said)).toEqual([
    "нет отзывов",
    "1 отзыв",
    "2 отзыва",
    "5 отзывов",
    "11 отзывов",
    "21 отзыв",
    "22 отзыва",
    "25 отзывов",
    "111 отзывов",
    "1\u00a0000 отзывов",
  ]);
  expect(() => t("no.such" as TextKey)).toThrow("no ru-RU text for no.such");
});

it("travels in parts: what a source says of a part, it waits for", () => {
  const saysOwnTexts = (source: string) => saysTextsOf("own", source);
  expect(partOf("checkout.title")).toBe("own");
  expect(partOf("card.rating")).toBe("shop");
  expect(partOf("cart.add")).toBe("shop");
  expect(partOf("cart.title")).toBe("own");
  expect(saysOwnTexts('t("cart.add")')).toBe(false);
  expect(saysOwnTexts('t("cart.addition")')).toBe(true);
  expect(saysOwnTexts('/** `t("cart.title")` */')).toBe(false);
  expect(saysOwnTexts('t("checkout.title")')).toBe(true);
  expect(saysOwnTexts("t(`errors.${code}`)")).toBe(true);
  expect(saysOwnTexts('t("account.orders"); import "./order.ts"')).toBe(false);
  expect(partOf("error.not_found")).toBe("aside");
  expect(partOf("error.reload")).toBe("shop");
  expect(saysTextsOf("aside", 't("error.not_found")')).toBe(true);
  expect(saysTextsOf("aside", 't("error.reload")')).toBe(false);
  expect(saysTextsOf("aside", "t(`error.not_${what}`)")).toBe(true);
  expect(saysTextsOf("aside", "t(`product.${what}`)")).toBe(true);
  expect(saysTextsOf("aside", "t(`card.${what}`)")).toBe(false);
});

import compile from "icu-minify/compile";
import { describe, expect, it } from "vitest";
import { addMessages, getTranslator, type MessageKey } from "../i18n/messages.ts";
import enUS from "./en-US.json" with { type: "json" };
import { getMessageBundle, usesMessagesOf } from "./message-bundles.ts";
import ruRU from "./ru-RU.json" with { type: "json" };

const ru: Record<string, string> = ruRU;
const en: Record<string, string> = enUS;

/** Collects the names of arguments and tags, and the forms of each plural, from a compiled message. */
function collectParts(message: unknown, result = { names: new Set<string>(), plurals: [] as string[][] }) {
  if (!Array.isArray(message)) return result;
  for (const node of message) {
    if (!Array.isArray(node)) continue;
    const [name, type, options] = node as [string, unknown, unknown];
    result.names.add(name);
    if (type === 2 && typeof options === "object" && options !== null) {
      result.plurals.push(Object.keys(options));
      for (const branch of Object.values(options)) collectParts(Array.isArray(branch) ? branch : [branch], result);
    } else if (node.length > 1) collectParts(node.slice(1), result);
  }
  return result;
}

const russian = Object.entries(ru);
const allMessages = [...russian, ...Object.entries(en)];
/** The keys of the messages that violate a rule. */
const findViolations = (texts: Array<[string, string]>, rule: (text: string, key: string) => boolean) =>
  texts.filter(([key, text]) => rule(text, key)).map(([key]) => key);

describe("the messages", () => {
  it("are complete in both locales", () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(ru).sort());
    expect(findViolations(allMessages, (text) => text.trim() === "")).toEqual([]);
  });

  it("use the same values in both locales", () => {
    const names = (text = "") => [...collectParts(compile(text)).names].sort().join();
    expect(
      findViolations(russian, (text, key) => !keysThatMayDiffer.has(key) && names(text) !== names(en[key])),
    ).toEqual([]);
  });

  it("have four Russian plural forms, and one for an exact number", () => {
    const complete = (forms: string[]) =>
      forms.some((form) => form.startsWith("=")) &&
      ["one", "few", "many", "other"].every((form) => forms.includes(form));
    expect(findViolations(russian, (text) => !collectParts(compile(text)).plurals.every(complete))).toEqual([]);
    expect(russian.filter(([, text]) => collectParts(compile(text)).plurals.length > 0).length).toBeGreaterThan(5);
  });

  it("follow the style guide: no exclamation marks, no straight quotes around Russian words", () => {
    expect(findViolations(allMessages, (text) => text.includes("!"))).toEqual([]);
    expect(findViolations(russian, (text) => /"[а-яё]/i.test(text))).toEqual([]);
  });
});

/** The Russian texts name the flat delivery price, the English texts the free delivery threshold. */
const keysThatMayDiffer = new Set([
  ...["home.benefit_delivery", "home.parcel_price", "home.parcel_text"],
  // The English text names the place of dispatch below the threshold, the Russian one beside the price.
  "home.benefit_delivery_text",
]);

it("uses the correct plural form", () => {
  addMessages("ru-RU", Object.fromEntries(Object.entries(ru).map(([key, text]) => [key, compile(text)])));
  const t = getTranslator("ru-RU");
  const translateCount = (count: number) => t("reviews.count", { count });
  expect([0, 1, 2, 5, 11, 21, 22, 25, 111, 1000].map(translateCount)).toEqual([
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
  expect(() => t("no.such" as MessageKey)).toThrow("no ru-RU text for no.such");
});

it("assigns messages to bundles and detects which bundles a source uses", () => {
  const usesOwnMessages = (source: string) => usesMessagesOf("account", source);
  expect(getMessageBundle("checkout.title")).toBe("account");
  expect(getMessageBundle("card.rating")).toBe("shop");
  expect(getMessageBundle("cart.add")).toBe("shop");
  expect(getMessageBundle("cart.title")).toBe("account");
  expect(usesOwnMessages('t("cart.add")')).toBe(false);
  expect(usesOwnMessages('t("cart.addition")')).toBe(true);
  expect(usesOwnMessages('/** `t("cart.title")` */')).toBe(false);
  expect(usesOwnMessages('t("checkout.title")')).toBe(true);
  expect(usesOwnMessages("t(`errors.${code}`)")).toBe(true);
  expect(usesOwnMessages('t("account.orders"); import "./order.ts"')).toBe(false);
  expect(getMessageBundle("error.not_found")).toBe("overlay");
  expect(getMessageBundle("error.reload")).toBe("shop");
  expect(usesMessagesOf("overlay", 't("error.not_found")')).toBe(true);
  expect(usesMessagesOf("overlay", 't("error.reload")')).toBe(false);
  expect(usesMessagesOf("overlay", "t(`error.not_${what}`)")).toBe(true);
  expect(usesMessagesOf("overlay", "t(`product.${what}`)")).toBe(true);
  expect(usesMessagesOf("overlay", "t(`card.${what}`)")).toBe(false);
});

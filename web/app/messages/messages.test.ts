import { readFileSync } from "node:fs";
import { join } from "node:path";
import compile from "icu-minify/compile";
import { describe, expect, it } from "vitest";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";

type Messages = Record<string, string>;

/** Reads the messages of a locale as they are written; an import compiles them. */
const readMessages = (locale: Locale, namespace: "shop" | "account") =>
  JSON.parse(readFileSync(join(import.meta.dirname, locale, `${namespace}.json`), "utf8")) as Messages;

const shop = { ru: readMessages("ru-RU", "shop"), en: readMessages("en-US", "shop") };
const account = { ru: readMessages("ru-RU", "account"), en: readMessages("en-US", "account") };
const ru = { ...shop.ru, ...account.ru };
const en = { ...shop.en, ...account.en };

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
    for (const namespace of [shop, account])
      expect(Object.keys(namespace.en).sort()).toEqual(Object.keys(namespace.ru).sort());
    expect(findViolations(allMessages, (text) => text.trim() === "")).toEqual([]);
  });

  it("belong to one namespace", () => {
    expect(Object.keys(account.ru).filter((key) => key in shop.ru)).toEqual([]);
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
  // The English text says what was written, the Russian one what it was written from.
  "address.latin_applied",
]);

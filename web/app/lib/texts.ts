import format, { type CompiledMessage } from "icu-minify/format";
import { createElement, Fragment, type ReactNode } from "react";
import type ruRU from "../messages/ru-RU.json";
import type { Locale } from "./locale.ts";

export type TextKey = keyof typeof ruRU;
type Values = Record<string, string | number>;
type Rich = Record<string, string | number | ((chunks: ReactNode[]) => ReactNode)>;

/** `t("cart.title")`, `t("cart.count", { count: 3 })`; `t.rich` also fills tags: `<b>…</b>`. */
export type Translate = {
  (key: TextKey, values?: Values): string;
  rich(key: TextKey, values: Rich): ReactNode;
  has(key: string): key is TextKey;
};

const catalogues = new Map<Locale, Record<string, CompiledMessage>>();
const translators = new Map<Locale, Translate>();

/** Hands over compiled texts of a locale: all of both on the server, parts of the page's own one in the browser. */
export function keepTexts(locale: Locale, texts: Record<string, CompiledMessage>): void {
  const known = catalogues.get(locale);
  if (known) {
    Object.assign(known, texts);
    return;
  }
  const catalogue = { ...texts };
  catalogues.set(locale, catalogue);
  translators.set(locale, makeTranslate(locale, catalogue));
}

function makeTranslate(locale: Locale, catalogue: Record<string, CompiledMessage>): Translate {
  const options = { formatters: formattersOf() };
  const message = (key: TextKey) => {
    const found = catalogue[key];
    if (found === undefined) throw new Error(`no ${locale} text for ${key}`);
    return found;
  };
  const t = ((key, values) => {
    const found = message(key);
    return typeof found === "string" ? found : (format(found, locale, values, options) as string);
  }) as Translate;
  t.rich = (key, values) => {
    const parts = format<ReactNode>(message(key), locale, values as never, options);
    return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts;
  };
  t.has = (key): key is TextKey => key in catalogue;
  return t;
}

export function textsOf(locale: Locale): Translate {
  const t = translators.get(locale);
  if (!t) throw new Error(`the texts of ${locale} are not loaded`);
  return t;
}

function formattersOf() {
  const plurals = new Map<string, Intl.PluralRules>();
  const numbers = new Map<string, Intl.NumberFormat>();
  const of = <T>(held: Map<string, T>, key: string, make: () => T): T => {
    let value = held.get(key);
    if (value === undefined) held.set(key, (value = make()));
    return value;
  };
  return {
    getPluralRules: (locale?: string | string[] | Intl.Locale, options?: Intl.PluralRulesOptions) =>
      of(plurals, `${String(locale)} ${options?.type}`, () => new Intl.PluralRules(locale as string, options)),
    getNumberFormat: (locale?: string | string[] | Intl.Locale, options?: Intl.NumberFormatOptions) =>
      of(
        numbers,
        `${String(locale)} ${JSON.stringify(options)}`,
        () => new Intl.NumberFormat(locale as string, options),
      ),
    getDateTimeFormat: (): Intl.DateTimeFormat => {
      throw new Error("dates are written by format.ts");
    },
  };
}

import format, { type CompiledMessage } from "icu-minify/format";
import { createElement, Fragment, type ReactNode } from "react";
import type ruRU from "../messages/ru-RU.json";
import type { Locale } from "./locale.ts";

export type MessageKey = keyof typeof ruRU;
type MessageValues = Record<string, string | number>;
type RichValues = Record<string, string | number | ((chunks: ReactNode[]) => ReactNode)>;

/** `t("cart.title")`, `t("cart.count", { count: 3 })`; `t.rich` also renders tags: `<b>…</b>`. */
export type Translator = {
  (key: MessageKey, values?: MessageValues): string;
  rich(key: MessageKey, values: RichValues): ReactNode;
  has(key: string): key is MessageKey;
};

const messagesByLocale = new Map<Locale, Record<string, CompiledMessage>>();
const translators = new Map<Locale, Translator>();

/**
 * Adds compiled messages of a locale: all messages of both locales on the server, bundles of the page's own locale in
 * the browser.
 */
export function addMessages(locale: Locale, messages: Record<string, CompiledMessage>): void {
  const existing = messagesByLocale.get(locale);
  if (existing) {
    Object.assign(existing, messages);
    return;
  }
  const localeMessages = { ...messages };
  messagesByLocale.set(locale, localeMessages);
  translators.set(locale, createTranslator(locale, localeMessages));
}

function createTranslator(locale: Locale, messages: Record<string, CompiledMessage>): Translator {
  const options = { formatters: createFormatters() };
  const getMessage = (key: MessageKey) => {
    const message = messages[key];
    if (message === undefined) throw new Error(`no ${locale} text for ${key}`);
    return message;
  };
  const t = ((key, values) => {
    const message = getMessage(key);
    return typeof message === "string" ? message : (format(message, locale, values, options) as string);
  }) as Translator;
  t.rich = (key, values) => {
    const parts = format<ReactNode>(getMessage(key), locale, values as never, options);
    return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts;
  };
  t.has = (key): key is MessageKey => key in messages;
  return t;
}

export function getTranslator(locale: Locale): Translator {
  const t = translators.get(locale);
  if (!t) throw new Error(`the texts of ${locale} are not loaded`);
  return t;
}

function createFormatters() {
  const plurals = new Map<string, Intl.PluralRules>();
  const numbers = new Map<string, Intl.NumberFormat>();
  const getOrCreate = <T>(cache: Map<string, T>, key: string, create: () => T): T => {
    let value = cache.get(key);
    if (value === undefined) cache.set(key, (value = create()));
    return value;
  };
  return {
    getPluralRules: (locale?: string | string[] | Intl.Locale, options?: Intl.PluralRulesOptions) =>
      getOrCreate(plurals, `${String(locale)} ${options?.type}`, () => new Intl.PluralRules(locale as string, options)),
    getNumberFormat: (locale?: string | string[] | Intl.Locale, options?: Intl.NumberFormatOptions) =>
      getOrCreate(
        numbers,
        `${String(locale)} ${JSON.stringify(options)}`,
        () => new Intl.NumberFormat(locale as string, options),
      ),
    getDateTimeFormat: (): Intl.DateTimeFormat => {
      throw new Error("dates are formatted by format.ts");
    },
  };
}

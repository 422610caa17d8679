import format, { type CompiledMessage } from "icu-minify/format";
import { createElement, Fragment, type ReactNode } from "react";
import { getNumberFormat, getPluralRules } from "./intl-formats.ts";
import type { Locale } from "./locale.ts";

/** Compiled messages by key (compile-messages.ts). */
export type Messages = Record<string, CompiledMessage>;

type MessageValues = Record<string, string | number>;
type RichValues = Record<string, string | number | ((chunks: ReactNode[]) => ReactNode)>;

/**
 * Returns a message with its values: `t("cart.title")`, `t("cart.count", { count: 3 })`. `t.rich` also renders tags such
 * as `<b>…</b>`. Both throw if the message is not loaded. `t.find` takes a key that may not exist, such as one with a code
 * of the API, and returns null if it does not.
 *
 * `Key` are the keys of the loaded messages: an area of an app that loads further messages has a wider translator, which
 * can be passed to functions that need a narrower one.
 */
export type Translator<Key extends string> = {
  (key: Key, values?: MessageValues): string;
  rich(key: Key, values: RichValues): ReactNode;
  find(key: string): string | null;
};

/** The messages of an app that are loaded so far. */
export type MessageStore<Key extends string, L extends string = Locale> = {
  /**
   * Adds messages of a locale: all messages of both locales on the server, the areas that a page needs in its own locale
   * in the browser.
   */
  addMessages(this: void, locale: L, messages: Messages): void;
  /** @throws if no messages of the locale are loaded */
  getTranslator(this: void, locale: L): Translator<Key>;
};

/** Creates an empty message store with the keys of an app, and its languages if they are not the locales of the store. */
export function createMessageStore<Key extends string, L extends string = Locale>(): MessageStore<Key, L> {
  const messagesByLocale = new Map<L, Messages>();
  const translators = new Map<L, Translator<Key>>();
  return {
    addMessages(locale, messages) {
      const existing = messagesByLocale.get(locale);
      if (existing) {
        Object.assign(existing, messages);
        return;
      }
      const localeMessages = { ...messages };
      messagesByLocale.set(locale, localeMessages);
      translators.set(locale, createTranslator(locale, localeMessages));
    },
    getTranslator(locale) {
      const t = translators.get(locale);
      if (!t) throw new Error(`the messages of ${locale} are not loaded`);
      return t;
    },
  };
}

function createTranslator<Key extends string>(locale: string, messages: Messages): Translator<Key> {
  const options = { formatters };
  const getMessage = (key: Key) => {
    const message = messages[key];
    if (message === undefined) throw new Error(`no ${locale} text for ${key}`);
    return message;
  };
  const t = ((key, values) => {
    const message = getMessage(key);
    return typeof message === "string" ? message : (format(message, locale, values, options) as string);
  }) as Translator<Key>;
  t.rich = (key, values) => {
    const parts = format<ReactNode>(getMessage(key), locale, values as never, options);
    return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts;
  };
  t.find = (key) => (key in messages ? t(key as Key) : null);
  return t;
}

/** The formats that messages use. */
const formatters = {
  getPluralRules: (locale?: string | string[] | Intl.Locale, options?: Intl.PluralRulesOptions) =>
    getPluralRules(String(locale), options),
  getNumberFormat: (locale?: string | string[] | Intl.Locale, options?: Intl.NumberFormatOptions) =>
    getNumberFormat(String(locale), options),
  getDateTimeFormat: (): Intl.DateTimeFormat => {
    throw new Error("dates are formatted by format.ts");
  },
};

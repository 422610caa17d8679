import { createTranslator } from "use-intl/core";
import enUS from "../../texts/en-US.json" with { type: "json" };
import ruRU from "../../texts/ru-RU.json" with { type: "json" };
import type { Locale } from "./locale.ts";

/** A list has keys of messages, which are joined as in a sentence. */
export type MessageParams = Record<string, string | number | readonly string[]>;

const messagesByLocale: Record<Locale, Record<string, string>> = { "ru-RU": ruRU, "en-US": enUS };
const translators = new Map<Locale, (key: string, params?: Record<string, string | number>) => string>();

/**
 * Formats an ICU message of the API (refusals, notifications, emails) in a locale. Dots in keys are plain characters.
 * @throws Error if the key does not exist or a parameter is missing
 */
export function formatMessage(locale: Locale, key: string, params: MessageParams = {}): string {
  const template = messagesByLocale[locale][key];
  if (template === undefined) throw new Error(`no ${locale} text for ${key}`);
  if (!template.includes("{")) return template;
  let translate = translators.get(locale);
  if (!translate) {
    // use-intl treats dots as nesting, so they are replaced in the keys.
    const messages = Object.fromEntries(Object.entries(messagesByLocale[locale]).map(([k, v]) => [escapeKey(k), v]));
    translate = createTranslator({
      locale,
      messages,
      onError: (error) => {
        throw error;
      },
    });
    translators.set(locale, translate);
  }
  return translate(escapeKey(key), joinLists(locale, params));
}

function joinLists(locale: Locale, params: MessageParams): Record<string, string | number> {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === "object"
      ? new Intl.ListFormat(locale).format(value.map((key) => formatMessage(locale, key)))
      : value,
  ]);
  return Object.fromEntries(values) as Record<string, string | number>;
}

function escapeKey(key: string): string {
  return key.replaceAll(".", "·");
}

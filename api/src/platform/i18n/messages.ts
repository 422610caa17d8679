import { createTranslator } from "use-intl/core";
import enUS from "../../texts/en-US.json" with { type: "json" };
import ruRU from "../../texts/ru-RU.json" with { type: "json" };
import type { Locale } from "./locale.ts";

export type MessageParams = Record<string, string | number>;

const messagesByLocale: Record<Locale, Record<string, string>> = { "ru-RU": ruRU, "en-US": enUS };
const translators = new Map<Locale, (key: string, params?: MessageParams) => string>();

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
  return translate(escapeKey(key), params);
}

function escapeKey(key: string): string {
  return key.replaceAll(".", "·");
}

import { createTranslator } from "use-intl/core";
import enUS from "../texts/en-US.json" with { type: "json" };
import ruRU from "../texts/ru-RU.json" with { type: "json" };
import type { Locale } from "./locale.ts";

export type TextParams = Record<string, string | number>;

const catalogues: Record<Locale, Record<string, string>> = { "ru-RU": ruRU, "en-US": enUS };
const translators = new Map<Locale, (key: string, params?: TextParams) => string>();

/**
 * A text of the API (refusals, notifications, letters) in a locale.
 * Keys hold dots as plain characters; a key that is missing is a bug and throws.
 */
export function text(locale: Locale, key: string, params: TextParams = {}): string {
  const template = catalogues[locale][key];
  if (template === undefined) throw new Error(`no ${locale} text for ${key}`);
  if (!template.includes("{")) return template;
  let translate = translators.get(locale);
  if (!translate) {
    // use-intl reads dots as nesting, so the flat catalogue is handed over with the dots replaced.
    const messages = Object.fromEntries(Object.entries(catalogues[locale]).map(([k, v]) => [flat(k), v]));
    translate = createTranslator({
      locale,
      messages,
      onError: (error) => {
        throw error;
      },
    });
    translators.set(locale, translate);
  }
  return translate(flat(key), params);
}

function flat(key: string): string {
  return key.replaceAll(".", "·");
}

import { createContext, use, type ReactNode } from "react";
import { getFormatters, type Formatters } from "@furoshiki/design-system/i18n/format.ts";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import type { Translator } from "@furoshiki/design-system/i18n/messages.ts";
import { getTranslator, type MessageKey } from "./messages.ts";

/** Locale-dependent functions for components. `Key` are the keys of the messages that are loaded. */
export type I18n<Key extends string = MessageKey> = Readonly<{
  locale: Locale;
  t: Translator<Key>;
  format: Formatters;
}>;

const instances = new Map<Locale, I18n>();

/** Returns the functions of a locale: always the same object, so that it can be a dependency of effects. */
export function getI18n(locale: Locale): I18n {
  let i18n = instances.get(locale);
  if (!i18n) instances.set(locale, (i18n = { locale, t: getTranslator(locale), format: getFormatters(locale) }));
  return i18n;
}

const I18nContext = createContext<I18n | null>(null);

export function I18nProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  return <I18nContext value={i18n}>{children}</I18nContext>;
}

/** Returns the functions of the locale of the page. */
export function useI18n(): I18n {
  const i18n = use(I18nContext);
  if (!i18n) throw new Error("useI18n outside of I18nProvider");
  return i18n;
}

import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import type { Translator } from "@furoshiki/design-system/i18n/messages.ts";
import type accountMessages from "../messages/ru-RU/account.json";
import { getTranslator, loadMessages, type MessageKey } from "./messages.ts";
import { useI18n, type I18n } from "./use-i18n.tsx";

/** The messages of every page and those that this module loads. */
export type AccountMessageKey = MessageKey | keyof typeof accountMessages;

export type AccountTranslator = Translator<AccountMessageKey>;

export type AccountI18n = I18n<AccountMessageKey>;

// In the browser, a module that imports this one runs once the messages are loaded. The server has loaded all of them.
if (!import.meta.env.SSR)
  await loadMessages({
    "ru-RU": () => import("../messages/ru-RU/account.json"),
    "en-US": () => import("../messages/en-US/account.json"),
  });

/** Returns the texts of the storefront in one locale. */
export const getAccountTranslator = (locale: Locale) => getTranslator(locale) as AccountTranslator;

/** Returns the functions of the locale of the page. */
export const useAccountI18n = () => useI18n() as AccountI18n;

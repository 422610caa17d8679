import type catalogMessages from "../messages/ru-RU/catalog.json";
import { loadMessages, preloadMessages, type MessageKey } from "./messages.ts";
import { useI18n, type I18n } from "./use-i18n.tsx";

/** The messages of every page and those that this module loads: products, prices, imports, stock and purchasing. */
export type CatalogMessageKey = MessageKey | keyof typeof catalogMessages;

export type CatalogI18n = I18n<CatalogMessageKey>;

// In the browser, a module that imports this one runs once the messages are loaded. The server has loaded all of them.
if (!import.meta.env.SSR)
  await loadMessages({
    "ru-RU": () => import("../messages/ru-RU/catalog.json"),
    "en-US": () => import("../messages/en-US/catalog.json"),
  });

/** Returns the functions of the locale of the page. */
export function useCatalogI18n(): CatalogI18n {
  const i18n = useI18n();
  preloadMessages("catalog", i18n.locale);
  return i18n as CatalogI18n;
}

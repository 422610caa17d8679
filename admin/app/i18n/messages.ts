import { preloadModule } from "react-dom";
import { messageUrls } from "virtual:message-urls";
import { defaultLocale, isLocale, type Locale } from "@furoshiki/design-system/i18n/locale.ts";
import {
  createMessageStore,
  type Messages,
  type Translator as MessageTranslator,
} from "@furoshiki/design-system/i18n/messages.ts";
import type mainMessages from "../messages/ru-RU/main.json";

/** The messages that every page loads; those of `catalog.json` are in catalog-i18n.ts. */
export type MessageKey = keyof typeof mainMessages;

/** Returns the texts of the back office in one locale. */
export type Translator = MessageTranslator<MessageKey>;

export const { addMessages, getTranslator } = createMessageStore<MessageKey>();

/** Loads messages in the locale of the page. Changing the language loads a new document. */
export async function loadMessages(imports: Record<Locale, () => Promise<{ default: Messages }>>): Promise<void> {
  const { lang } = document.documentElement;
  const locale = isLocale(lang) ? lang : defaultLocale;
  addMessages(locale, (await imports[locale]()).default);
}

/** Tells the browser, when the server renders a page, to load messages before the scripts of the page ask for them. */
export function preloadMessages(area: keyof typeof messageUrls, locale: Locale): void {
  const url = messageUrls[area][locale];
  if (url) preloadModule(url);
}

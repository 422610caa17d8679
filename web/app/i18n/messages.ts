import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import {
  createMessageStore,
  type Messages,
  type Translator as MessageTranslator,
} from "@furoshiki/design-system/i18n/messages.ts";
import type shopMessages from "../messages/ru-RU/shop.json";
import { getDocumentLocale } from "./document-locale.ts";

/** The messages that every page loads; those of `account.json` are in account-i18n.ts. */
export type MessageKey = keyof typeof shopMessages;

/** Returns the texts of the storefront in one locale. */
export type Translator = MessageTranslator<MessageKey>;

export const { addMessages, getTranslator } = createMessageStore<MessageKey>();

/** Loads messages in the locale of the page. Changing the language loads a new document. */
export async function loadMessages(imports: Record<Locale, () => Promise<{ default: Messages }>>): Promise<void> {
  const locale = getDocumentLocale();
  addMessages(locale, (await imports[locale]()).default);
}

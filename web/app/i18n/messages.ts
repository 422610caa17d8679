import { createMessageStore, type Translator as MessageTranslator } from "@furoshiki/design-system/i18n/messages.ts";
import type ruRU from "../messages/ru-RU.json";

export type MessageKey = keyof typeof ruRU;

/** Returns the texts of the storefront in one locale. */
export type Translator = MessageTranslator<MessageKey>;

export const { addMessages, getTranslator } = createMessageStore<MessageKey>();

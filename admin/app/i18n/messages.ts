import { createMessageStore, type Translator as MessageTranslator } from "@furoshiki/design-system/i18n/messages.ts";
import type messages from "../messages/ru-RU.json";

export type MessageKey = keyof typeof messages;

/** Returns the texts of the back office in one locale. */
export type Translator = MessageTranslator<MessageKey>;

export const { addMessages, getTranslator } = createMessageStore<MessageKey>();

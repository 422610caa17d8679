import { expect, expectTypeOf, it } from "vitest";
import type { Translator as MessageTranslator } from "@furoshiki/design-system/i18n/messages.ts";
import {
  getAccountTranslator,
  type AccountI18n,
  type AccountMessageKey,
  type AccountTranslator,
} from "./account-i18n.ts";
import "./all-messages.ts";
import { getTranslator, type MessageKey, type Translator } from "./messages.ts";
import type { I18n } from "./use-i18n.tsx";

it("uses the correct plural form", () => {
  const t = getTranslator("ru-RU");
  const translateCount = (count: number) => t("reviews.count", { count });
  expect([0, 1, 2, 5, 11, 21, 22, 25, 111, 1000].map(translateCount)).toEqual([
    "нет отзывов",
    "1 отзыв",
    "2 отзыва",
    "5 отзывов",
    "11 отзывов",
    "21 отзыв",
    "22 отзыва",
    "25 отзывов",
    "111 отзывов",
    "1\u00a0000 отзывов",
  ]);
});

it("inserts no-break spaces into Russian texts", () => {
  expect(getTranslator("ru-RU")("alert.back_in_stock")).toBe("Сообщить о\u00a0поступлении");
});

it("finds the text of a key that may not exist", () => {
  const t = getAccountTranslator("en-US");
  expect(t.find("field.required")).toBe(t("field.required"));
  expect(t.find("field.no_such_code")).toBeNull();
  expect(() => t("field.no_such_code" as MessageKey)).toThrow("no en-US text for field.no_such_code");
});

// The compiler checks these types.
it("accepts the keys of loaded messages only", () => {
  expectTypeOf<Translator>().toEqualTypeOf<MessageTranslator<MessageKey>>();
  expectTypeOf<Translator>().parameter(0).toEqualTypeOf<MessageKey>();
  expectTypeOf<"cart.add">().toExtend<MessageKey>();
  expectTypeOf<"cart.change_price_fell">().not.toExtend<MessageKey>();
  expectTypeOf<"cart.change_price_fell">().toExtend<AccountMessageKey>();
  expectTypeOf<"cart.no_such_key">().not.toExtend<AccountMessageKey>();
});

it("passes a translator with more messages to functions that need fewer, and not the other way round", () => {
  expectTypeOf<AccountTranslator>().toExtend<Translator>();
  expectTypeOf<Translator>().not.toExtend<AccountTranslator>();
  expectTypeOf<AccountI18n>().toExtend<I18n>();
  expectTypeOf<I18n>().not.toExtend<AccountI18n>();
});

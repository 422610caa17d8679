import { expect, expectTypeOf, it } from "vitest";
import catalog from "../messages/ru-RU/catalog.json";
import main from "../messages/ru-RU/main.json";
import type { CatalogI18n, CatalogMessageKey } from "./catalog-i18n.ts";
import type { MessageKey } from "./messages.ts";
import type { I18n } from "./use-i18n.tsx";

it("has each message in one file", () => {
  expect(Object.keys(catalog).filter((key) => key in main)).toEqual([]);
});

// The compiler checks these types.
it("accepts the messages of the catalog only where they are loaded", () => {
  expectTypeOf<"orders.title">().toExtend<MessageKey>();
  expectTypeOf<"prices.apply">().not.toExtend<MessageKey>();
  expectTypeOf<"prices.apply">().toExtend<CatalogMessageKey>();
  expectTypeOf<CatalogI18n>().toExtend<I18n>();
  expectTypeOf<I18n>().not.toExtend<CatalogI18n>();
});

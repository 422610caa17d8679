import { expect, it } from "vitest";
import { getKnownAddressValues, transliterateAddress } from "./address-fields.ts";

it("transliterates only what must be Latin, and keeps what it cannot transliterate", () => {
  const typed = { first_name: "Анна", city: "Казань", address: "ул. Пушкина, 12", other: "Домофон" };
  expect(transliterateAddress(typed)).toEqual({ ...typed, city: "Kazan", address: "ul. Pushkina, 12" });
  expect(transliterateAddress({ city: "東京", address: "Lesnaya 5" })).toEqual({ city: "東京", address: "Lesnaya 5" });
});

it.each([
  ["Анна", null, "Анна", ""],
  [" Анна  Соколова ", null, "Анна", "Соколова"],
  ["Анна Мария", "Соколова", "Анна Мария", "Соколова"],
  ["Ана Мария Перес", null, "Ана Мария Перес", ""],
])("begins an address of %j %j with the names %j and %j", (name, surname, first_name, last_name) =>
  expect(getKnownAddressValues({ name, surname, phone: "+79000000001", has_account: true }, "KZ", null)).toEqual({
    ...{ first_name, last_name, phone_mobile: "+79000000001", country: "KZ" },
  }),
);

it("does not take the placeholders of a checkout that began with an email for a name and a phone", () => {
  const customer = { name: "anna.k", surname: null, phone: "000000000", has_account: false };
  expect(getKnownAddressValues(customer, "RU", null)).toEqual({ country: "RU" });
});

it("begins an address with the city that was named, in Latin letters", () => {
  const customer = { name: "Анна", surname: null, phone: "+79000000001", has_account: true };
  expect(getKnownAddressValues(customer, "RU", "Казань")).toMatchObject({ country: "RU", city: "Kazan" });
});

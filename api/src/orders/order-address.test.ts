import { describe, expect, it } from "vitest";
import { formatDestination, formatStaffAddress, serializeOrderAddress, type AddressSnapshot } from "./order-address.ts";

/** An address without any optional field, as orders have it that are older than the field. */
const address: AddressSnapshot = {
  ...{ first_name: "Anna", last_name: "Petrova", country: "RU", postcode: "101000", city: "Moscow" },
  ...{ address: "Myasnitskaya ul. 1", phone_mobile: "+79001234567" },
  ...{ country_name_ru: "Россия", country_name_en: "Russia" },
};

describe("the address of an order", () => {
  it("has every field of the response, also if the order is older than the field", () => {
    const response = serializeOrderAddress(address, "en-US");
    expect(response).toMatchObject({ first_name: "Anna", middle_name: "", state: "", country_name: "Russia" });
    expect(Object.values(response)).not.toContain(undefined);
  });

  it("shows the customer neither the company nor the notes for the delivery service", () => {
    const full = { ...address, company: "Kaori", phone_home: "+74951234567", other: "Ring twice" };
    expect(serializeOrderAddress(full, "ru-RU")).toEqual(serializeOrderAddress(address, "ru-RU"));
  });

  it("is formatted without gaps where optional fields are missing", () => {
    expect(formatDestination(address, "ru-RU")).toEqual(["Moscow, Myasnitskaya ul. 1", "101000, Россия"]);
    expect(formatStaffAddress(address).filter(Boolean)).toEqual([
      ...["Anna Petrova", "Myasnitskaya ul. 1", "101000, Moscow", "Russia (RU)", "+79001234567"],
    ]);
  });
});

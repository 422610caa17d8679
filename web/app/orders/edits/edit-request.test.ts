import { expect, it } from "vitest";
import { buildEditRequest, listOtherAddresses } from "./edit-request.ts";

it("asks for quantities, added products, another address and another pickup point", () => {
  const values = {
    "quantity-1": "2",
    "quantity-12": "0",
    "add-31": "3",
    "add-32": "0",
    address: "7",
    pickup_point: "MSK1",
    key: "k",
    intent: "preview",
  };
  expect(buildEditRequest(values)).toEqual({
    lines: [
      { line: 1, quantity: 2 },
      { line: 12, quantity: 0 },
      { product_id: 31, option_id: 0, quantity: 3 },
    ],
    address_id: 7,
    pickup_point: "MSK1",
  });
});

it("leaves out what stays as it is", () => {
  expect(buildEditRequest({ address: "", pickup_point: "" })).toEqual({});
});

it("lists the other addresses in the country of the order", () => {
  const fields = { first_name: "Anna", last_name: "Sokolova", middle_name: "", phone_mobile: "+79000000000" };
  const place = { postcode: "420111", state: "", city: "Kazan", address: "Baumana 1", country: "RU", country_name: "" };
  const other = { phone_home: "", company: "", other: "", alias: "Home", phone_shown: "" };
  const current = { ...fields, ...place };
  const addresses = [
    { id: 1, ...current, ...other },
    { id: 2, ...current, ...other, address: "Baumana 2" },
    { id: 3, ...current, ...other, country: "KZ" },
  ];
  expect(listOtherAddresses(addresses, current).map(({ id }) => id)).toEqual([2]);
});

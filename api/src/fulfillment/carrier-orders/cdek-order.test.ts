import { expect, it } from "vitest";
import { addErrorField } from "./cdek-order.ts";

it.each([
  ["[recipient.phones] is empty", "phone"],
  ["[recipient.phones[0].number] has an invalid format", "phone"],
  ["[recipient.name] is empty", "recipient"],
  ["Value of [to_location.address] is not correct", "address"],
  ["[delivery_point] is not found", "pickup_point"],
  ["[packages[0].weight] must be positive", "weight"],
  ["[packages[0].items[2].ware_key] is empty", "items"],
])("finds the field of: %s", (message, field) => {
  expect(addErrorField({ code: "v2_field_is_empty", message })).toEqual({ code: "v2_field_is_empty", message, field });
});

it("finds the field that a code names", () => {
  const error = { code: "error_validate_receiver_phone_number_incorrect", message: "The phone is not correct" };
  expect(addErrorField(error)).toEqual({ ...error, field: "phone" });
});

it.each(["[from_location.code] is empty", "[recipients] is empty", "The tariff is not available", "[]", ""])(
  "leaves a reason about something else as it is: %s",
  (message) => {
    expect(addErrorField({ code: "v2_bad_request", message })).toEqual({ code: "v2_bad_request", message });
  },
);

it.each([
  ["[recipient.passport_number] 123456 is not correct", "[recipient.passport_number] … is not correct"],
  ["[recipient.tin] has 11 digits", "[recipient.tin] has … digits"],
  ["Неверный ИНН 5001-0073-2259", "Неверный ИНН …"],
  ["The value 9214 123456 is not correct", "The value … is not correct"],
  ["The value 500100732259 is not correct", "The value … is not correct"],
])("hides the passport and taxpayer number in: %s", (message, hidden) => {
  expect(addErrorField({ code: "v2_bad_request", message }).message).toBe(hidden);
});

it("keeps the numbers of orders", () => {
  const message = "The order 100000001-1 exists";
  expect(addErrorField({ code: "v2_bad_request", message })).toEqual({ code: "v2_bad_request", message });
});

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

import type { Order } from "@furoshiki/api/orders";
import type { CustomerEditRequest } from "@furoshiki/api/order-edits";
import type { Address } from "@furoshiki/api/account/addresses";

/** Returns the name of the field with the new quantity of an order line. */
export function getQuantityField(line: number): string {
  return `quantity-${line}`;
}

/** Builds the request of the API from the form of an order change. What stays as it is, is empty or has its quantity. */
export function buildEditRequest(values: Readonly<Record<string, string>>): CustomerEditRequest {
  const lines = Object.entries(values).flatMap(([name, value]) => {
    const line = /^quantity-(\d+)$/.exec(name)?.[1];
    return line === undefined ? [] : [{ line: Number(line), quantity: Number(value) }];
  });
  const { address, pickup_point } = values;
  return {
    ...(lines.length > 0 ? { lines } : {}),
    ...(address ? { address_id: Number(address) } : {}),
    ...(pickup_point ? { pickup_point } : {}),
  };
}

const comparedFields = [
  ...(["first_name", "last_name", "middle_name", "phone_mobile"] as const),
  ...(["postcode", "state", "city", "address"] as const),
];

/** Returns the addresses to which an order can be sent instead: others of the customer in the same country. */
export function listOtherAddresses(addresses: readonly Address[], current: NonNullable<Order["address"]>): Address[] {
  return addresses.filter(
    (address) =>
      address.country === current.country && comparedFields.some((field) => address[field] !== current[field]),
  );
}

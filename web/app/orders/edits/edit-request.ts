import type { Order } from "@furoshiki/api/orders";
import type { CustomerEditRequest } from "@furoshiki/api/order-edits";
import type { Address } from "@furoshiki/api/account/addresses";

type RequestedLine = NonNullable<CustomerEditRequest["lines"]>[number];

/** Returns the name of the field with the new quantity of an order line. */
export function getQuantityField(line: number): string {
  return `quantity-${line}`;
}

/** Returns the name of the field with the number of pieces of a product without options that the order gets. */
export function getAdditionField(productId: number): string {
  return `add-${productId}`;
}

/** Builds the request of the API from the form of an order change. What stays as it is, is empty or has its quantity. */
export function buildEditRequest(values: Readonly<Record<string, string>>): CustomerEditRequest {
  const lines = Object.entries(values).flatMap<RequestedLine>(([name, value]) => {
    const [, kind, id] = /^(quantity|add)-(\d+)$/.exec(name) ?? [];
    const quantity = Number(value);
    if (kind === "quantity") return [{ line: Number(id), quantity }];
    return kind === "add" && quantity !== 0 ? [{ product_id: Number(id), option_id: 0, quantity }] : [];
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

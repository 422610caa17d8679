import type { EditOrderRequest } from "@furoshiki/api/admin/order-edits";

/** The fields of a new address, in the order of the form. */
export const addressFields = [
  ...(["first_name", "last_name", "country", "state", "postcode", "city", "address", "phone_mobile"] as const),
] as const;

/** The names of the fields for the quantity of a line, and for that of an added variant. */
export const getQuantityName = (line: number) => `quantity_${line}`;
export const getAddedName = (productId: number, optionId: number) => `added_${productId}_${optionId}`;

/** Builds the request of an edit from the form of the page. Delivery is sent only if it is another one. */
export function buildEditRequest(form: FormData): Partial<EditOrderRequest> {
  const get = (name: string) => String(form.get(name) ?? "").trim();
  const methodId = Number(get("method_id"));
  const pickupPoint = get("pickup_point") || null;
  const isSameDelivery = get("current_delivery") === formatDelivery(methodId, pickupPoint);
  const difference = get("expected_difference");
  return {
    lines: [...form].flatMap(([name, value]) => parseLine(name, Number(value))),
    ...(methodId > 0 && !isSameDelivery ? { delivery: { method_id: methodId, pickup_point: pickupPoint } } : {}),
    ...(form.has("has_new_address")
      ? { address: Object.fromEntries(addressFields.map((name) => [name, get(name)])) as EditOrderRequest["address"] }
      : {}),
    reason: get("reason"),
    ...(form.has("link_minutes") ? { link_minutes: Number(get("link_minutes")) } : {}),
    ...(difference === "" ? {} : { expected_difference: Number(difference) }),
  };
}

/** Formats method and pickup point, so that a form can tell whether they were changed. */
export function formatDelivery(methodId: number | null, pickupPoint: string | null): string {
  return `${methodId ?? ""}/${pickupPoint ?? ""}`;
}

function parseLine(name: string, quantity: number): NonNullable<EditOrderRequest["lines"]> {
  const [kind, first, second] = name.split("_");
  if (kind === "quantity") return [{ line: Number(first), quantity }];
  if (kind !== "added" || quantity === 0) return [];
  return [{ product_id: Number(first), option_id: Number(second), quantity }];
}

import type { PlaceManualOrderRequest } from "@furoshiki/api/admin/manual-orders";
import { addressFields } from "../order-edits/edit-request.ts";

/** Reads a field of a form as text without surrounding spaces. */
const getText = (form: FormData, name: string) => String(form.get(name) ?? "").trim();

/** The ordered variants: fields such as `added_12_0` hold their quantities. */
function listLines(form: FormData): PlaceManualOrderRequest["lines"] {
  return [...form].flatMap(([name, value]) => {
    const [kind, productId, optionId] = name.split("_");
    const quantity = Number(value);
    if (kind !== "added" || quantity === 0) return [];
    return [{ product_id: Number(productId), option_id: Number(optionId), quantity }];
  });
}

/** Builds the request that places an order from the form of the page. */
export function buildManualOrder(form: FormData): object {
  const get = (name: string) => getText(form, name);
  const customerId = Number(get("customer_id"));
  const claim = Number(get("claim"));
  const methodId = Number(get("method_id"));
  const total = get("expected_total");
  return {
    customer: customerId > 0 ? { id: customerId } : { email: get("customer_email") },
    ...(claim > 0 ? {} : { locale: get("locale"), currency: get("currency") }),
    lines: listLines(form),
    address: Object.fromEntries(addressFields.map((name) => [name, get(name)])),
    ...(methodId > 0 ? { method: { id: methodId, pickup_point: get("pickup_point") || null } } : {}),
    payment:
      claim > 0 ? { kind: "claim", return_id: claim } : { kind: "link", link_minutes: Number(get("link_minutes")) },
    reason: get("reason"),
    ...(total === "" ? {} : { expected_total: Number(total) }),
  };
}

/** Builds the query that estimates the order of the form; null while it has no items. */
export function buildEstimateQuery(form: FormData): URLSearchParams | null {
  const lines = listLines(form);
  if (lines.length === 0) return null;
  const get = (name: string) => getText(form, name);
  const values: Record<string, string> = {
    lines: lines.map(({ product_id, option_id, quantity }) => `${product_id}_${option_id}_${quantity}`).join(","),
    currency: get("currency"),
    country: get("country"),
    city: get("city"),
    postcode: get("postcode"),
    method: get("method_id"),
    pickup_point: get("pickup_point"),
    at_no_charge: get("claim") === "" ? "" : "true",
  };
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
}

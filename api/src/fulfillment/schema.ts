import type { Refusals } from "../platform/http/errors.ts";

export const refusals = {
  customs_data_missing: 409,
  shipment_not_allowed: 409,
} as const satisfies Refusals;

import type { Refusals } from "../../platform/http/errors.ts";

/** The code of the shipping method whose parcels CDEK takes. */
export const CDEK_METHOD = "cdek";

export const refusals = {
  carrier_not_set_up: 409,
  carrier_not_used: 409,
  carrier_order_not_found: 404,
  carrier_order_not_created: 409,
  carrier_print_refused: 422,
  carrier_print_unavailable: 502,
  carrier_refused: 422,
  carrier_unavailable: 502,
} as const satisfies Refusals;

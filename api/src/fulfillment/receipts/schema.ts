import type { Refusals } from "../../platform/http/errors.ts";

export const refusals = { receipt_not_available: 409 } as const satisfies Refusals;

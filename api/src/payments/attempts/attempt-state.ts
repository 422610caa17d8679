import { type Refusal, refuse } from "../../platform/http/errors.ts";
import { refusals } from "../schema.ts";

/** Longer than any call to a provider takes. An attempt that is older and has no answer counts as lost. */
const CALL_TIMEOUT_MS = 30_000;

/** Most attempts end within this time, in seconds. */
const RETRY_AFTER_S = 5;

/** Creates the refusal `payment_in_progress` with a Retry-After in seconds. */
export function createInProgressRefusal(): Refusal {
  return refuse(refusals, "payment_in_progress", { retryAfterSeconds: RETRY_AFTER_S });
}

/** Returns whether the result of an attempt must be awaited before another attempt may start. */
export function isInProgress(
  attempt: { status: string | null; provider_ref: string | null; created_at: Date | null },
  now: Date,
): boolean {
  if (attempt.status === null || attempt.created_at === null) return false;
  return attempt.provider_ref !== null || now.getTime() - attempt.created_at.getTime() < CALL_TIMEOUT_MS;
}

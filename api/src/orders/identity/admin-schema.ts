import { z } from "zod";
import type { Refusals } from "../../platform/http/errors.ts";

export const revealIdentityRequest = z
  .strictObject({ reason: z.string().trim().min(1, "required").max(500, "tooLong") })
  .meta({ id: "RevealIdentityRequest" });

/** What customs asks of the recipient of an order, which is hidden everywhere else. */
export const revealedIdentity = z
  .object({ passport: z.string(), issued_on: z.string(), inn: z.string() })
  .meta({ id: "RevealedIdentity" });
export type RevealedIdentity = z.infer<typeof revealedIdentity>;

export const refusals = { identity_not_given: 404 } as const satisfies Refusals;

import { z } from "zod";
import type { Refusals } from "../../platform/http/errors.ts";
import { approval } from "../admin-schema.ts";

/** The refusals of requests for approval. */
export const refusals = {
  own_approval: 403,
  approval_not_found: 404,
  approval_ended: 409,
  approval_outdated: 409,
  requester_not_allowed: 409,
} as const satisfies Refusals;

export const approvalList = z
  .object({
    /** Requests that wait, the oldest first. */
    pending: z.array(approval),
    /** The latest requests that have ended, the newest first. */
    ended: z.array(approval),
  })
  .meta({ id: "ApprovalList" });
export type ApprovalList = z.infer<typeof approvalList>;

/** The requests about an order that wait, the oldest first. */
export const pendingApprovals = z.object({ items: z.array(approval) }).meta({ id: "PendingApprovals" });
export type PendingApprovals = z.infer<typeof pendingApprovals>;

export const rejectApprovalRequest = z
  .strictObject({ reason: z.string().trim().min(1, "required").max(500, "tooLong") })
  .meta({ id: "RejectApprovalRequest" });

export const endedApproval = z
  .object({ id: z.int(), status: z.enum(["rejected", "canceled"]) })
  .meta({ id: "EndedApproval" });

import { z } from "zod";
import { defineTaskKind } from "../tasks/task-kind.ts";
import { publishReviewAction, rejectReviewAction } from "./admin-actions.ts";
import { MAX_REASON_LENGTH } from "./admin-schema.ts";
import { reviewSelection } from "./review-selection.ts";
import { contentStatuses } from "./schema.ts";

/** The values of a review when it was selected: a decision is refused if its author has changed it since. */
const base = z.object({ status: z.enum(contentStatuses), created_at: z.string() });

/** Publishes reviews, or rejects them with one reason. */
export const moderateReviewsTask = defineTaskKind({
  name: "reviews.moderate",
  list: reviewSelection,
  permission: publishReviewAction.permission,
  input: z
    .strictObject({
      decision: z.enum(["publish", "reject"]),
      /** Sent to the authors of rejected reviews. */
      reason: z.string().trim().max(MAX_REASON_LENGTH, "too_long").default(""),
    })
    .refine(({ decision, reason }) => decision === "publish" || reason !== "", { path: ["reason"], error: "required" }),
  createCall: (record, { decision, reason }) => {
    const { status: from, created_at } = base.parse(record.base);
    const params = { id: record.id };
    return decision === "publish"
      ? { action: publishReviewAction, params, input: { from, created_at: new Date(created_at).toISOString() } }
      : { action: rejectReviewAction, params, input: { from, reason } };
  },
});

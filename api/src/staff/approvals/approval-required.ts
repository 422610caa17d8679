import type { FieldChange } from "../../platform/audit/audit-log.ts";
import type { Payout } from "../admin-action.ts";

/** Ends the transaction of an action that a second person has to approve. Nothing of it is kept. */
export class ApprovalRequired extends Error {
  override name = "ApprovalRequired";
  readonly payout: Payout;
  /** What the action would have changed. */
  readonly changes: readonly FieldChange[];

  constructor(payout: Payout, changes: readonly FieldChange[]) {
    super("a second person has to approve this action");
    this.payout = payout;
    this.changes = changes;
  }
}

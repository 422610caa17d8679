import type { ReturnAction, ReturnKind, ReturnOutcome, ReturnStatus } from "./admin-schema.ts";

/** The statuses to which the steps of a return lead. */
export const targetStatuses = {
  approve: "approved",
  receive: "received",
  resolve: "resolved",
  reject: "rejected",
} as const satisfies Record<ReturnAction, ReturnStatus>;

const goodsTransitions: Readonly<Record<ReturnStatus, readonly ReturnStatus[]>> = {
  requested: ["approved", "rejected"],
  approved: ["received", "rejected"],
  received: ["resolved"],
  resolved: [],
  rejected: [],
};

/** The goods of a claim do not come back. */
const claimTransitions: typeof goodsTransitions = {
  ...goodsTransitions,
  approved: ["resolved", "rejected"],
};

/** Returns whether a return may change from one status to another (docs/domain/returns.md). */
export function canTransition(kind: ReturnKind, from: ReturnStatus, to: ReturnStatus): boolean {
  return (kind === "claim" ? claimTransitions : goodsTransitions)[from].includes(to);
}

/** The possible outcomes of each kind, the usual one first. */
export const outcomesByKind: Readonly<Record<ReturnKind, readonly ReturnOutcome[]>> = {
  return: ["refund", "none"],
  exchange: ["replacement", "refund", "none"],
  claim: ["replacement", "refund", "none"],
};

/** Returns the next step in the usual course of a return; null if it is closed. */
export function getNextStep(kind: ReturnKind, status: ReturnStatus): ReturnAction | null {
  if (status === "requested") return "approve";
  if (canTransition(kind, status, "received")) return "receive";
  return canTransition(kind, status, "resolved") ? "resolve" : null;
}

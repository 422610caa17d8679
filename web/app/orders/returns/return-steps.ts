import type { CustomerReturn } from "@furoshiki/api/returns";

/** A step of a return. `at` is when it was reached, ISO 8601. */
export type ReturnStep = {
  step: CustomerReturn["status"];
  state: "done" | "current" | "upcoming";
  at: string | null;
};

const goodsSteps = ["requested", "approved", "received", "resolved"] as const;
/** The goods of a claim do not come back. */
const claimSteps = ["requested", "approved", "resolved"] as const;

type Return = Pick<CustomerReturn, "kind" | "status" | "requested_at" | "approved_at" | "received_at" | "closed_at">;

/** Creates the steps of a return (docs/domain/returns.md). A rejected return ends with its rejection. */
export function createReturnSteps(row: Return): ReturnStep[] {
  const times = {
    ...{ requested: row.requested_at, approved: row.approved_at, received: row.received_at },
    ...{ resolved: row.closed_at, rejected: row.closed_at },
  };
  const steps = row.kind === "claim" ? claimSteps : goodsSteps;
  if (row.status === "rejected") {
    const reached = [...steps.filter((step) => step !== "resolved" && times[step] !== null), "rejected"] as const;
    return reached.map((step) => ({ step, state: "done", at: times[step] }));
  }
  const current = steps.findIndex((step) => step === row.status);
  return steps.map((step, index) => {
    const isDone = index < current || row.status === "resolved";
    return {
      step,
      state: isDone ? "done" : index === current ? "current" : "upcoming",
      at: isDone || index === current ? times[step] : null,
    };
  });
}

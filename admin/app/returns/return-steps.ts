import type { ReturnDetail } from "@furoshiki/api/admin/returns";
import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import type { FieldErrors } from "../api-client/request-context.ts";

/** The dialogs of the page of a return, with the last part of their endpoint. */
export const stepPaths = {
  approve: "approve",
  receive: "receive",
  refund: "refund",
  replace: "resolve",
  close: "resolve",
  reject: "reject",
} as const;
export type ReturnStep = keyof typeof stepPaths;

/** Returns whether a value names a dialog. */
export function isReturnStep(value: unknown): value is ReturnStep {
  return typeof value === "string" && Object.hasOwn(stepPaths, value);
}

/** What a step would do with the usual input, or why it is refused. */
type StepEffects = { effects: PreviewEffects } | { refusal: string };

/** A step that the page offers. The key makes a repeated form have an effect only once. */
export type StepPreview = StepEffects & { step: ReturnStep; idempotencyKey: string };

/** What the form of a step shows after it was refused. */
export type StepFailure = { intent: string; message: string; errors: FieldErrors };

/** Lists the steps that the person can take now, the usual one first. */
export function listPossibleSteps({ next_step, actions, outcomes }: ReturnDetail): ReturnStep[] {
  const isAllowed = (name: "approve" | "receive" | "reject") =>
    actions.some((action) => action.name === name && action.reasons.length === 0);
  const outcomeSteps = { refund: "refund", replacement: "replace", none: "close" } as const;
  return [
    ...(next_step === "approve" && isAllowed("approve") ? ["approve" as const] : []),
    ...(isAllowed("receive") ? ["receive" as const] : []),
    ...outcomes.map((outcome) => outcomeSteps[outcome]),
    ...(isAllowed("reject") ? ["reject" as const] : []),
  ];
}

/** Returns the body of a step with the usual input, for its preview. */
export function createPreviewBody(step: ReturnStep, { status, lines }: ReturnDetail): object {
  const from = status;
  switch (step) {
    case "approve":
      return { from };
    case "receive":
      return {
        from,
        lines: lines.map(({ line, quantity }) => ({
          ...{ line, received_quantity: quantity, condition: "unopened", restocked_quantity: quantity },
        })),
      };
    case "refund":
      return { from };
    case "replace":
      return { from, outcome: "replacement" };
    case "close":
      return { from, outcome: "none", reason: "preview" };
    case "reject":
      return { from, reason: "preview" };
  }
}

/** Returns the body of a step from its form. The fields of a line are named `condition-2` for line 2. */
export function createStepBody(step: ReturnStep, form: FormData): object {
  const from = form.get("from");
  const lines = form.getAll("line").map(Number);
  const getNumber = (name: string) => Number(form.get(name) ?? 0);
  switch (step) {
    case "approve":
      return { from, instructions: form.get("instructions") ?? "" };
    case "receive":
      return {
        from,
        lines: lines.map((line) => {
          const condition = form.get(`condition-${line}`);
          const restocked = getNumber(`restocked_quantity-${line}`);
          return {
            ...{ line, condition, received_quantity: getNumber(`received_quantity-${line}`) },
            restocked_quantity: condition === "unopened" ? restocked : 0,
          };
        }),
      };
    case "refund": {
      const amount = form.get("amount");
      return { from, delivery: getNumber("delivery"), amount: amount ? Number(amount) : null };
    }
    case "replace":
      return {
        ...{ from, outcome: "replacement" },
        replacement_lines: lines.flatMap((line) => {
          const option = form.get(`option-${line}`);
          return option === null ? [] : [{ line, option_id: Number(option) }];
        }),
      };
    case "close":
      return { from, outcome: "none", reason: form.get("reason") ?? "" };
    case "reject":
      return { from, reason: form.get("reason") ?? "" };
  }
}

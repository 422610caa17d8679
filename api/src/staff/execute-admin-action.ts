import type { z } from "zod";
import type { Actor } from "../platform/audit/actor.ts";
import { recordAuditEntry } from "../platform/audit/audit-log.ts";
import { insertUndoRecords } from "../platform/audit/undo-records.ts";
import { runPreview } from "../platform/changes/preview.ts";
import { type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { withIdempotency } from "../platform/http/idempotency.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import {
  type ActionContext,
  type AdminAction,
  type AnyAdminAction,
  type Payout,
  requirePermission,
  requireStepUp,
} from "./admin-action.ts";
import { refusals as approvalRefusals } from "./approvals/admin-schema.ts";
import { ApprovalRequired } from "./approvals/approval-required.ts";
import type { PreviewEffects } from "./audit/admin-schema.ts";
import type { Permission } from "./permissions.ts";
import { collectEffects } from "./preview-effects.ts";

/** How long an action can be undone. */
export const UNDO_MS = 10 * 60 * 1000;

/** Who executes an action, and how. */
export type ActionCaller = Readonly<{
  actor: Actor;
  permissions: ReadonlySet<Permission>;
  /** Until when actions that require a recent code of the authenticator are allowed. */
  stepUpUntil: Date | null;
  locale: Locale;
  requestId: string | null;
  /** True to return the effects without changing anything. */
  isPreview: boolean;
  /** With a key, the same call is executed only once; null to execute it each time. */
  idempotencyKey: string | null;
}>;

/** An executed action, as JSON values. */
export type ExecutedAction<R> = {
  result: R;
  /** Null if nothing was changed, and in a preview. */
  audit_entry_id: number | null;
  /** Until when the action can be undone, in ISO 8601; null if it cannot. */
  undo_until: string | null;
  preview: PreviewEffects | null;
};

/** An action that ran in a transaction which is not committed yet. */
export type RanAction<R> = ExecutedAction<R> & { payout: Payout | null };

/** What has led to an action, if it was not requested directly. */
export type ActionOrigin = Readonly<{
  /** The id of the audit entry that the action undoes. */
  undoOf?: number;
  /** The request that is approved: on whose behalf the action is executed, and the amount that it may pay back. */
  approval?: Readonly<{ id: number; requester: Actor; amountMinor: number; currency: string }>;
  /** The task that executes the action, and for how long it can be undone, in milliseconds. */
  task?: Readonly<{ id: number; undoMs: number }>;
}>;

/**
 * Executes an action: checks permission and step-up, makes the change and writes the audit entry, in one transaction. A
 * preview does the same and rolls back; it needs no step-up.
 * @param call.params validated parameters
 * @param call.input validated input
 * @throws Refusal `forbidden`, `step_up_required`, `step_up_not_possible`, `preview_busy`, and those of the action
 * @throws ApprovalRequired if a second person has to approve it (see `executeWithApproval`)
 */
export async function executeAdminAction<P extends z.ZodObject, I extends z.ZodType, R>(
  app: AppContext,
  action: AdminAction<P, I, R>,
  call: ActionCaller & { params: z.output<P>; input: z.output<I> },
): Promise<ExecutedAction<R>> {
  await authorizeAction(app, action, call);
  const { hiddenResult } = action;
  const caller = hiddenResult === undefined ? call : { ...call, idempotencyKey: null };
  return runAsCaller(
    app,
    caller,
    { scope: action.name, body: { params: call.params, input: call.input } },
    async (tx) => {
      const ran = await runAction(app, tx, action, call);
      return call.isPreview && hiddenResult !== undefined ? { ...ran, result: hiddenResult } : ran;
    },
  );
}

/**
 * Checks whether a caller may execute an action. The permission is checked before anything is read, so that a refusal
 * does not reveal whether a record exists.
 * @throws Refusal `forbidden`, `step_up_required` or `step_up_not_possible`
 */
export async function authorizeAction(
  app: AppContext,
  action: AnyAdminAction,
  call: ActionCaller & { params: unknown; input: unknown },
): Promise<void> {
  const context = createContext(app, call);
  requirePermission(context, action.permission);
  if (await action.stepUp(call.params as Record<string, unknown>, call.input, context)) requireStepUp(context);
}

/**
 * Runs `work` in a transaction: of a preview, of an idempotency key, or an ordinary one.
 * @param call what the idempotency key belongs to, besides the actor, and what it stands for
 */
export async function runAsCaller<R>(
  app: AppContext,
  caller: ActionCaller,
  call: { scope: string; body: unknown },
  work: (tx: Tx) => Promise<RanAction<R>>,
): Promise<ExecutedAction<R>> {
  if (!caller.isPreview)
    return runOnce(app, caller, call, async (tx) => {
      const { payout: _payout, ...executed } = await work(tx);
      return executed;
    });
  return runPreview(app.db, async (tx) => {
    const { value, effects } = await collectEffects(tx, () => work(tx));
    const { payout, ...executed } = value;
    const preview = { ...effects, requires_approval: payout?.requiresApproval ?? false };
    return { ...executed, audit_entry_id: null, undo_until: null, preview };
  });
}

/** Runs `work` in a transaction, only once for each idempotency key of a caller. */
export async function runOnce<R extends object>(
  app: AppContext,
  { actor, idempotencyKey }: Pick<ActionCaller, "actor" | "idempotencyKey">,
  call: { scope: string; body: unknown },
  work: (tx: Tx) => Promise<R>,
): Promise<R> {
  if (idempotencyKey === null) return withTransaction(app.db, work);
  const scope = `admin:${actor.kind}:${actor.id}:${call.scope}`;
  return withIdempotency(app.db, { scope, key: idempotencyKey, body: call.body }, work);
}

/**
 * Makes the change of an action that was authorized, and records it.
 * @throws Refusal `approval_outdated` if an approved action would pay back another amount, and those of the action
 * @throws ApprovalRequired if a second person has to approve it
 */
export async function runAction<P extends z.ZodObject, I extends z.ZodType, R>(
  app: AppContext,
  tx: Tx,
  action: AdminAction<P, I, R>,
  call: ActionCaller & { params: z.output<P>; input: z.output<I> },
  { undoOf, approval, task }: ActionOrigin = {},
): Promise<RanAction<R>> {
  const { params, input, actor, requestId } = call;
  const context = createContext(app, call);
  const runContext = approval ? { ...context, actor: approval.requester } : context;
  const { result, changes, payout = null } = await action.run(tx, params, input, runContext);
  if (approval) checkApprovedPayout(approval, payout);
  else if (payout?.requiresApproval && !call.isPreview) throw new ApprovalRequired(payout, changes ?? []);
  const ran = { result, undo_until: null, preview: null, payout: approval ? null : payout };
  if (changes === null) return { ...ran, audit_entry_id: null };
  const audit_entry_id = await recordAuditEntry(app, tx, {
    ...{ actor, action: action.name, subject: action.subject(params, result), reason: getReason(input), requestId },
    changes: approval ? [...changes, { field: "requested_by", from: null, to: approval.requester.label }] : changes,
    ...{ undoOf: undoOf ?? null, approvalId: approval?.id ?? null, taskId: task?.id ?? null },
  });
  const inverse = action.inverse?.({ params, input, result, changes }) ?? null;
  if (inverse === null) return { ...ran, audit_entry_id };
  const validUntil = new Date(context.now.getTime() + (task?.undoMs ?? UNDO_MS));
  await insertUndoRecords(app.config, tx, [{ ...inverse, entryId: audit_entry_id, validUntil }]);
  return { ...ran, audit_entry_id, undo_until: validUntil.toISOString() };
}

/** What was approved is an amount: after another refund, the same request may pay back less. */
function checkApprovedPayout(approval: NonNullable<ActionOrigin["approval"]>, payout: Payout | null): void {
  if (payout?.amountMinor === approval.amountMinor && payout.currency === approval.currency) return;
  const data = { amount_minor: payout?.amountMinor ?? 0, currency: approval.currency };
  throw refuse(approvalRefusals, "approval_outdated", { data });
}

/** Creates the context of an action from its caller. */
export function createContext(app: AppContext, call: ActionCaller): ActionContext {
  const now = app.clock.now();
  const { actor, locale, permissions } = call;
  return { app, now, actor, locale, permissions, stepUpRefusal: getStepUpRefusal(call, now) };
}

function getStepUpRefusal({ actor, isPreview, stepUpUntil }: ActionCaller, now: Date): ActionContext["stepUpRefusal"] {
  if (isPreview) return null;
  if (actor.kind === "token") return "step_up_not_possible";
  // Whoever has a shell on the server needs no code.
  if (actor.kind !== "staff") return null;
  return stepUpUntil === null || stepUpUntil <= now ? "step_up_required" : null;
}

/** Returns the field `reason` of an input; an empty string if there is none. */
export function getReason(input: unknown): string {
  const { reason } = Object(input) as { reason?: unknown };
  return typeof reason === "string" ? reason : "";
}

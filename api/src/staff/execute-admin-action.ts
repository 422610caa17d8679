import type { z } from "zod";
import type { Actor } from "../platform/audit/actor.ts";
import { recordAuditEntry } from "../platform/audit/audit-log.ts";
import { insertUndoRecord } from "../platform/audit/undo-records.ts";
import { runPreview } from "../platform/changes/preview.ts";
import { type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { withIdempotency } from "../platform/http/idempotency.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { type ActionContext, type AdminAction, type AnyAdminAction, requireStepUp } from "./admin-action.ts";
import { refusals } from "./admin-schema.ts";
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

/**
 * Executes an action: checks permission and step-up, makes the change and writes the audit entry, in one transaction. A
 * preview does the same and rolls back; it needs no step-up.
 * @param call.params validated parameters
 * @param call.input validated input
 * @throws Refusal `forbidden`, `step_up_required`, `step_up_not_possible`, `preview_busy`, and those of the action
 */
export async function executeAdminAction<P extends z.ZodObject, I extends z.ZodType, R>(
  app: AppContext,
  action: AdminAction<P, I, R>,
  call: ActionCaller & { params: z.output<P>; input: z.output<I> },
): Promise<ExecutedAction<R>> {
  await authorizeAction(app, action, call);
  return runAsCaller(app, call, { scope: action.name, body: { params: call.params, input: call.input } }, (tx) =>
    runAction(app, tx, action, call, null),
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
  const { permission } = action;
  if (!call.permissions.has(permission))
    throw refuse(refusals, "forbidden", { data: { permission }, securityLog: { detail: permission } });
  const context = createContext(app, call);
  if (await action.stepUp(call.params as Record<string, unknown>, call.input, context)) requireStepUp(context);
}

/**
 * Runs `work` in a transaction: of a preview, of an idempotency key, or an ordinary one.
 * @param call what the idempotency key belongs to, besides the actor, and what it stands for
 */
export async function runAsCaller<R>(
  app: AppContext,
  { actor, isPreview, idempotencyKey }: ActionCaller,
  call: { scope: string; body: unknown },
  work: (tx: Tx) => Promise<ExecutedAction<R>>,
): Promise<ExecutedAction<R>> {
  if (isPreview)
    return runPreview(app.db, async (tx) => {
      const { value, effects } = await collectEffects(tx, () => work(tx));
      return { ...value, audit_entry_id: null, undo_until: null, preview: effects };
    });
  if (idempotencyKey === null) return withTransaction(app.db, work);
  const scope = `admin:${actor.kind}:${actor.id}:${call.scope}`;
  return withIdempotency(app.db, { scope, key: idempotencyKey, body: call.body }, work);
}

/**
 * Makes the change of an action that was authorized, and records it.
 * @param undoOf the id of the audit entry that it undoes
 */
export async function runAction<P extends z.ZodObject, I extends z.ZodType, R>(
  app: AppContext,
  tx: Tx,
  action: AdminAction<P, I, R>,
  call: ActionCaller & { params: z.output<P>; input: z.output<I> },
  undoOf: number | null,
): Promise<ExecutedAction<R>> {
  const { params, input, actor, requestId } = call;
  const context = createContext(app, call);
  const { result, changes } = await action.run(tx, params, input, context);
  if (changes === null) return { result, audit_entry_id: null, undo_until: null, preview: null };
  const subject = action.subject(params, result);
  const entry = { actor, action: action.name, subject, changes, reason: getReason(input), requestId, undoOf };
  const audit_entry_id = await recordAuditEntry(app, tx, entry);
  const inverse = action.inverse?.({ params, input, result, changes }) ?? null;
  if (inverse === null) return { result, audit_entry_id, undo_until: null, preview: null };
  const validUntil = new Date(context.now.getTime() + UNDO_MS);
  await insertUndoRecord(app.config, tx, audit_entry_id, { ...inverse, validUntil });
  return { result, audit_entry_id, undo_until: validUntil.toISOString(), preview: null };
}

function createContext(app: AppContext, call: ActionCaller): ActionContext {
  const now = app.clock.now();
  return { app, now, actor: call.actor, locale: call.locale, stepUpRefusal: getStepUpRefusal(call, now) };
}

function getStepUpRefusal({ actor, isPreview, stepUpUntil }: ActionCaller, now: Date): ActionContext["stepUpRefusal"] {
  if (isPreview) return null;
  if (actor.kind === "token") return "step_up_not_possible";
  // Whoever has a shell on the server needs no code.
  if (actor.kind !== "staff") return null;
  return stepUpUntil === null || stepUpUntil <= now ? "step_up_required" : null;
}

/** Returns the field `reason` of an input; an empty string if there is none. */
function getReason(input: unknown): string {
  const { reason } = Object(input) as { reason?: unknown };
  return typeof reason === "string" ? reason : "";
}

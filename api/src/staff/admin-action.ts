import type { z } from "zod";
import type { Actor } from "../platform/audit/actor.ts";
import type { AuditSubject, FieldChange } from "../platform/audit/audit-log.ts";
import type { Tx } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { type Refusal, refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { refusals } from "./admin-schema.ts";
import type { Permission } from "./permissions.ts";

/** What an action runs with besides its transaction and input. */
export type ActionContext = Readonly<{
  app: AppContext;
  now: Date;
  actor: Actor;
  locale: Locale;
  permissions: ReadonlySet<Permission>;
  /** Why an action that requires a recent code of the authenticator is refused; null if it is allowed. */
  stepUpRefusal: "step_up_required" | "step_up_not_possible" | null;
}>;

/**
 * Refuses an action without a recent code of the authenticator. `run` calls it if only the transaction shows whether a
 * code is required, such as a limit of what parallel requests do together.
 * @throws Refusal `step_up_required` or `step_up_not_possible`
 */
export function requireStepUp({ stepUpRefusal }: ActionContext): void {
  if (stepUpRefusal) throw refuse(refusals, stepUpRefusal);
}

/** Refuses an action that needs a further permission for its input. @throws Refusal `forbidden` */
export function requirePermission({ permissions }: Pick<ActionContext, "permissions">, permission: Permission): void {
  if (!permissions.has(permission))
    throw refuse(refusals, "forbidden", { data: { permission }, securityLog: { detail: permission } });
}

/** Money that an action pays back by decision of staff. */
export type Payout = Readonly<{
  /** The record that the money belongs to. */
  subject: AuditSubject;
  /** In minor units of the currency. */
  amountMinor: number;
  currency: string;
  /** Whether a second person has to approve the action (docs/security.md#approvals). */
  requiresApproval: boolean;
}>;

/**
 * What an action did. The result is sent to the client, so it consists of JSON values. `changes` is null if nothing was
 * changed, such as a status that was set already: then there is no audit entry. An action that pays money back returns a
 * payout.
 */
export type ActionOutcome<R> = Readonly<{
  result: R;
  changes: readonly FieldChange[] | null;
  payout?: Payout | null;
}>;

/** The action that undoes another one, by its name, with parameters and input as a request has them. */
export type InverseAction = Readonly<{ action: string; params: unknown; input: unknown }>;

/** One of the calls that an action executes together. */
export type BatchCall<P, I> = Readonly<{ params: P; input: I }>;

/** What an action did with one of many records; a refusal has changed nothing of it. */
export type BatchOutcome<R> = ActionOutcome<R> | Readonly<{ refusal: Refusal }>;

type Executed<P, I, R> = Readonly<{ params: P; input: I; result: R; changes: readonly FieldChange[] }>;

/**
 * One kind of change that staff can make, defined once: the browser, the command line and undo execute the same action.
 * The functions are declared as methods, so that an action with any input is an `AnyAdminAction`.
 */
export type AdminAction<P extends z.ZodObject, I extends z.ZodType, R> = Readonly<{
  /** Stored in the audit log: the record and what was done, such as `order.packing_started`. */
  name: string;
  permission: Permission;
  /** The parameters of the path. */
  params: P;
  /** The body of a request. The field `reason`, if there is one, is also the reason in the audit log. */
  input: I;
  /** Returns the record that the action changes. */
  subject(params: z.output<P>, result: R): AuditSubject;
  /** Returns whether a code of the authenticator must have been entered within the last five minutes. */
  stepUp(params: z.output<P>, input: z.output<I>, context: ActionContext): boolean | Promise<boolean>;
  /** Makes the change. All that it does is part of the transaction or waits for its commit. */
  run(tx: Tx, params: z.output<P>, input: z.output<I>, context: ActionContext): Promise<ActionOutcome<R>>;
  /**
   * Makes the changes of many calls with few statements, for tasks. Returns an outcome for each call, in their order, and
   * does the same as `run` for each of them; never with payouts. Without this function, a task executes `run` for each
   * record.
   */
  runBatch?: {
    run(
      tx: Tx,
      calls: readonly BatchCall<z.output<P>, z.output<I>>[],
      context: ActionContext,
    ): Promise<readonly BatchOutcome<R>[]>;
  }["run"];
  /** How an executed action is undone: null if never, or if this function returns null. */
  inverse: { build(executed: Executed<z.output<P>, z.output<I>, R>): InverseAction | null }["build"] | null;
  /**
   * Of an action whose result is shown once and only with an audit entry, such as personal data or a secret: what a preview
   * returns instead.
   * Its result is not stored for an idempotency key either.
   */
  hiddenResult?: R;
}>;

export type AnyAdminAction = AdminAction<z.ZodObject, z.ZodType, unknown>;

/** Defines an action. `executeAdminAction` checks who may execute it, and records it. */
export function adminAction<P extends z.ZodObject, I extends z.ZodType, R>(
  action: AdminAction<P, I, R>,
): AdminAction<P, I, R> {
  return action;
}

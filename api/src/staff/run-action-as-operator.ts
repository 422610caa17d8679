import type { z } from "zod";
import type { Actor } from "../platform/audit/actor.ts";
import { type CommandContext, CommandError, type CommandOption } from "../platform/commands/command.ts";
import { getOperatorName } from "../platform/commands/operator.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { AdminAction } from "./admin-action.ts";
import { findActiveStaffId } from "./actor-sql.ts";
import { executeAdminAction, type ExecutedAction } from "./execute-admin-action.ts";
import { permissions } from "./permissions.ts";

/** The option of commands that execute an action: who is named in the audit log. */
export const asOption: Record<"as", CommandOption> = {
  as: {
    type: "string",
    value: "EMAIL",
    summary: "the member of staff who makes the change; OPERATOR, the user of sudo or of the system by default",
  },
};

/**
 * Executes an action for a command, like the admin API, but with every permission: whoever has a shell on the server is
 * not limited by permissions and needs no code.
 * @param call.input validated with the schema of the action
 * @param call.locale the language of emails to people whose language is not known; English by default
 * @throws CommandError if `--as` names nobody, ZodError, and the refusals of the action
 */
export async function runActionAsOperator<P extends z.ZodObject, I extends z.ZodType, R>(
  context: CommandContext,
  action: AdminAction<P, I, R>,
  { params, input, locale = "en-US" }: { params: z.input<P>; input: z.input<I>; locale?: Locale },
): Promise<ExecutedAction<R>> {
  return executeAdminAction(context.app, action, {
    actor: await getOperatorActor(context.app.db, context),
    ...{ permissions: new Set(permissions), stepUpUntil: null, locale, requestId: null },
    ...{ isPreview: false, idempotencyKey: null },
    params: action.params.parse(params),
    input: action.input.parse(input),
  });
}

async function getOperatorActor(db: Db, context: Pick<CommandContext, "options">): Promise<Actor> {
  const email = context.options["as"];
  const actor = { kind: "command", sessionId: null, ipAddress: null } as const;
  if (typeof email !== "string") return { ...actor, id: null, label: getOperatorName(context) };
  const label = email.trim().toLowerCase();
  const id = await findActiveStaffId(db, label);
  if (id === null) throw new CommandError(`There is no active member of staff with the email ${label}.`);
  return { ...actor, id, label };
}

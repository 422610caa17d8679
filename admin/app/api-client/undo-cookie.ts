import { createCookie } from "react-router";
import { z } from "zod";
import type { RequestContext } from "./request-context.ts";

/** How long the message of an action offers to undo it, in milliseconds. The audit log offers it for longer. */
const OFFER_MS = 30_000;

const undoableAction = z.object({
  /** Id of the audit entry. */
  entry: z.int(),
  /** Name of the action in the audit log. */
  action: z.string(),
  /** Path of the page that shows the record. */
  path: z.string(),
  /** Until when undo is offered, in ISO 8601. */
  until: z.iso.datetime(),
  /** Whether an email is sent then, which ends the undo. */
  hasEmail: z.boolean(),
  /** Why the undo was refused, if it was tried. */
  refusal: z.string().nullable(),
});

/** The last action of a person that can be undone. */
export type UndoableAction = Readonly<z.infer<typeof undoableAction>>;

const cookie = createCookie("admin_undo", { path: "/admin", httpOnly: true, sameSite: "strict" });

/** What the API returns for an executed action, besides its result. */
export type ExecutedAction = { audit_entry_id: number | null; undo_until: string | null };

/**
 * Offers to undo an executed action on the page that the browser shows next. Nothing is offered for an action that
 * changed nothing or has no undo.
 *
 * @param details.path path of the page that shows the record
 * @param details.emailAt when an email about it is sent, in ISO 8601; null if none is
 */
export async function offerUndo(
  requestContext: RequestContext,
  { audit_entry_id: entry, undo_until: undoUntil }: ExecutedAction,
  { action, path, emailAt = null }: { action: string; path: string; emailAt?: string | null },
): Promise<void> {
  if (entry === null || undoUntil === null) return storeUndo(requestContext, null);
  const until = emailAt ?? new Date(Math.min(Date.parse(undoUntil), Date.now() + OFFER_MS)).toISOString();
  return storeUndo(requestContext, { entry, action, path, until, hasEmail: emailAt !== null, refusal: null });
}

/** Returns the last action of the browser that can still be undone; null without one. */
export async function readUndo({ headers }: Request): Promise<UndoableAction | null> {
  const { data } = undoableAction.safeParse(await cookie.parse(headers.get("cookie")));
  return data && Date.parse(data.until) > Date.now() ? data : null;
}

/** Stores the action that can be undone; null removes it. */
export async function storeUndo(
  { server, responseCookies }: RequestContext,
  action: UndoableAction | null,
): Promise<void> {
  const maxAge = action === null ? 0 : Math.max(1, Math.ceil((Date.parse(action.until) - Date.now()) / 1000));
  responseCookies.push(await cookie.serialize(action, { secure: server.secureCookies, maxAge }));
}

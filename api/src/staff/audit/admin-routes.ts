import { z } from "zod";
import type { AnyAdminAction } from "../admin-action.ts";
import { addActionRoute, type AdminApi, adminQuery, requireFullSession } from "../admin-endpoint.ts";
import { auditChain, auditPage, auditQuery, refusals } from "./admin-schema.ts";
import { getAuditPage, getChainState } from "./audit-list.ts";
import { undoAction } from "./undo-action.ts";

const { audit_period_required, ...undoRefusals } = refusals;

const entryParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "invalid")
    .transform(Number),
});

/**
 * Returns a function that adds the endpoints of the audit log.
 * @param actions every action, for undo
 */
export function auditRoutes(actions: readonly AnyAdminAction[]): (api: AdminApi) => void {
  return (api) => {
    adminQuery(api, {
      path: "/audit",
      permission: "audit:read",
      summary: "List the audit log, the newest entries first",
      query: auditQuery,
      response: auditPage,
      refusals: { audit_period_required },
      handler: async ({ db, query, now }) => ({ data: await getAuditPage(db, query, now) }),
    });
    adminQuery(api, {
      path: "/audit/chain",
      permission: "audit:read",
      summary: "Get the state of the hash chain over the audit log",
      response: auditChain,
      handler: async ({ db }) => ({ data: await getChainState(db) }),
    });
    addActionRoute(api, {
      method: "post",
      path: "/audit/{id}/undo",
      summary: "Undo an action, for ten minutes and while its fields are unchanged",
      params: entryParams,
      response: z.unknown(),
      refusals: undoRefusals,
      middleware: requireFullSession,
      execute: (caller, { params }, { app }) => undoAction(app, actions, caller, params.id),
    });
  };
}

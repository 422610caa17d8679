import { z } from "zod";
import { idParams } from "../../platform/http/id-params.ts";
import type { AnyAdminAction } from "../admin-action.ts";
import { addActionRoute, type AdminApi, adminQuery, requireFullSession } from "../admin-endpoint.ts";
import { approval, noInput, refusals as staffRefusals } from "../admin-schema.ts";
import { approvalList, endedApproval, pendingApprovals, refusals, rejectApprovalRequest } from "./admin-schema.ts";
import { approveRequest, cancelRequest, rejectRequest } from "./decide-approval.ts";
import { getApproval, getApprovalList, getOrderApprovals, getViewer } from "./list-approvals.ts";

const { approval_not_found, approval_ended, approval_outdated, own_approval, requester_not_allowed } = refusals;
const decisionRefusals = {
  ...{ approval_not_found, approval_ended, own_approval },
  step_up_not_possible: staffRefusals.step_up_not_possible,
};

/**
 * Returns a function that adds the endpoints of requests for approval (docs/security.md#approvals).
 * @param actions every action
 */
export const approvalRoutes = (actions: readonly AnyAdminAction[]) => (api: AdminApi) => {
  addQueries(api, actions);
  addActionRoute(api, {
    method: "post",
    path: "/approvals/{id}/approve",
    summary: "Approve a request of another person: its action is executed",
    params: idParams,
    body: noInput,
    response: z.unknown(),
    refusals: { ...decisionRefusals, approval_outdated, requester_not_allowed },
    middleware: requireFullSession,
    execute: (caller, { params }, { app }) => approveRequest(app, actions, caller, params.id),
  });
  addActionRoute(api, {
    method: "post",
    path: "/approvals/{id}/reject",
    summary: "Reject a request of another person",
    params: idParams,
    body: rejectApprovalRequest,
    response: endedApproval,
    refusals: decisionRefusals,
    middleware: requireFullSession,
    execute: (caller, { params, body }, { app }) => rejectRequest(app, actions, caller, { ...params, ...body }),
  });
  addActionRoute(api, {
    method: "post",
    path: "/approvals/{id}/cancel",
    summary: "Cancel a request of one's own",
    params: idParams,
    body: noInput,
    response: endedApproval,
    refusals: { approval_not_found, approval_ended },
    middleware: requireFullSession,
    execute: (caller, { params }, { app }) => cancelRequest(app, caller, params.id),
  });
};

function addQueries(api: AdminApi, actions: readonly AnyAdminAction[]): void {
  adminQuery(api, {
    path: "/approvals",
    permission: "orders:read",
    summary: "List one's own requests for approval, and those that one may decide on",
    response: approvalList,
    handler: async ({ db, session, now }) => ({ data: await getApprovalList(db, getViewer(actions, session), now) }),
  });
  adminQuery(api, {
    path: "/approvals/{id}",
    permission: "orders:read",
    summary: "Get a request for approval",
    params: idParams,
    response: approval,
    refusals: { approval_not_found },
    handler: async ({ db, params, session, now }) => ({
      data: await getApproval(db, getViewer(actions, session), params.id, now),
    }),
  });
  adminQuery(api, {
    path: "/orders/{id}/approvals",
    permission: "orders:read",
    summary: "List the requests for approval of an order that wait",
    params: idParams,
    response: pendingApprovals,
    handler: async ({ db, params, session, now }) => ({
      data: await getOrderApprovals(db, getViewer(actions, session), params.id, now),
    }),
  });
}

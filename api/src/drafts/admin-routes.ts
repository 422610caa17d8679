import { refuse } from "../platform/http/errors.ts";
import { type AdminApi, sessionEndpoint, type StaffSession } from "../staff/admin-endpoint.ts";
import { refusals as staffRefusals } from "../staff/admin-schema.ts";
import type { Permission } from "../staff/permissions.ts";
import { type DraftKind, draftParams, isDraftField, saveDraftRequest, storedDraft } from "./admin-schema.ts";
import { deleteDraft, findDraft, upsertDraft } from "./sql.ts";

/** The permission that a form needs, and so its draft. */
const permissionsByKind: Record<DraftKind, Permission> = {
  customs_data: "products:write",
  manual_order: "orders:edit",
  order_edit: "orders:edit",
  order_note: "orders:edit",
  product: "products:write",
  purchase_order: "inventory:write",
  question_answer: "reviews:moderate",
  reply_template: "reviews:moderate",
  return_request: "returns:write",
  review_answer: "reviews:moderate",
};

const path = "/drafts/{kind}/{id}";
const { forbidden } = staffRefusals;

/** Endpoints of the drafts of one's own. They change no record, and are not in the audit log. */
export function draftRoutes(api: AdminApi): void {
  sessionEndpoint(api, {
    ...{ method: "get", path, session: "full", params: draftParams, response: storedDraft },
    summary: "Get what the person has typed into a form and not saved",
    refusals: { forbidden },
    handler: async ({ db, session, params }) => {
      requirePermissionFor(session, params.kind);
      return { data: { draft: await findDraft(db, session.staff.id, params) } };
    },
  });
  sessionEndpoint(api, {
    ...{ method: "put", path, session: "full", params: draftParams, body: saveDraftRequest },
    summary: "Save what the person has typed into a form; other fields than those of the form are left out",
    refusals: { forbidden },
    handler: async ({ db, session, params, body, now }) => {
      requirePermissionFor(session, params.kind);
      const fields = Object.entries(body.changes).filter(([name]) => isDraftField(params.kind, name));
      const changes = Object.fromEntries(fields);
      await upsertDraft(db, session.staff.id, params, { changes, now });
    },
  });
  sessionEndpoint(api, {
    ...{ method: "delete", path, session: "full", params: draftParams },
    summary: "Delete what the person has typed into a form",
    handler: async ({ db, session, params }) => deleteDraft(db, session.staff.id, params),
  });
}

/** @throws Refusal `forbidden`, also for a draft from when the person had the permission */
function requirePermissionFor({ permissions }: StaffSession, kind: DraftKind): void {
  const permission = permissionsByKind[kind];
  if (!permissions.has(permission))
    throw refuse(staffRefusals, "forbidden", { data: { permission }, securityLog: { detail: permission } });
}

import { type AdminApi, adminEndpoint, adminQuery } from "../../staff/admin-endpoint.ts";
import { refusals as staffRefusals } from "../../staff/admin-schema.ts";
import { createReplyTemplate, editReplyTemplate, removeReplyTemplate } from "./admin-actions.ts";
import { changedReplyTemplate, refusals, replyTemplateList } from "./admin-schema.ts";
import { listReplyTemplates } from "./sql.ts";

const { reply_template_exists, reply_template_not_found } = refusals;
const { state_changed } = staffRefusals;

/** Endpoints about the saved replies of moderators (docs/domain/reviews.md). */
export function replyTemplateRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/reply-templates",
    permission: "reviews:moderate",
    summary: "List the saved replies",
    response: replyTemplateList,
    handler: async ({ db }) => ({ data: { items: await listReplyTemplates(db) } }),
  });
  adminEndpoint(api, {
    method: "post",
    path: "/reply-templates",
    action: createReplyTemplate,
    summary: "Create a saved reply",
    response: changedReplyTemplate,
    refusals: { reply_template_exists },
  });
  adminEndpoint(api, {
    method: "patch",
    path: "/reply-templates/{id}",
    action: editReplyTemplate,
    summary: "Change a saved reply, with the values that were seen",
    response: changedReplyTemplate,
    refusals: { reply_template_exists, reply_template_not_found },
  });
  adminEndpoint(api, {
    method: "delete",
    path: "/reply-templates/{id}",
    action: removeReplyTemplate,
    summary: "Delete a saved reply, with the version that was seen",
    response: changedReplyTemplate,
    refusals: { reply_template_not_found, state_changed },
  });
}

import { idParams } from "../../platform/http/id-params.ts";
import { commonRefusals } from "../../platform/http/errors.ts";
import { type AdminApi, sessionEndpoint } from "../../staff/admin-endpoint.ts";
import { refusals as staffRefusals } from "../../staff/admin-schema.ts";
import { savedPreview, savePreviewRequest } from "./admin-schema.ts";
import { savePreview } from "./save-preview.ts";

/**
 * The endpoint by which staff open the page of a product in the store with their unsaved changes. It changes no record
 * and is not in the audit log, like a draft.
 */
export function productPreviewAdminRoutes(api: AdminApi): void {
  sessionEndpoint(api, {
    ...{ method: "put", path: "/products/{id}/page-preview", session: "full", permission: "products:write" },
    summary: "Store unsaved changes of a product for its page in the store, and get the link to it",
    params: idParams,
    body: savePreviewRequest,
    response: savedPreview,
    refusals: { forbidden: staffRefusals.forbidden, not_found: commonRefusals.not_found },
    handler: async ({ app, params, body, session }) => ({
      data: await savePreview(app, params.id, body.changes, session),
    }),
  });
}

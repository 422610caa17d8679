import { idParams } from "../../platform/http/id-params.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../../staff/admin-endpoint.ts";
import { refusals } from "../admin-schema.ts";
import type * as Actions from "./admin-actions.ts";
import {
  changedStatus,
  confirmedTranslation,
  plannedChangeList,
  productDetail,
  updatedProduct,
} from "./admin-schema.ts";
import type * as Planned from "./planned-changes.ts";
import type * as Details from "./product-detail.ts";

/**
 * Endpoints by which staff edit products (docs/domain/catalog-admin.md).
 * @param actions what they do, which not every file with endpoints loads
 */
export const productEditorRoutes =
  (actions: typeof Actions, details: typeof Details, planned: typeof Planned) => (api: AdminApi) => {
    const { slug_reserved, slug_taken, barcode_taken, old_price_not_higher, term_not_found } = refusals;
    const { picture_not_found, publishing_blocked, product_not_published, state_changed } = refusals;
    adminQuery(api, {
      path: "/products/{id}",
      permission: "products:read",
      summary: "Get a product of any status with all that its editor shows",
      params: idParams,
      response: productDetail,
      handler: async ({ app, params, locale, now }) => ({
        data: await details.getProductDetail(app, params.id, { locale, now }),
      }),
    });
    adminQuery(api, {
      path: "/products/{id}/planned-changes",
      permission: "products:read",
      summary: "List the changes that are planned for a product, and those that were refused in the last days",
      params: idParams,
      response: plannedChangeList,
      handler: async ({ db, params, locale, now }) => ({
        data: await planned.listPlannedChanges(db, params.id, { locale, now }),
      }),
    });
    adminEndpoint(api, {
      method: "patch",
      path: "/products/{id}",
      summary: "Edit fields of a product and of its variants",
      action: actions.updateProductAction,
      response: updatedProduct,
      refusals: {
        ...{ slug_reserved, slug_taken, barcode_taken, old_price_not_higher, term_not_found, publishing_blocked },
        picture_not_found,
      },
    });
    const { publishProduct: publish, hideProduct: hide, discontinueProduct: discontinue } = actions;
    const statusActions = { publish, hide, discontinue };
    for (const [name, action] of Object.entries(statusActions))
      adminEndpoint(api, {
        method: "post",
        path: `/products/{id}/${name}`,
        summary: `Change the status of a product: ${name}`,
        action,
        response: changedStatus,
        refusals: { publishing_blocked, product_not_published, state_changed },
      });
    adminEndpoint(api, {
      method: "post",
      path: "/products/{id}/confirm-translation",
      summary: "Confirm that the languages of a text still mean the same",
      action: actions.confirmTranslation,
      response: confirmedTranslation,
      refusals: { translation_not_outdated: refusals.translation_not_outdated, state_changed },
    });
  };

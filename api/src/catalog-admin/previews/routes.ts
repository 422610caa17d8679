import { z } from "zod";
import { getShopperContext } from "../../catalog/pricing/shopper-context.ts";
import { refusals as changeRefusals } from "../../platform/changes/schema.ts";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { refusals as editorRefusals } from "../admin-schema.ts";
import { productPreview, productPreviewVersion, refusals } from "./schema.ts";
import type * as Previews from "./show-preview.ts";

const tokenParams = z.object({ token: z.string().max(2100) });
const { slug_reserved, slug_taken, barcode_taken, old_price_not_higher, term_not_found, picture_not_found } =
  editorRefusals;

/**
 * Endpoints with which the storefront shows a product as it is in the editor of the back office, to those who have a
 * link that a member of staff got there.
 * @param previews what they do, which not every file with endpoints loads
 */
export const productPreviewRoutes = (previews: typeof Previews) => (api: Api) => {
  endpoint(api, {
    method: "get",
    path: "/product-previews/{token}",
    auth: "anyone",
    summary: "Get a product with the unsaved changes of a member of staff, published or not",
    params: tokenParams,
    response: productPreview,
    refusals: {
      ...{ ...refusals, preview_busy: changeRefusals.preview_busy },
      ...{ slug_reserved, slug_taken, barcode_taken, old_price_not_higher, term_not_found, picture_not_found },
      publishing_blocked: editorRefusals.publishing_blocked,
    },
    handler: async (request) => ({
      data: await previews.getProductPreview(request.app, request.params.token, getShopperContext(request)),
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/product-previews/{token}/version",
    auth: "anyone",
    summary: "Get the version of a preview of a product, which changes with the unsaved changes",
    params: tokenParams,
    response: productPreviewVersion,
    refusals: { product_preview_expired: refusals.product_preview_expired },
    handler: async ({ app, params, now }) => ({
      data: await previews.getProductPreviewVersion(app, params.token, now),
    }),
  });
};

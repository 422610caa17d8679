import { type AdminApi, adminEndpoint } from "../../staff/admin-endpoint.ts";
import { refusals } from "../admin-schema.ts";
import { addOptionAction, createProductAction } from "./admin-actions.ts";
import { addedOption, createdProduct } from "./admin-schema.ts";

/** Endpoints by which staff create products and their options. */
export function newProductRoutes(api: AdminApi): void {
  const { reference_taken, barcode_taken, term_not_found, product_has_no_options } = refusals;
  adminEndpoint(api, {
    method: "post",
    path: "/products",
    summary: "Create a product as a draft",
    action: createProductAction,
    response: createdProduct,
    refusals: { reference_taken, barcode_taken, term_not_found },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/products/{id}/options",
    summary: "Add an option to a product, or its price to a product without one",
    action: addOptionAction,
    response: addedOption,
    refusals: { product_has_no_options },
  });
}

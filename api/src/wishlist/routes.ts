import { getShopperContext } from "../catalog/pricing/shopper-context.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { idParams } from "../platform/http/id-params.ts";
import { refusals, wishlist, wishlistCount } from "./schema.ts";
import { addWishlistItem, getWishlistCount, removeWishlistItem, getWishlist } from "./service.ts";

export function wishlistRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/wishlist",
    auth: "customer",
    summary: "List the product cards of the wishlist, most recently added first",
    response: wishlist,
    handler: async (request) => ({
      data: await getWishlist(request.db, request.customer.id, getShopperContext(request)),
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/user/wishlistcount",
    auth: "customer",
    summary: "Get the number of wishlist items and their product ids",
    response: wishlistCount,
    handler: async ({ db, customer }) => ({ data: await getWishlistCount(db, customer.id) }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/wishlist/{id}",
    auth: "customer",
    summary: "Add a product to the wishlist; idempotent",
    params: idParams,
    response: wishlistCount,
    refusals,
    handler: async ({ db, customer, params, now }) => ({
      data: await addWishlistItem(db, customer.id, params.id, now),
    }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/wishlist/{id}",
    auth: "customer",
    summary: "Remove a product from the wishlist; idempotent",
    params: idParams,
    response: wishlistCount,
    handler: async ({ db, customer, params }) => ({ data: await removeWishlistItem(db, customer.id, params.id) }),
  });
}

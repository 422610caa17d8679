import { type Api, endpoint } from "../platform/http.ts";
import { idParams } from "../platform/ids.ts";
import { refusals, wishlist, wishlistCount } from "./schema.ts";
import { addWish, countWishes, removeWish, showWishlist } from "./service.ts";

export function wishlistRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/wishlist",
    who: "customer",
    summary: "Cards of the favourite products, the latest first",
    answer: wishlist,
    handler: async ({ db, customer, locale, currency, now }) => ({
      data: await showWishlist(db, customer.id, { locale, currency, now }),
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/user/wishlistcount",
    who: "customer",
    summary: "How many favourites, and which",
    answer: wishlistCount,
    handler: async ({ db, customer }) => ({ data: await countWishes(db, customer.id) }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/wishlist/{id}",
    who: "customer",
    summary: "Add a favourite; again changes nothing",
    params: idParams,
    answer: wishlistCount,
    refusals,
    handler: async ({ db, customer, params, now }) => ({ data: await addWish(db, customer.id, params.id, now) }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/wishlist/{id}",
    who: "customer",
    summary: "Remove a favourite; again changes nothing",
    params: idParams,
    answer: wishlistCount,
    handler: async ({ db, customer, params }) => ({ data: await removeWish(db, customer.id, params.id) }),
  });
}

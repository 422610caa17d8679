import { z } from "zod";
import { getShopperContext } from "../../catalog/pricing/shopper-context.ts";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { giftRequest, ownShare, refusals, saveShareRequest, sharedWishlist } from "./schema.ts";
import {
  chooseGift,
  endShare,
  getOwnShare,
  getSharedWishlist,
  rotateShare,
  saveShare,
  withdrawGift,
} from "./service.ts";

const PATH = "/user/wishlist-share";
const tokenParams = z.object({ token: z.string().max(100) });
const giftParams = idParams.extend(tokenParams.shape);
const done = z.object({ ok: z.literal(true) });
const { shared_wishlist_not_found, ...giftRefusals } = refusals;

export function wishlistShareRoutes(api: Api): void {
  addOwnerEndpoints(api);
  addGiverEndpoints(api);
}

/** Endpoints for the owner of a wishlist. */
function addOwnerEndpoints(api: Api): void {
  endpoint(api, {
    method: "get",
    path: PATH,
    auth: "customer",
    summary: "Get the secret link of the customer's shared wishlist",
    response: ownShare,
    handler: async ({ db, customer }) => ({ data: await getOwnShare(db, customer.id) }),
  });
  endpoint(api, {
    method: "put",
    path: PATH,
    auth: "customer",
    summary: "Share the wishlist by a secret link, or change what it is for",
    body: saveShareRequest,
    response: ownShare,
    handler: async ({ db, customer, body, now }) => ({ data: await saveShare(db, customer.id, body, now) }),
  });
  endpoint(api, {
    method: "post",
    path: `${PATH}/rotate`,
    auth: "customer",
    summary: "Replace the secret link of the shared wishlist; the old one ends",
    response: ownShare,
    handler: async ({ db, customer, now }) => ({ data: await rotateShare(db, customer.id, now) }),
  });
  endpoint(api, {
    method: "delete",
    path: PATH,
    auth: "customer",
    summary: "End the sharing of the wishlist; idempotent",
    response: ownShare,
    handler: async ({ db, customer }) => ({ data: await endShare(db, customer.id) }),
  });
}

/** Endpoints for whoever has the link. */
function addGiverEndpoints(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/wishlists/{token}",
    auth: "anyone",
    summary: "Get a shared wishlist; the header giver-key tells which gifts the giver has chosen",
    params: tokenParams,
    response: sharedWishlist,
    refusals: { shared_wishlist_not_found },
    handler: async (request) => {
      const { db, params, customer, now, honoContext } = request;
      const giverKey = honoContext.req.header("giver-key") ?? null;
      const viewer = { customerId: customer?.id ?? null, giverKey, now };
      return { data: await getSharedWishlist(db, params.token, viewer, getShopperContext(request)) };
    },
  });
  for (const method of ["post", "delete"] as const)
    endpoint(api, {
      method,
      path: "/wishlists/{token}/gifts/{id}",
      auth: "anyone",
      summary:
        method === "post"
          ? "Choose a product of a shared wishlist as a gift; idempotent"
          : "Withdraw one's choice of a product of a shared wishlist",
      params: giftParams,
      body: giftRequest,
      response: done,
      refusals: { shared_wishlist_not_found, ...giftRefusals },
      handler: async ({ db, params, body, customer, ipAddress, now }) => {
        const gift = { token: params.token, productId: params.id, giverKey: body.giver_key };
        if (method === "post") await chooseGift(db, gift, { customerId: customer?.id ?? null, ipAddress, now });
        else await withdrawGift(db, gift);
        return { data: { ok: true as const } };
      },
    });
}

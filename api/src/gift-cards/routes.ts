import { getGiftCardPage, getShareImageUrl } from "../content/share-images.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { getGiftCardOptions } from "./purchases/purchase-options.ts";
import { getGiftCardBalance, getPrintableGiftCard } from "./balance.ts";
import {
  balanceRequest,
  giftCardBalance,
  giftCardOptions,
  giftCardParams,
  printableGiftCard,
  refusals,
} from "./schema.ts";

export function giftCardRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/certificates/offer",
    auth: "anyone",
    readsReplica: true,
    summary: "The amounts for which a gift card can be bought, and the latest delivery date",
    response: giftCardOptions,
    handler: async ({ db, ...context }) => ({
      data: { ...(await getGiftCardOptions(db, context)), share: getShareImageUrl(getGiftCardPage(context.locale)) },
      cachePolicy: { tags: [], expiresAt: null },
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/certificates/balance",
    auth: "anyone",
    summary: "The balance of a gift card, by its code",
    body: balanceRequest,
    response: giftCardBalance,
    refusals,
    handler: async ({ db, customer, body, ...context }) => ({
      data: await getGiftCardBalance(db, body.code, { ...context, customerId: customer?.id ?? null }),
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/certificates/printed/{key}",
    auth: "anyone",
    summary: "A gift card for printing, for anyone who has its key",
    params: giftCardParams,
    response: printableGiftCard,
    refusals,
    handler: async ({ db, params, ...context }) => ({ data: await getPrintableGiftCard(db, params.key, context) }),
  });
}

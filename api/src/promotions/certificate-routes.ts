import { giftShared, shareAddress } from "../content/share.ts";
import { type Api, endpoint } from "../platform/http.ts";
import { certificateOffers } from "./certificate-offer.ts";
import { certificateBalance, printedCertificate } from "./certificate-pages.ts";
import {
  balanceRequest,
  certificateBalance as balanceAnswer,
  certificateOffer,
  certificateParams,
  printedCertificate as printedAnswer,
  refusals,
} from "./schema.ts";

export function certificateRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/certificates/offer",
    who: "anyone",
    summary: "What a gift certificate may be worth, and until what day it may be sent",
    answer: certificateOffer,
    handler: async ({ db, ...at }) => ({
      data: { ...(await certificateOffers(db, at)), share: shareAddress(giftShared(at.locale)) },
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/certificates/balance",
    who: "anyone",
    summary: "What is left on a gift certificate, by its code",
    body: balanceRequest,
    answer: balanceAnswer,
    refusals,
    handler: async ({ db, customer, body, ...at }) => ({
      data: await certificateBalance(db, body.code, { ...at, customerId: customer?.id ?? null }),
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/certificates/printed/{key}",
    who: "anyone",
    summary: "A gift certificate to be printed, for whoever has its address",
    params: certificateParams,
    answer: printedAnswer,
    refusals,
    handler: async ({ db, params, ...at }) => ({ data: await printedCertificate(db, params.key, at) }),
  });
}

import { type Api, endpoint } from "../platform/http.ts";
import { idParams } from "../platform/ids.ts";
import { certificateWish } from "../promotions/schema.ts";
import { cartAt } from "./at.ts";
import { addCertificate, removeCertificate } from "./certificates.ts";
import { cart, refusals } from "./schema.ts";

/** Gift certificates that are bought with the cart. */
export function cartCertificateRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/user/cart/certificates",
    who: "customer",
    summary: "Puts a gift certificate into the cart",
    body: certificateWish,
    answer: cart,
    refusals,
    handler: async (asked) => ({ data: await addCertificate(asked.db, asked.body, cartAt(asked)) }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/cart/certificates/{id}",
    who: "customer",
    summary: "Takes a gift certificate out of the cart",
    params: idParams,
    answer: cart,
    handler: async (asked) => ({ data: await removeCertificate(asked.db, asked.params.id, cartAt(asked)) }),
  });
}

import { type Api, endpoint } from "../platform/http.ts";
import { idParams } from "../platform/ids.ts";
import { certificateWish } from "../promotions/schema.ts";
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
    handler: async ({ db, customer, body, ...at }) => ({
      data: await addCertificate(db, body, { ...at, customerId: customer.id }),
    }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/cart/certificates/{id}",
    who: "customer",
    summary: "Takes a gift certificate out of the cart",
    params: idParams,
    answer: cart,
    handler: async ({ db, customer, params, ...at }) => ({
      data: await removeCertificate(db, params.id, { ...at, customerId: customer.id }),
    }),
  });
}

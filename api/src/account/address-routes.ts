import { type Api, endpoint } from "../platform/http.ts";
import { idParams } from "../platform/ids.ts";
import { addAddress, changeAddress, getAddress, listAddresses, removeAddress } from "./addresses.ts";
import { address, addressList, addressRequest, refusals } from "./schema.ts";

const { address_not_found, too_many_addresses } = refusals;

export function addressRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/addresses",
    who: "customer",
    summary: "The customer's addresses",
    answer: addressList,
    handler: async ({ db, customer, locale }) => ({ data: { items: await listAddresses(db, customer.id, locale) } }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/addresses",
    who: "customer",
    summary: "Add an address; city and street in English characters",
    body: addressRequest,
    answer: address,
    status: 201,
    refusals: { too_many_addresses },
    handler: async ({ db, customer, body, locale }) => ({ data: await addAddress(db, customer.id, body, locale) }),
  });
  endpoint(api, {
    method: "get",
    path: "/user/addresses/{id}",
    who: "customer",
    summary: "One address",
    params: idParams,
    answer: address,
    refusals: { address_not_found },
    handler: async ({ db, customer, params, locale }) => ({
      data: await getAddress(db, customer.id, params.id, locale),
    }),
  });
  endpoint(api, {
    method: "put",
    path: "/user/addresses/{id}",
    who: "customer",
    summary: "Replace an address",
    params: idParams,
    body: addressRequest,
    answer: address,
    refusals: { address_not_found },
    handler: async ({ db, customer, params, body, locale }) => ({
      data: await changeAddress(db, customer.id, params.id, body, locale),
    }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/addresses/{id}",
    who: "customer",
    summary: "Remove an address",
    params: idParams,
    refusals: { address_not_found },
    handler: ({ db, customer, params, now }) => removeAddress(db, customer.id, params.id, now),
  });
}

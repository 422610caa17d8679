import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { addAddress, replaceAddress, removeAddress } from "./service.ts";
import { getAddress, listAddresses } from "./saved-addresses.ts";
import { address, addressList, addressRequest } from "./schema.ts";
import { refusals } from "../schema.ts";

const { address_not_found, too_many_addresses } = refusals;

export function addressRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/addresses",
    auth: "customer",
    summary: "List the customer's addresses",
    response: addressList,
    handler: async ({ db, customer, locale }) => ({ data: { items: await listAddresses(db, customer.id, locale) } }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/addresses",
    auth: "customer",
    summary: "Add an address; city and street in Latin characters",
    body: addressRequest,
    response: address,
    status: 201,
    refusals: { too_many_addresses },
    handler: async ({ db, customer, body, locale }) => ({ data: await addAddress(db, customer.id, body, locale) }),
  });
  endpoint(api, {
    method: "get",
    path: "/user/addresses/{id}",
    auth: "customer",
    summary: "Get an address",
    params: idParams,
    response: address,
    refusals: { address_not_found },
    handler: async ({ db, customer, params, locale }) => ({
      data: await getAddress(db, customer.id, params.id, locale),
    }),
  });
  endpoint(api, {
    method: "put",
    path: "/user/addresses/{id}",
    auth: "customer",
    summary: "Replace an address",
    params: idParams,
    body: addressRequest,
    response: address,
    refusals: { address_not_found },
    handler: async ({ db, customer, params, body, locale }) => ({
      data: await replaceAddress(db, customer.id, params.id, body, locale),
    }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/addresses/{id}",
    auth: "customer",
    summary: "Delete an address",
    params: idParams,
    refusals: { address_not_found },
    handler: ({ db, customer, params, now }) => removeAddress(db, customer.id, params.id, now),
  });
}

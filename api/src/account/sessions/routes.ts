import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { listDevices, signOutDevice, signOutEverywhere } from "./devices.ts";
import { deviceList } from "./schema.ts";
import { refusals } from "../schema.ts";

const { device_not_found } = refusals;

/** Endpoints for the customer's signed-in devices. */
export function sessionRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/sessions",
    auth: "customer",
    summary: "List the devices that are signed in, the most recently used first",
    response: deviceList,
    handler: async ({ db, customer, now }) => ({ data: { items: await listDevices(db, customer, now) } }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/sessions",
    auth: "customer",
    summary: "Sign out all devices, including the current one",
    handler: async ({ db, customer, logSecurityEvent }) => {
      await signOutEverywhere(db, customer.id);
      logSecurityEvent("sessions_ended", customer.id);
    },
  });
  endpoint(api, {
    method: "delete",
    path: "/user/sessions/{id}",
    auth: "customer",
    summary: "Sign out one device",
    params: idParams,
    refusals: { device_not_found },
    handler: async ({ db, customer, params, logSecurityEvent }) => {
      await signOutDevice(db, customer.id, params.id);
      logSecurityEvent("session_ended", customer.id);
    },
  });
}

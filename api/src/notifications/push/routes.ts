import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { getDeviceName } from "../../platform/http/device-name.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { pushState, pushSubscriptionRequest, refusals } from "./schema.ts";
import { getPushState, subscribe, unsubscribe } from "./service.ts";

const { push_device_not_found, push_service_unknown } = refusals;

/** Endpoints for notifications of the browser (web push). */
export function pushRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/push",
    auth: "customer",
    summary: "Get the key for new push subscriptions, and the browsers that are subscribed",
    response: pushState,
    handler: async ({ app, customer }) => ({ data: await getPushState(app, customer.id) }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/push",
    auth: "customer",
    summary: "Subscribe a browser to notifications; idempotent",
    body: pushSubscriptionRequest,
    response: pushState,
    refusals: { push_service_unknown },
    handler: async ({ app, customer, body, locale, userAgent }) => {
      await subscribe(app, customer.id, { ...body, device: getDeviceName(userAgent) });
      return { data: await getPushState(app, customer.id), message: formatMessage(locale, "push_enabled") };
    },
  });
  endpoint(api, {
    method: "delete",
    path: "/user/push/{id}",
    auth: "customer",
    summary: "End the subscription of a browser; returns the remaining ones",
    params: idParams,
    response: pushState,
    refusals: { push_device_not_found },
    handler: async ({ app, customer, params, locale }) => {
      await unsubscribe(app, customer.id, params.id);
      return { data: await getPushState(app, customer.id), message: formatMessage(locale, "push_disabled") };
    },
  });
}

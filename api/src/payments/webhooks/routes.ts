import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { refusals, webhookParams, webhookResponse } from "../schema.ts";
import { receiveWebhook } from "./webhooks.ts";

const { webhook_provider_unknown, webhook_signature_invalid } = refusals;

/** Endpoint for the webhooks of payment providers. */
export function webhookRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/webhooks/{provider}",
    auth: "anyone",
    summary: "Receive a payment provider's webhook; its signature is verified against the raw body",
    params: webhookParams,
    response: webhookResponse,
    refusals: {
      webhook_provider_unknown,
      webhook_signature_invalid,
    },
    handler: async ({ app, params, honoContext }) => {
      const body = Buffer.from(await honoContext.req.arrayBuffer());
      await receiveWebhook(app, params.provider, honoContext.req.raw.headers, body);
      return { data: { received: true } };
    },
  });
}

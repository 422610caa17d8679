import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import { commonRefusals, refuse, type Refusal } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import type { LogFields } from "../../platform/log.ts";
import { refusals } from "../schema.ts";

/** The services that a payment provider uses. */
export type ProviderServices = Pick<AppContext, "config" | "clock" | "log" | "fetch">;

const RETRY_DELAYS_MS = [100, 400];

/** A response with its parsed JSON body. */
export type ProviderResponse = { status: number; body: unknown };

/** The JSON API of a provider. All methods throw the refusal `gateway_unavailable` if there is no usable response. */
export type ProviderClient = Readonly<{
  /** Reads an object; null if the provider does not know it. */
  get: <T>(path: string, schema: z.ZodType<T>) => Promise<T | null>;
  /** Sends a write with an idempotency key, known to the provider, so that the write can be repeated safely. */
  post: (path: string, idempotencyKey: string, body?: object) => Promise<ProviderResponse>;
  /** Parses a response with status 200. */
  parse: <T>(response: ProviderResponse, schema: z.ZodType<T>) => T;
}>;

type ProviderCall = { path: string; idempotencyKey?: string; body?: object | undefined };

/**
 * Creates a client of a provider's JSON API. Network errors, timeouts and responses with status 5xx or 429 are retried
 * twice with the same idempotency key. Request and response bodies are never logged.
 * @param options.getCredentials returns the user and the password of HTTP Basic authentication
 */
export function createProviderClient(
  services: ProviderServices,
  name: string,
  { baseUrl, getCredentials }: { baseUrl: string; getCredentials: () => [user: string, password: string] },
): ProviderClient {
  const { config, fetch } = services;

  /** Sends one request. Returns the error if no JSON response is received. */
  async function sendRequest({ path, idempotencyKey, body }: ProviderCall): Promise<ProviderResponse | Error> {
    const authorization = `Basic ${Buffer.from(getCredentials().join(":")).toString("base64")}`;
    try {
      const response = await fetch(baseUrl + path, {
        method: idempotencyKey ? "POST" : "GET",
        headers: {
          accept: "application/json",
          authorization,
          ...(idempotencyKey ? { "content-type": "application/json", "idempotence-key": idempotencyKey } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: "error",
        signal: AbortSignal.timeout(config.providerTimeoutMs),
      });
      return { status: response.status, body: (await response.json()) as unknown };
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async function callApi(call: ProviderCall): Promise<ProviderResponse> {
    const startedAt = performance.now();
    for (let tries = 0; ; tries++) {
      const response = await sendRequest(call);
      const error = response instanceof Error ? response : undefined;
      const status = response instanceof Error ? undefined : response.status;
      if (!(response instanceof Error) && response.status < 500 && status !== 401 && status !== 429) return response;
      const delayMs = RETRY_DELAYS_MS[tries];
      if (delayMs === undefined || status === 401 || performance.now() - startedAt > config.providerTimeoutMs) {
        const fields = { path: new URL(baseUrl + call.path).pathname, status, tries: tries + 1 };
        throw reportUnavailable(services, `the payment provider ${name} failed`, { error, fields });
      }
      await delay(delayMs);
    }
  }

  const parse: ProviderClient["parse"] = ({ status, body }, schema) => {
    const parsed = schema.safeParse(body);
    if (status === 200 && parsed.success) return parsed.data;
    const message = `the payment provider ${name} sent an unexpected response`;
    throw reportUnavailable(services, message, { error: parsed.error, fields: { status } });
  };
  return {
    get: async (path, schema) => {
      const response = await callApi({ path });
      return response.status === 404 ? null : parse(response, schema);
    },
    post: (path, idempotencyKey, body) => callApi({ path, idempotencyKey, body }),
    parse,
  };
}

/** Logs why a provider cannot be used, and creates the refusal of the request. */
export function reportUnavailable(
  { log }: ProviderServices,
  message: string,
  { error, fields, retryAfterSeconds = 5 }: { error?: unknown; fields?: LogFields; retryAfterSeconds?: number },
): Refusal {
  log.error(message, error, fields);
  return refuse(refusals, "gateway_unavailable", { retryAfterSeconds });
}

/**
 * Parses the JSON body of a webhook.
 * @throws refusal `malformed`.
 */
export function parseWebhookBody<T>(body: Buffer, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(body.toString("utf8")));
  } catch {
    throw refuse(commonRefusals, "malformed");
  }
}

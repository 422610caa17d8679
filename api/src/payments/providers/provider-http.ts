import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refusals } from "../schema.ts";

/** The services that a payment provider uses. */
export type ProviderServices = Pick<AppContext, "config" | "clock" | "log" | "fetch">;

const RETRY_DELAYS_MS = [100, 400];

/** A response with its parsed JSON body. */
export type ProviderResponse = { status: number; body: unknown };

export type ProviderCall = Readonly<{
  method: "GET" | "POST";
  url: string;
  authorization: string;
  /** The idempotency key of a write, known to the provider, so that the write can be repeated safely. */
  idempotencyKey?: string;
  body?: object;
}>;

/**
 * Calls a provider's JSON API. Network errors, timeouts and responses with status 5xx or 429 are retried twice with the
 * same idempotency key. Request and response bodies are never logged.
 * @throws refusal `gateway_unavailable` if no usable response is received.
 */
export async function callProvider(
  services: ProviderServices,
  name: string,
  call: ProviderCall,
): Promise<ProviderResponse> {
  const timeoutMs = services.config.providerTimeoutMs;
  const { pathname } = new URL(call.url);
  const startedAt = performance.now();
  for (let tries = 0; ; tries++) {
    const response = await sendRequest(services, call);
    if (!(response instanceof Error) && response.status < 500 && response.status !== 401 && response.status !== 429)
      return response;
    const delayMs = RETRY_DELAYS_MS[tries];
    const isRetryable = response instanceof Error || response.status !== 401;
    if (delayMs === undefined || !isRetryable || performance.now() - startedAt > timeoutMs) {
      const cause = response instanceof Error ? response : undefined;
      const status = response instanceof Error ? undefined : response.status;
      services.log.error(`the payment provider ${name} failed`, cause, { path: pathname, status, tries: tries + 1 });
      throw refuse(refusals, "gateway_unavailable", { retryAfterSeconds: 5 });
    }
    await delay(delayMs);
  }
}

/** Sends one request. Returns the error if no JSON response is received. */
async function sendRequest({ fetch, config }: ProviderServices, call: ProviderCall): Promise<ProviderResponse | Error> {
  const { method, url, authorization, idempotencyKey, body } = call;
  try {
    const response = await fetch(url, {
      method,
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

/** Returns the value of an HTTP Basic `Authorization` header. */
export function createBasicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/**
 * Parses a response with status 200 by a schema.
 * @throws refusal `gateway_unavailable` for any other response.
 */
export function parseResponse<T>(
  services: ProviderServices,
  name: string,
  response: ProviderResponse,
  schema: z.ZodType<T>,
): T {
  const parsed = schema.safeParse(response.body);
  if (response.status === 200 && parsed.success) return parsed.data;
  const { status } = response;
  services.log.error(`the payment provider ${name} sent an unexpected response`, parsed.error, { status });
  throw refuse(refusals, "gateway_unavailable", { retryAfterSeconds: 5 });
}

/**
 * Parses the JSON body of a webhook.
 * @throws refusal `malformed`.
 */
export function parseWebhookBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw refuse(commonRefusals, "malformed");
  }
}

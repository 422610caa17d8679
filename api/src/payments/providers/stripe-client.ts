import { setTimeout as delay } from "node:timers/promises";
import type Stripe from "stripe";
import { type ProviderServices, reportUnavailable } from "./provider-client.ts";

const RETRY_DELAYS_MS = [300, 900];

export type StripeClient = Readonly<{
  /**
   * Calls Stripe's API.
   * @throws refusal `gateway_unavailable` for errors that may be retried; rethrows all others.
   */
  call: <T>(send: (stripe: Stripe) => Promise<T>) => Promise<T>;
  /** Returns the package's client, for what needs no call. */
  getStripe: () => Promise<Stripe>;
}>;

export function createStripeClient(services: ProviderServices): StripeClient {
  const { config, fetch } = services;
  let client: Promise<Stripe> | undefined;
  const getStripe = async (): Promise<Stripe> => {
    const { stripe: keys } = config;
    if (!keys) {
      const message = "STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are not set, but there are payments of Stripe";
      throw reportUnavailable(services, message, { retryAfterSeconds: 60 });
    }
    // Imported lazily: most installations and all other tests do not need the package.
    return (client ??= import("stripe").then(
      ({ default: Client }) =>
        new Client(keys.secretKey, {
          httpClient: Client.createFetchHttpClient(fetch),
          maxNetworkRetries: 2,
          timeout: config.providerTimeoutMs,
          telemetry: false,
        }),
    ));
  };
  const call: StripeClient["call"] = async (send) => {
    const stripe = await getStripe();
    for (let tries = 0; ; tries++)
      try {
        return await send(stripe);
      } catch (error) {
        if (isPermanentError(error)) throw error;
        // The package retries network and server errors by itself, but not rate limiting.
        const fields = getErrorDetails(error);
        const delayMs = fields.status === 429 ? RETRY_DELAYS_MS[tries] : undefined;
        if (delayMs === undefined) throw reportUnavailable(services, "the payment provider stripe failed", { fields });
        await delay(delayMs);
      }
  };
  return { call, getStripe };
}

/** Resolves to null if Stripe does not know the requested object. */
export async function nullIfMissing<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (getErrorDetails(error).code === "resource_missing") return null;
    throw error;
  }
}

/** Returns Stripe's type, code and status of an error, never the request itself. */
export function getErrorDetails(error: unknown): { type?: string; code?: string; status?: number } {
  const { type, code, statusCode } = (error instanceof Error ? error : {}) as Partial<Stripe.errors.StripeError>;
  return {
    ...(type ? { type } : {}),
    ...(code ? { code } : {}),
    ...(statusCode ? { status: statusCode } : {}),
  };
}

/** Returns whether repeating the call would fail again. */
function isPermanentError(error: unknown): boolean {
  const { type, status } = getErrorDetails(error);
  if (status === 409 || status === 429 || status === 401) return false;
  return type === "StripeInvalidRequestError" || type === "StripeIdempotencyError" || type === undefined;
}

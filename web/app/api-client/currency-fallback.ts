import type { StorefrontServer } from "./server-context.ts";

/**
 * Wraps the API for a visitor whose currency may no longer exist: a call that fails because of it is repeated in the
 * locale's default currency. `onInvalidCurrency` is called each time.
 */
export function withCurrencyFallback(
  api: StorefrontServer["api"],
  onInvalidCurrency: () => void,
): StorefrontServer["api"] {
  return async (path, init) => {
    const response = await api(path, init);
    if (response.status !== 400 || !init?.headers?.["currency"]) return response;
    if ((response.body as { code?: string } | null)?.code !== "unknown_currency") return response;
    onInvalidCurrency();
    const { currency: _currency, ...headers } = init.headers;
    return api(path, { ...init, headers });
  };
}

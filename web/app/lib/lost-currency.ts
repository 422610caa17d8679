import type { ShopServer } from "./shop-context.ts";

/**
 * The API for a visitor whose currency may exist no longer: a call that is refused for it is made again in the
 * locale's own currency. `onLost` is told each time.
 */
export function withoutLostCurrency(api: ShopServer["api"], onLost: () => void): ShopServer["api"] {
  return async (path, init) => {
    const answer = await api(path, init);
    if (answer.status !== 400 || !init?.headers?.["currency"]) return answer;
    if ((answer.body as { code?: string } | null)?.code !== "unknown_currency") return answer;
    onLost();
    const { currency: _lost, ...headers } = init.headers;
    return api(path, { ...init, headers });
  };
}

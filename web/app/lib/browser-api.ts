import type { Shop } from "./shop.tsx";

/**
 * Asks the API from the browser, for the few things that no page needs at once. Gives `data`, or undefined
 * where the shop could not be reached or refused: the caller goes on without it.
 */
export async function askApi<T>(
  shop: Pick<Shop, "locale">,
  path: string,
  { currency, body, signal }: { currency?: string; body?: object; signal?: AbortSignal } = {},
): Promise<T | undefined> {
  try {
    const response = await fetch(path, {
      method: body ? "POST" : "GET",
      headers: {
        accept: "application/json",
        "accept-language": shop.locale,
        ...(currency ? { currency } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });
    return response.ok ? ((await response.json()) as { data: T }).data : undefined;
  } catch {
    // No connection, or called off.
    return undefined;
  }
}

import type { Shop } from "./shop.tsx";

type Asked = { currency?: string; body?: object; signal?: AbortSignal };

/** What the API says: `data` where it did what was asked, and its sentence; neither where it could not be reached. */
export type Said<T> = { data?: T | undefined; message?: string | undefined };

/**
 * Asks the API from the browser, for the few things that no page needs at once. Gives `data`, or undefined
 * where the shop could not be reached or refused: the caller goes on without it.
 */
export async function askApi<T>(shop: Pick<Shop, "locale">, path: string, asked?: Asked): Promise<T | undefined> {
  return (await hearApi<T>(shop, path, asked)).data;
}

/** The same for what a shopper is to be told of, a refusal too. */
export async function hearApi<T>(
  shop: Pick<Shop, "locale">,
  path: string,
  { currency, body, signal }: Asked = {},
): Promise<Said<T>> {
  try {
    const response = await fetch(path, {
      method: body ? "POST" : "GET",
      headers: {
        accept: "application/json",
        "accept-language": shop.locale,
        ...(currency ? { currency } : {}),
        ...(body ? { "content-type": "application/json", ...csrfHeader() } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });
    const { data, message } = (await response.json()) as Said<T>;
    return response.ok ? { data, message } : { message };
  } catch {
    // No connection, or called off.
    return {};
  }
}

/** The `csrf-token` header that the API requires of writes authenticated by the session cookie; empty for a guest. */
function csrfHeader(): Record<string, string> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  return token ? { "csrf-token": token } : {};
}

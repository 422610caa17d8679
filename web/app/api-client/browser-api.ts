import { getDocumentDestination } from "../browser/document-destination.ts";
import type { I18n } from "../i18n/use-i18n.tsx";

type ApiRequestOptions = { currency?: string; body?: object; signal?: AbortSignal };

/**
 * The result of an API call: `data` on success, and a message if the response has one; neither if the request failed.
 */
export type ApiResult<T> = { data?: T | undefined; message?: string | undefined };

/**
 * Calls the API from the browser, for data that the page can be rendered without. Returns `data`, or undefined if the
 * request failed or the response is an error.
 */
export async function fetchApi<T>(
  i18n: Pick<I18n, "locale">,
  path: string,
  options?: ApiRequestOptions,
): Promise<T | undefined> {
  return (await fetchApiWithMessage<T>(i18n, path, options)).data;
}

/** Like `fetchApi`, but also returns the message of the response, including error messages. */
export async function fetchApiWithMessage<T>(
  i18n: Pick<I18n, "locale">,
  path: string,
  { currency, body, signal }: ApiRequestOptions = {},
): Promise<ApiResult<T>> {
  const deliveryCountry = getDocumentDestination();
  try {
    const response = await fetch(path, {
      method: body ? "POST" : "GET",
      headers: {
        accept: "application/json",
        "accept-language": i18n.locale,
        ...(currency ? { currency } : {}),
        ...(deliveryCountry ? { "delivery-country": deliveryCountry } : {}),
        ...(body ? { "content-type": "application/json", ...csrfHeader() } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });
    const { data, message } = (await response.json()) as ApiResult<T>;
    return response.ok ? { data, message } : { message };
  } catch {
    // No connection, or the request was aborted.
    return {};
  }
}

/** The `csrf-token` header that the API requires of writes authenticated by the session cookie; empty for a guest. */
function csrfHeader(): Record<string, string> {
  const token = readCsrfToken();
  return token ? { "csrf-token": token } : {};
}

function readCsrfToken(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
}

/** Whether this page was loaded for a signed-in customer. */
export function isSignedIn(): boolean {
  return readCsrfToken() !== undefined;
}

import { data, redirectDocument, type RouterContextProvider } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";

/**
 * Sends a private file of the API to the customer, since the browser has no access to the session token.
 * @throws the error page 404, also for a file of another customer; the sign-in dialog for a guest
 */
export async function downloadFile(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  path: string,
): Promise<Response> {
  const { server, token, locale, path: pagePath, to } = getRequestContext({ context });
  const { status, headers, body } = await server.stream(path, {
    headers: { "accept-language": locale, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    signal: request.signal,
  });
  if (status !== 200) {
    await body?.cancel();
    if (status === 401) throw redirectDocument(to(`/?auth=1&from=${encodeURIComponent(pagePath)}`));
    throw data(null, 404);
  }
  return new Response(body, {
    headers: {
      "content-type": headers.get("content-type") ?? "application/octet-stream",
      "content-disposition": headers.get("content-disposition") ?? "attachment",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    },
  });
}

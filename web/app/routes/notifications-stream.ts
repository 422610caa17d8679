import { getRequestContext } from "../api-client/request-context.ts";
import type { Route } from "./+types/notifications-stream";

/** Proxies the event stream of the API, since browser scripts have no access to the session token. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { server, token } = getRequestContext({ context });
  const { status, headers, body } = await server.stream("/v1/user/notification/stream", {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: request.signal,
  });
  return new Response(body, {
    status,
    headers: {
      "content-type": headers.get("content-type") ?? "text/plain",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
}

import { visitOf } from "../lib/api.ts";
import type { Route } from "./+types/stream";

/** Passes the API's stream on to a browser, whose script never sees the token (decisions, Sign-in). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { server, token } = visitOf({ context });
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

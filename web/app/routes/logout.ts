import { redirect } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";
import type { Route } from "./+types/logout";

/** Ends the session and redirects to the home page (docs/domain/accounts.md). */
export async function action({ context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  try {
    if (requestContext.token) await requestContext.call("/v1/logout", { method: "POST" });
  } catch (error) {
    // Even if the API cannot end the session, this browser drops its token.
    if (!(error instanceof ApiError)) throw error;
  }
  return redirect(requestContext.to("/"), {
    headers: { "set-cookie": clearSessionCookie(requestContext.server.secureCookies) },
  });
}

export function loader({ context }: Route.LoaderArgs) {
  return redirect(getRequestContext({ context }).to("/"));
}

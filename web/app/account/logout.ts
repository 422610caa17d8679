import { redirect } from "react-router";
import { ApiError, visitOf } from "../lib/api.ts";
import { dropToken } from "../lib/session.ts";
import type { Route } from "./+types/logout";

/** Ends the session, everywhere at once, and goes home (spec §4, Logout). */
export async function action({ context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  try {
    if (visit.token) await visit.call("/v1/logout", { method: "POST" });
  } catch (error) {
    // A session that the shop will not end by itself is still forgotten by this browser.
    if (!(error instanceof ApiError)) throw error;
  }
  return redirect(visit.to("/"), { headers: { "set-cookie": dropToken(visit.server.secureCookies) } });
}

export function loader({ context }: Route.LoaderArgs) {
  return redirect(visitOf({ context }).to("/"));
}

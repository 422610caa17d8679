import { redirect } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import type { Route } from "./+types/demo-sign-in";

/** Signs the owner of a demonstration in with the link that the server prints at its start. A link works once. */
export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    await getRequestContext({ context }).call("session/demo", { method: "POST", body: { token: params.token } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 410) throw redirect("/sign-in");
    throw error;
  }
  throw redirect("/");
}

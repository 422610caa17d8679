import { redirect } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import type { Route } from "./+types/sign-out";

/** Ends the session of the browser, also one that waits for the code. */
export async function action({ context }: Route.ActionArgs) {
  try {
    await getRequestContext({ context }).call("session", { method: "DELETE" });
  } catch (error) {
    // The session has ended already.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  throw redirect("/sign-in?signed-out");
}

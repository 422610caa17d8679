import { data } from "react-router";
import { CURRENCY_COOKIE, YEAR_SECONDS } from "../http/visitor-preferences.ts";
import { serializeCookie } from "../http/cookies.ts";
import { parseFormData } from "../forms/request-body.ts";
import { serverContext } from "../api-client/server-context.ts";
import type { Route } from "./+types/currency";

/** Stores the chosen display currency in its cookie. The API rejects an unknown currency at the next call. */
export async function action({ request, context }: Route.ActionArgs) {
  const { secureCookies: secure } = context.get(serverContext);
  const value = (await parseFormData(request)).get("currency");
  const currency = typeof value === "string" ? value.toUpperCase() : "";
  if (!/^[A-Z]{3}$/.test(currency)) return data({ ok: false }, 422);
  return data(
    { ok: true },
    { headers: { "set-cookie": serializeCookie(CURRENCY_COOKIE, currency, { maxAge: YEAR_SECONDS, secure }) } },
  );
}

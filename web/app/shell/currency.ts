import { data } from "react-router";
import { CURRENCY_COOKIE, YEAR } from "../lib/arrival.ts";
import { writeCookie } from "../lib/cookies.ts";
import { formDataOf } from "../lib/request-body.ts";
import { shopContext } from "../lib/shop-context.ts";
import type { Route } from "./+types/currency";

/** Remembers the chosen display currency in its cookie (spec §3). Whether the shop knows it, the API says at the next call. */
export async function action({ request, context }: Route.ActionArgs) {
  const { secureCookies: secure } = context.get(shopContext);
  const asked = (await formDataOf(request)).get("currency");
  const currency = typeof asked === "string" ? asked.toUpperCase() : "";
  if (!/^[A-Z]{3}$/.test(currency)) return data({ ok: false }, 422);
  return data(
    { ok: true },
    { headers: { "set-cookie": writeCookie(CURRENCY_COOKIE, currency, { maxAge: YEAR, secure }) } },
  );
}

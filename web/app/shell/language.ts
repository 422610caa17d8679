import { redirect } from "react-router";
import { isLocale, localizedPath, splitPath } from "../lib/locale.ts";
import { localeCookie } from "../lib/arrival.ts";
import { ownPath } from "../lib/own-path.ts";
import { shopContext } from "../lib/shop-context.ts";
import type { Route } from "./+types/language";

/** The language switch: remembers the choice in the cookie and leads to the same page in that language. */
export function loader({ request, params, context }: Route.LoaderArgs) {
  const server = context.get(shopContext);
  const back = ownPath(new URL(request.url).searchParams.get("to")) ?? "/";
  if (!isLocale(params.locale)) return redirect(back);
  return redirect(localizedPath(splitPath(back).path, params.locale, server.localeStrategy), {
    headers: { "set-cookie": localeCookie(params.locale, server) },
  });
}

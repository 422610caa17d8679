import { redirect } from "react-router";
import { isLocale } from "@furoshiki/design-system/i18n/locale.ts";
import { localizePath, splitPath } from "@furoshiki/design-system/i18n/locale-path.ts";
import { createLocaleCookie } from "../http/visitor-preferences.ts";
import { parseLocalPath } from "../navigation/local-path.ts";
import { serverContext } from "../api-client/server-context.ts";
import type { Route } from "./+types/language";

/** The language switch: stores the choice in the cookie and redirects to the same page in that locale. */
export function loader({ request, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const returnPath = parseLocalPath(new URL(request.url).searchParams.get("to")) ?? "/";
  if (!isLocale(params.locale)) return redirect(returnPath);
  return redirect(localizePath(splitPath(returnPath).path, params.locale, server.localeStrategy), {
    headers: { "set-cookie": createLocaleCookie(params.locale, server) },
  });
}

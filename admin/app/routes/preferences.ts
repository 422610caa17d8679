import { redirect, redirectDocument } from "react-router";
import { isLocale } from "@furoshiki/design-system/i18n/locale.ts";
import { isTheme, serializePreferences, type Preferences } from "../api-client/preferences.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { parseReturnPath } from "../http/return-path.ts";
import type { Route } from "./+types/preferences";

/** Changes the preferences of the browser: `locale`, `theme` or `navigation`; then returns to the path `from`. */
export async function action({ request, context }: Route.ActionArgs) {
  const { server, preferences } = getRequestContext({ context });
  const form = await request.formData();
  const [locale, theme, navigation, from] = ["locale", "theme", "navigation", "from"].map((name) => form.get(name));
  const changed: Preferences = {
    locale: isLocale(locale) ? locale : preferences.locale,
    theme: isTheme(theme) ? theme : preferences.theme,
    isNavigationCollapsed: navigation === null ? preferences.isNavigationCollapsed : navigation === "collapsed",
  };
  const headers = { "set-cookie": await serializePreferences(changed, server.secureCookies) };
  // Another language has other messages, which a new document loads.
  return (changed.locale === preferences.locale ? redirect : redirectDocument)(parseReturnPath(from), { headers });
}

import { redirect, redirectDocument } from "react-router";
import { isLocale, type Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { isTheme, serializePreferences, type Preferences } from "../api-client/preferences.ts";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { parseReturnPath } from "../http/return-path.ts";
import type { Route } from "./+types/preferences";

/** Changes the preferences of the browser: `locale`, `theme` or `navigation`; then returns to the path `from`. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const { server, preferences } = requestContext;
  const form = await request.formData();
  const [locale, theme, navigation, from] = ["locale", "theme", "navigation", "from"].map((name) => form.get(name));
  const changed: Preferences = {
    locale: isLocale(locale) ? locale : preferences.locale,
    theme: isTheme(theme) ? theme : preferences.theme,
    isNavigationCollapsed: navigation === null ? preferences.isNavigationCollapsed : navigation === "collapsed",
  };
  if (changed.locale !== preferences.locale) await changeAccountLanguage(requestContext, changed.locale);
  const headers = { "set-cookie": await serializePreferences(changed, server.secureCookies) };
  // Another language has other messages, which a new document loads.
  return (changed.locale === preferences.locale ? redirect : redirectDocument)(parseReturnPath(from), { headers });
}

/** Changes the language of the signed-in person. Before the sign-in it is a preference of the browser only. */
async function changeAccountLanguage({ call }: RequestContext, locale: Locale): Promise<void> {
  try {
    await call("me", { method: "PATCH", body: { locale } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
}

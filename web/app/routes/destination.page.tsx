import type { DestinationTerms } from "@furoshiki/api/delivery";
import { data, redirect } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { serverContext } from "../api-client/server-context.ts";
import { DestinationCity } from "../delivery/destination-city.tsx";
import { DestinationList } from "../delivery/destination-list.tsx";
import { getFormValue } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { serializeCookie } from "../http/cookies.ts";
import {
  DESTINATION_COOKIE,
  formatDestinationCookie,
  parseCity,
  parseCountryCode,
} from "../http/destination-cookie.ts";
import { YEAR_SECONDS } from "../http/visitor-preferences.ts";
import { getTranslator } from "../i18n/messages.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { parseLocalPath } from "../navigation/local-path.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import type { Route } from "./+types/destination.page";

/** The page of the country list, for browsers without scripts: elsewhere the header opens it in a dialog. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { items } = await getRequestContext({ context }).load<{ items: DestinationTerms[] }>(
    "/v1/delivery/destinations",
  );
  return { destinations: items, returnPath: parseLocalPath(url.searchParams.get("from")) ?? "/" };
}

/**
 * Stores the chosen country, and the city if the form has one, in their cookie. Without a city in the form the city stays
 * if the country does; an empty one is forgotten. A form that names its page in `from` is redirected to it.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseFormData(request);
  const country = parseCountryCode(getFormValue(form, "country"));
  if (country === null) return data({ ok: false }, 422);
  const { secureCookies: secure } = context.get(serverContext);
  const { deliveryCountry, deliveryCity } = getRequestContext({ context });
  const cityBefore = country === deliveryCountry ? deliveryCity : null;
  const city = form.has("city") ? parseCity(getFormValue(form, "city")) : cityBefore;
  const value = formatDestinationCookie({ country, city });
  const headers = { "set-cookie": serializeCookie(DESTINATION_COOKIE, value, { maxAge: YEAR_SECONDS, secure }) };
  const from = parseLocalPath(getFormValue(form, "from"));
  return from === null
    ? data({ ok: true }, { headers })
    : redirect(getRequestContext({ context }).to(from), { headers });
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData) return [];
  return buildPageMeta(rootData, location, {
    title: getTranslator(rootData.locale)("destination.title"),
    noindex: true,
  });
};

export default function DestinationPage({ loaderData: { destinations, returnPath } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <div className="mx-auto max-w-read px-4 py-8 lg:py-12">
      <h1 className="text-3xl lg:text-4xl">{t("destination.title")}</h1>
      <p className="mt-3 mb-6 text-ink-2">{t("destination.text")}</p>
      <DestinationList destinations={destinations} returnPath={returnPath} />
      <DestinationCity returnPath={returnPath} />
    </div>
  );
}

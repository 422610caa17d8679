import type { FrontConfig } from "@furoshiki/api/front";
import { renderToStaticMarkup } from "react-dom/server";
import { ownTextChunks } from "virtual:text-chunks";
import worker from "../../offline/worker.js?raw";
import stylesheet from "../app.css?url";
import { visitOf } from "../lib/api.ts";
import { locales, localizedPath, type Locale, type LocaleStrategy } from "../lib/locale.ts";
import { textsOf } from "../lib/texts.ts";
import { buttonClass } from "../ui/button.tsx";
import type { Route } from "./+types/service-worker";

/** A worker that takes itself and everything it kept away: what browsers get once the shop has switched it off. */
const farewell = `
self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}
`;

/** The service worker of this build, or its farewell where the setting `pwa.offline` is off. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const visit = visitOf({ context });
  const { features } = await visit.page<FrontConfig>("/v1/frontConfig");
  const { buildId, localeStrategy } = visit.server;
  const words = Object.fromEntries(locales.map((locale) => [locale, wordsIn(locale, localeStrategy)]));
  const shop = { build: buildId, strategy: localeStrategy, words, ownTexts: ownTextChunks };
  return new Response(features.offline ? `self.shop = ${JSON.stringify(shop)};\n${worker}` : farewell, {
    headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" },
  });
}

/** What the worker says: over a kept page, with `{moment}` to be filled in, and in place of one that is not. */
function wordsIn(locale: Locale, strategy: LocaleStrategy) {
  const t = textsOf(locale);
  return {
    asOf: t("quiet.offline_as_of", { moment: "{moment}" }),
    nothing: `<!doctype html>${renderToStaticMarkup(<NothingKept locale={locale} strategy={strategy} />)}`,
  };
}

/** A page of its own, without a script, for an address that was not seen before the network went. */
function NothingKept({ locale, strategy }: { locale: Locale; strategy: LocaleStrategy }) {
  const t = textsOf(locale);
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{t("quiet.offline_title")}</title>
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>
        <main className="mx-auto max-w-page px-4 pt-14">
          <h1 className="text-3xl lg:text-4xl">{t("quiet.offline_title")}</h1>
          <p className="mt-4 max-w-md">{t("quiet.offline_text")}</p>
          <p className="mt-6">
            <a href={localizedPath("/cart", locale, strategy)} className={buttonClass()}>
              {t("quiet.offline_cart")}
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}

import type { StoreConfig } from "@furoshiki/api/store-config";
import { renderToStaticMarkup } from "react-dom/server";
import { messageUrls } from "virtual:message-urls";
import workerSource from "../../offline/service-worker.js?raw";
import stylesheet from "../app.css?url";
import { getRequestContext } from "../api-client/request-context.ts";
import { locales, type Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { localizePath, type LocaleStrategy } from "@furoshiki/design-system/i18n/locale-path.ts";
import { getAccountTranslator } from "../i18n/account-i18n.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import type { Route } from "./+types/service-worker";

/**
 * A service worker that deletes its caches and unregisters itself: served to browsers after the store has disabled
 * offline support.
 */
const unregisterScript = `
self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(unregister()));
async function unregister() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}
`;

/** The service worker of this build, or the script that unregisters it if the setting `pwa.offline` is off. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const requestContext = getRequestContext({ context });
  const { features } = await requestContext.load<StoreConfig>("/v1/frontConfig");
  const { buildId, localeStrategy } = requestContext.server;
  const messages = Object.fromEntries(locales.map((locale) => [locale, getWorkerMessages(locale, localeStrategy)]));
  const shop = { build: buildId, strategy: localeStrategy, messages, accountMessageUrls: messageUrls.account };
  return new Response(features.offline ? `self.shop = ${JSON.stringify(shop)};\n${workerSource}` : unregisterScript, {
    headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" },
  });
}

/**
 * The messages of the worker: the notice over a cached page, in which the worker replaces `{moment}`, and the HTML of the
 * page for a URL that is not cached.
 */
function getWorkerMessages(locale: Locale, strategy: LocaleStrategy) {
  const t = getAccountTranslator(locale);
  return {
    cachedAt: t("notice.offline_saved_at", { moment: "{moment}" }),
    offlinePage: `<!doctype html>${renderToStaticMarkup(<OfflinePage locale={locale} strategy={strategy} />)}`,
  };
}

/** A static page, without scripts, for a URL that is not cached when the network is unavailable. */
function OfflinePage({ locale, strategy }: { locale: Locale; strategy: LocaleStrategy }) {
  const t = getAccountTranslator(locale);
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{t("notice.offline_title")}</title>
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>
        <main className="mx-auto max-w-page px-4 pt-14">
          <h1 className="text-3xl lg:text-4xl">{t("notice.offline_title")}</h1>
          <p className="mt-4 max-w-md">{t("notice.offline_text")}</p>
          <p className="mt-6">
            <a href={localizePath("/cart", locale, strategy)} className={buttonClass()}>
              {t("notice.offline_cart")}
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}

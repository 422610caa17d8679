import type { CustomerSummary } from "@furoshiki/api/customer-summary";
import type { StoreConfig } from "@furoshiki/api/store-config";
import { lazy, useEffect, type ReactNode } from "react";
import { preload, preloadModule } from "react-dom";
import {
  data,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { messageUrls } from "virtual:message-urls";
import stylesheet from "./app.css?url";
import golosCyrillic from "@furoshiki/design-system/fonts/golos-cyrillic.woff2?url";
import golosLatin from "@furoshiki/design-system/fonts/golos-latin.woff2?url";
import ysabeauCyrillic from "@furoshiki/design-system/fonts/ysabeau-cyrillic.woff2?url";
import ysabeauLatin from "@furoshiki/design-system/fonts/ysabeau-latin.woff2?url";
import { ApiError, getRequestContext, type RequestContext } from "./api-client/request-context.ts";
import { renderDeferredParts } from "./browser/deferred-rendering.ts";
import { handleStorefrontRequest, thirdPartyServicesContext } from "./http/request-middleware.ts";
import { isConnectionError } from "./offline/connection-error.ts";
import { preservePageOnFailedRefresh, useTrackDisplayedPage } from "./offline/preserve-page.ts";
import { visitorIdContext } from "./offline/cache-policy.ts";
import { defaultLocale, type Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { splitPath } from "@furoshiki/design-system/i18n/locale-path.ts";
import { isPrivatePage, serializeThirdPartyServices } from "./store-config/third-party-services.ts";
import { SectionBoundary } from "@furoshiki/design-system/errors/section-boundary.tsx";
import { clearSessionCookie } from "./http/session-cookie.ts";
import { getI18n } from "./i18n/use-i18n.tsx";
import { MinimalError } from "./layout/minimal-error.tsx";
import { PageLayout } from "./layout/page-layout.tsx";
import { NoConnection } from "./layout/no-connection.tsx";
import type { Route } from "./+types/root";

export const middleware: Route.MiddlewareFunction[] = [handleStorefrontRequest];
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [preservePageOnFailedRefresh];

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const [config, loadedSummary] = await Promise.all([
    requestContext.load<StoreConfig>("/v1/frontConfig"),
    loadCustomerSummary(requestContext),
  ]);
  const isSessionExpired = loadedSummary === "expired";
  const summary = isSessionExpired ? null : loadedSummary;
  const { server, locale, requestId } = requestContext;
  context.set(visitorIdContext, String(summary?.user.id ?? "guest"));
  if (!isPrivatePage(requestContext.path)) context.set(thirdPartyServicesContext, serializeThirdPartyServices(config));
  return data(
    {
      locale,
      strategy: server.localeStrategy,
      publicUrl: server.publicUrl,
      buildId: server.buildId,
      requestId,
      config,
      deliveryCity: requestContext.deliveryCity,
      user: summary?.user ?? null,
      cart: summary?.cart ?? null,
      wishlist: summary?.wishlist ?? null,
      notifications: summary?.notifications.unread ?? 0,
      // The visitor's chosen currency if the store no longer offers it.
      unavailableCurrency:
        requestContext.currency === null || requestContext.currency === config.delivery.iso_code
          ? null
          : requestContext.currency,
    },
    isSessionExpired ? { headers: { "set-cookie": clearSessionCookie(server.secureCookies) } } : {},
  );
}

/** The signed-in customer with their counters; null for a guest; "expired" if the session token is no longer valid. */
async function loadCustomerSummary(requestContext: RequestContext): Promise<CustomerSummary | "expired" | null> {
  if (!requestContext.token) return null;
  try {
    return await requestContext.call<CustomerSummary>("/v1/user/summary");
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return "expired";
    throw error;
  }
}

export { shouldRevalidateLayout as shouldRevalidate } from "./layout/should-revalidate.ts";

/** The fonts of a page in each language: those of its alphabet, and those of digits and names in another one. */
const fonts: Record<Locale, { ownAlphabet: string[]; otherAlphabet: string[] }> = {
  "ru-RU": { ownAlphabet: [golosCyrillic, ysabeauCyrillic], otherAlphabet: [golosLatin, ysabeauLatin] },
  "en-US": { ownAlphabet: [golosLatin, ysabeauLatin], otherAlphabet: [] },
};

export function Layout({ children }: { children: ReactNode }) {
  const rootData = useRouteLoaderData<typeof loader>("root");
  const { pathname } = useLocation();
  const locale = rootData?.locale ?? splitPath(pathname).locale ?? defaultLocale;
  const icons = rootData?.config.shop.files;
  const i18n = getI18n(locale, rootData?.strategy ?? "prefix_except_default");
  preloadFiles(locale);
  useMarkHydrated();
  return (
    <html lang={locale} data-delivery-country={rootData?.config.destination?.country}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#19211c" />
        {/* With a precedence, React places the stylesheet before the scripts, which would delay it on a slow connection. */}
        <link rel="stylesheet" href={stylesheet} precedence="default" />
        {rootData?.user ? <meta name="csrf-token" content={rootData.user.csrf_token} /> : null}
        <Links />
        <link rel="icon" href={icons?.favicon ?? "/favicon.svg"} />
        <link rel="apple-touch-icon" href={icons?.["apple-touch-icon"] ?? "/icons/apple-touch-icon.png"} />
        <link rel="manifest" href={i18n.to("/manifest.webmanifest")} />
        <Meta />
      </head>
      <body>
        <PageLayout i18n={i18n} rootData={rootData ?? null}>
          {children}
        </PageLayout>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/**
 * Sets `data-hydrated` on the document once the page is hydrated, for styles and browser tests, and renders the parts of
 * the page that are below the first screen.
 */
function useMarkHydrated(): void {
  useEffect(() => {
    document.documentElement.dataset["hydrated"] = "";
    renderDeferredParts();
  }, []);
}

/** Preloads files that the browser would otherwise discover late. */
function preloadFiles(locale: Locale): void {
  const options = { as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;
  for (const font of fonts[locale].ownAlphabet) preload(font, options);
  for (const font of fonts[locale].otherAlphabet) preload(font, { ...options, fetchPriority: "low" });
  const messagesUrl = messageUrls.shop[locale];
  if (messagesUrl) preloadModule(messagesUrl);
}

export default function Root() {
  useTrackDisplayedPage();
  return <Outlet />;
}

const loadErrorPage = async () => ({ default: (await import("./layout/error-page.tsx")).ErrorPage });
// The server renders a page synchronously, so it needs the component up front.
const ErrorPage = import.meta.env.SSR ? (await loadErrorPage()).default : lazy(loadErrorPage);

export function ErrorBoundary() {
  const error = useRouteError();
  if (isConnectionError(error)) return <NoConnection error={error} />;
  return (
    <SectionBoundary errorFallback={<MinimalError />}>
      <ErrorPage error={error} />
    </SectionBoundary>
  );
}

import { useEffect, type ReactNode } from "react";
import { preload } from "react-dom";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import { defaultLocale, type Locale } from "@furoshiki/design-system/i18n/locale.ts";
import golosCyrillic from "@furoshiki/design-system/fonts/golos-cyrillic.woff2?url";
import golosLatin from "@furoshiki/design-system/fonts/golos-latin.woff2?url";
import ysabeauCyrillic from "@furoshiki/design-system/fonts/ysabeau-cyrillic.woff2?url";
import ysabeauLatin from "@furoshiki/design-system/fonts/ysabeau-latin.woff2?url";
import { getRequestContext } from "./api-client/request-context.ts";
import { keepPageOnLostConnection } from "./api-client/connection-loss.ts";
import { keepPageOnExpiredSession } from "./api-client/session-expiry.ts";
import stylesheet from "./app.css?url";
import { handleAdminRequest } from "./http/request-middleware.ts";
import { SystemThemeScript, useTheme } from "./http/theme-script.tsx";
import { preloadMessages } from "./i18n/messages.ts";
import { getI18n, I18nProvider } from "./i18n/use-i18n.tsx";
import { useRootData, type RootData } from "./http/root-data.ts";
import { ErrorPage } from "./shell/error-page.tsx";
import type { Route } from "./+types/root";

export const middleware: Route.MiddlewareFunction[] = [handleAdminRequest];
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPageOnExpiredSession, keepPageOnLostConnection];

export async function loader({ context }: Route.LoaderArgs) {
  const { server, locale, preferences } = getRequestContext({ context });
  const { theme } = preferences;
  const storeName = await server.getStoreName(locale);
  return { locale, theme, storeName, requestId: server.requestId } satisfies RootData;
}

// Only a change of the preferences changes the data.
export const shouldRevalidate = ({ formAction }: ShouldRevalidateFunctionArgs) => formAction === "/admin/preferences";

export const links: Route.LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: `${import.meta.env.BASE_URL}favicon.svg` },
];

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.storeName }];

const fonts: Record<Locale, string[]> = {
  "ru-RU": [golosCyrillic, ysabeauCyrillic],
  "en-US": [golosLatin, ysabeauLatin],
};

export function Layout({ children }: { children: ReactNode }) {
  const rootData = useRootData();
  const { locale = defaultLocale, theme = "system" } = rootData ?? {};
  for (const font of fonts[locale]) preload(font, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  preloadMessages("main", locale);
  const i18n = getI18n(locale);
  useTheme(theme);
  useMarkHydrated();
  return (
    // The theme script and hydration add attributes.
    <html lang={locale} data-theme={theme === "system" ? undefined : theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {theme === "system" ? <SystemThemeScript /> : null}
        <Meta />
        <Links />
      </head>
      <body>
        <I18nProvider i18n={i18n}>{children}</I18nProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Sets `data-hydrated` on the document once the page is hydrated, for browser tests. */
function useMarkHydrated(): void {
  useEffect(() => {
    document.documentElement.dataset["hydrated"] = "";
  }, []);
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}

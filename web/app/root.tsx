import type { User } from "@furoshiki/api/account";
import type { Cart } from "@furoshiki/api/cart";
import type { FrontConfig } from "@furoshiki/api/front";
import type { NotificationList } from "@furoshiki/api/notifications";
import type { WishlistCount } from "@furoshiki/api/wishlist";
import { lazy, type ReactNode } from "react";
import {
  data,
  Meta,
  Outlet,
  Scripts,
  useLocation,
  useRouteError,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import { textChunks } from "virtual:text-chunks";
import stylesheet from "./app.css?url";
import golosCyrillic from "./fonts/golos-cyrillic.woff2?url";
import golosLatin from "./fonts/golos-latin.woff2?url";
import ysabeauCyrillic from "./fonts/ysabeau-cyrillic.woff2?url";
import ysabeauLatin from "./fonts/ysabeau-latin.woff2?url";
import { ApiError, visitOf, type Visit } from "./lib/api.ts";
import { receiveVisitor, servicesContext } from "./lib/arrival.ts";
import { visitorContext } from "./lib/keeping.ts";
import { defaultLocale, splitPath, type Locale } from "./lib/locale.ts";
import { isPrivatePage, servicesOf } from "./lib/page-services.ts";
import { Part } from "./lib/part.tsx";
import { ScrollMemory } from "./lib/scroll.tsx";
import { dropToken } from "./lib/session.ts";
import { shopOf } from "./lib/shop.tsx";
import { sidePart } from "./lib/side-part.ts";
import { BareError } from "./shell/bare-error.tsx";
import { Frame } from "./shell/frame.tsx";
import type { Route } from "./+types/root";

export const middleware: Route.MiddlewareFunction[] = [receiveVisitor];

export async function loader({ context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const [config, found] = await Promise.all([visit.page<FrontConfig>("/v1/frontConfig"), accountOf(visit)]);
  const expired = found === "expired";
  const account = expired ? null : found;
  const { server, locale, requestId } = visit;
  context.set(visitorContext, String(account?.user.id ?? "guest"));
  if (!isPrivatePage(visit.path)) context.set(servicesContext, servicesOf(config));
  return data(
    {
      locale,
      strategy: server.localeStrategy,
      publicUrl: server.publicUrl,
      buildId: server.buildId,
      requestId,
      config,
      user: account?.user ?? null,
      csrfToken: account?.csrfToken ?? null,
      cart: account?.cart ?? null,
      wishlist: account?.wishlist ?? null,
      notifications: account?.notifications ?? 0,
      // The visitor asked for another currency, which the shop has no longer.
      lostCurrency: visit.currency === null || visit.currency === config.delivery.iso_code ? null : visit.currency,
    },
    expired ? { headers: { "set-cookie": dropToken(server.secureCookies) } } : {},
  );
}

/** The signed-in shopper with his counters, null for a guest; a token that lives no more makes a guest. */
async function accountOf(visit: Visit) {
  if (!visit.token) return null;
  try {
    const [user, cart, wishlist, told] = await Promise.all([
      visit.call<User>("/v1/user"),
      sidePart(visit.call<Cart>("/v1/user/cart")),
      sidePart(visit.call<WishlistCount>("/v1/user/wishlistcount")),
      sidePart(visit.call<NotificationList>("/v1/user/notification")),
    ]);
    const quantities = Object.fromEntries(cart?.cart_items.items.map((item) => [item.cart_id, item.qty]) ?? []);
    const { id, name, surname, email, phone, csrf_token: csrfToken } = user;
    return {
      user: { id, name, surname, email, phone },
      csrfToken,
      cart: { count: cart?.products_count ?? 0, quantities, certificates: cart?.certificates.items.length ?? 0 },
      wishlist,
      notifications: told?.unread ?? 0,
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return "expired";
    throw error;
  }
}

/** The frame's data change by what the shopper does, not by where he goes. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  return (formMethod !== undefined && formMethod !== "GET") || currentUrl.href === nextUrl.href;
}

const manifests: Record<Locale, string> = {
  "ru-RU": "/manifests/ru.webmanifest",
  "en-US": "/manifests/en.webmanifest",
};

const fonts: Record<Locale, string[]> = {
  "ru-RU": [golosCyrillic, ysabeauCyrillic],
  "en-US": [golosLatin, ysabeauLatin],
};

export function Layout({ children }: { children: ReactNode }) {
  const known = useRouteLoaderData<typeof loader>("root");
  const { pathname } = useLocation();
  const locale = known?.locale ?? splitPath(pathname).locale ?? defaultLocale;
  const shop = shopOf(locale, known?.strategy ?? "prefix_except_default");
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#ffffff" />
        {known?.csrfToken ? <meta name="csrf-token" content={known.csrfToken} /> : null}
        <link rel="stylesheet" href={stylesheet} precedence="default" />
        {import.meta.env.SSR ? <AskedAhead locale={locale} /> : null}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href={manifests[locale]} />
        <Meta />
      </head>
      <body>
        <Frame shop={shop} known={known ?? null}>
          {children}
        </Frame>
        <ScrollMemory />
        <Scripts />
      </body>
    </html>
  );
}

/** What the browser would find out late; it knows when the page comes to life, and need not be told again. */
function AskedAhead({ locale }: { locale: Locale }) {
  const texts = textChunks[locale];
  return (
    <>
      {fonts[locale].map((font) => (
        <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      {texts ? <link rel="modulepreload" href={texts} /> : null}
    </>
  );
}

export default function Root() {
  return <Outlet />;
}

const loadErrorPage = async () => ({ default: (await import("./shell/error-page.tsx")).ErrorPage });
// The server writes a page in one go and must have it at hand.
const ErrorPage = import.meta.env.SSR ? (await loadErrorPage()).default : lazy(loadErrorPage);

export function ErrorBoundary() {
  return (
    <Part failed={<BareError />}>
      <ErrorPage error={useRouteError()} />
    </Part>
  );
}

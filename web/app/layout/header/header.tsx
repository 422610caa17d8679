import { Heart, LayoutGrid, LogIn, MessageCircle, ShoppingBag } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import { useLocation } from "react-router";
import { useCart } from "../../cart/cart-state.tsx";
import { Link } from "../../navigation/link.tsx";
import { prefetchOnIntent } from "../../navigation/prefetch-on-intent.ts";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { usePathWithoutLocale, useI18n } from "../../i18n/use-i18n.tsx";
import { Counter } from "@furoshiki/design-system/ui/badge.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { getSignInUrl } from "../../navigation/sign-in-url.ts";
import { loadSignInDialog } from "../sign-in/sign-in-dialog.tsx";
import { loadCategoryDrawer, openCategoryDrawer } from "../category-menu/category-drawer.tsx";
import { CurrencyPicker } from "./currency-picker.tsx";
import { DestinationControl } from "./destination-control.tsx";
import type { RootData } from "../../store-config/root-data.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { useWishlist } from "../../wishlist/wishlist-button.tsx";
import { Logo } from "./logo.tsx";
import { MenuLink } from "../menu-link.tsx";
import { NotificationBell, ProfilePopover } from "./account-controls.ts";
import { SearchBox } from "./search-box.tsx";

/** The header: two rows from `lg`; on phones a smaller one, because the tab bar has the main links. */
export function Header({ rootData }: { rootData: RootData | null }) {
  return (
    <header
      data-signed-in={rootData?.user ? "" : undefined}
      className="top-0 z-30 tall:sticky has-data-searching:z-50 border-b border-line bg-surface"
    >
      <div className="mx-auto hidden max-w-page px-4 lg:block">
        <MainRow rootData={rootData} />
        <SubHeader rootData={rootData} />
      </div>
      <PhoneRows rootData={rootData} />
    </header>
  );
}

/** Returns the query of the search results page, so that the search box keeps it; empty on other pages. */
function useSearchQuery(): string {
  const { pathname, search } = useLocation();
  const { to } = useI18n();
  return pathname === to("/product_search") ? (new URLSearchParams(search).get("q") ?? "") : "";
}

/** Returns the props of a link that opens the category drawer; without JavaScript it leads to the categories of the home page. */
export function getCategoryDrawerLinkProps(locale: Locale) {
  return {
    ...prefetchOnIntent(() => loadCategoryDrawer(locale)),
    to: "/#catalogue",
    "aria-haspopup": "dialog",
    onClick: (event: React.MouseEvent) => {
      event.preventDefault();
      openCategoryDrawer();
    },
  } as const;
}

function MainRow({ rootData }: { rootData: RootData | null }) {
  const { t, locale } = useI18n();
  const searchQuery = useSearchQuery();
  const path = usePathWithoutLocale();
  const { count } = useCart();
  const { count: wishlistCount } = useWishlist();
  return (
    <div className="flex h-[76px] items-center gap-5">
      <Logo shop={rootData?.config.shop} />
      <Link {...getCategoryDrawerLinkProps(locale)} className={buttonClass({ className: "h-12! px-5 text-base!" })}>
        <LayoutGrid size={18} strokeWidth={1.5} aria-hidden />
        {t("layout.catalog")}
      </Link>
      <SearchBox id="q" value={searchQuery} />
      {rootData ? <DestinationControl rootData={rootData} /> : null}
      <nav className="-mr-2 flex items-center" aria-label={t("layout.account")}>
        {rootData?.config.features.showCurrency ? <CurrencyPicker rootData={rootData} /> : null}
        <HeaderLink
          to={rootData?.user ? "/wishlist" : getSignInUrl(path, "/wishlist")}
          icon={<Heart size={24} strokeWidth={1.5} aria-hidden />}
          label={t("layout.wishlist")}
          count={wishlistCount}
        />
        {rootData?.user ? (
          <Suspense>
            <NotificationBell count={rootData.notifications} className={headerLinkClass} />
          </Suspense>
        ) : null}
        <HeaderLink
          to="/cart"
          icon={<ShoppingBag size={24} strokeWidth={1.5} aria-hidden />}
          label={t("layout.cart")}
          count={count}
        />
        {rootData?.user ? (
          <Suspense>
            <ProfilePopover user={rootData.user} />
          </Suspense>
        ) : (
          <HeaderLink
            to={getSignInUrl(path)}
            load={loadSignInDialog}
            icon={<LogIn size={24} strokeWidth={1.5} aria-hidden />}
            label={t("layout.sign_in")}
          />
        )}
      </nav>
    </div>
  );
}

const headerLinkClass =
  "relative flex min-w-12 flex-col items-center gap-1 rounded-md px-1.5 py-1.5 text-xs text-ink-2 hover:text-tokiwa-700 xl:min-w-16";

type HeaderLinkProps = { to: string; icon: ReactNode; label: string; count?: number; load?: () => Promise<unknown> };

/** A link with an icon and a counter. @param load loads the code of what it opens */
function HeaderLink({ to, icon, label, count = 0, load }: HeaderLinkProps) {
  return (
    <Link to={to} {...(load ? prefetchOnIntent(load) : {})} className={headerLinkClass}>
      <span className="relative">
        {icon}
        {count > 0 ? <Counter value={count} className="absolute -top-1.5 -right-2.5" /> : null}
      </span>
      <span className="sr-only xl:not-sr-only">{label}</span>
    </Link>
  );
}

function SubHeader({ rootData }: { rootData: RootData | null }) {
  const { t } = useI18n();
  const whatsapp = rootData?.config.whatsapp;
  return (
    <div className="flex h-10 items-center justify-between border-t border-line text-sm">
      <nav aria-label={t("layout.sections")}>
        <ul className="-ml-2 flex">
          {(rootData?.config.menus.header ?? []).map(({ text, to, accent }) => (
            <li key={to}>
              <MenuLink
                to={to}
                className={`block px-2.5 py-2 underline-offset-4 hover:underline ${accent ? "font-medium text-beni-600" : "text-ink-2"}`}
              >
                {text}
              </MenuLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex items-center gap-4 text-ink-2">
        {whatsapp ? (
          <a href={whatsapp.url} className="flex items-center gap-1.5 py-2 hover:text-tokiwa-700">
            <MessageCircle size={17} strokeWidth={1.5} aria-hidden className="text-tokiwa-500" />
            {t("layout.write_us", { channel: whatsapp.label })}
          </a>
        ) : null}
        <LanguageSwitch />
      </div>
    </div>
  );
}

function PhoneRows({ rootData }: { rootData: RootData | null }) {
  const { t } = useI18n();
  const searchQuery = useSearchQuery();
  const whatsapp = rootData?.config.whatsapp;
  return (
    <div className="px-4 pt-1.5 pb-2.5 lg:hidden">
      <div className="flex h-12 items-center justify-between">
        <Logo shop={rootData?.config.shop} isSmall />
        <div className="-mr-2.5 flex min-w-0 items-center">
          {rootData ? <DestinationControl rootData={rootData} isCompact /> : null}
          {rootData?.config.features.showCurrency ? <CurrencyPicker rootData={rootData} isCompact /> : null}
          <LanguageSwitch isCompact />
          {whatsapp ? (
            <a
              href={whatsapp.url}
              aria-label={t("layout.write_us", { channel: whatsapp.label })}
              className="grid size-11 place-items-center text-tokiwa-500"
            >
              <MessageCircle size={23} strokeWidth={1.5} aria-hidden />
            </a>
          ) : null}
        </div>
      </div>
      <SearchBox id="q-phone" value={searchQuery} isCompact />
    </div>
  );
}

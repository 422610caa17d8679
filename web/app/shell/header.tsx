import { Heart, LayoutGrid, LogIn, MessageCircle, ShoppingBag } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import { useLocation } from "react-router";
import { useCart } from "../cart/cart-state.tsx";
import { Link } from "../lib/link.tsx";
import { ahead } from "../lib/ahead.ts";
import type { Locale } from "../lib/locale.ts";
import { usePath, useShop } from "../lib/shop.tsx";
import { Counter } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { signInAt } from "./addresses.ts";
import { loadAuth } from "./auth-gate.tsx";
import { loadCatalogue, openCatalogue } from "./catalogue-drawer.tsx";
import { CurrencyPicker } from "./currency-picker.tsx";
import type { Known } from "../lib/known.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { useWishes } from "../wishlist/heart.tsx";
import { Logo } from "./logo.tsx";
import { MenuLink } from "./menu-link.tsx";
import { NotificationBell, ProfilePopover } from "./own-controls.ts";
import { SearchBox } from "./search-box.tsx";

export function Header({ known }: { known: Known | null }) {
  return (
    <header
      data-own={known?.user ? "" : undefined}
      className="top-0 z-30 tall:sticky has-data-searching:z-50 border-b border-line bg-surface"
    >
      <div className="mx-auto hidden max-w-page px-4 lg:block">
        <MainRow known={known} />
        <SubHeader known={known} />
      </div>
      <PhoneRows known={known} />
    </header>
  );
}

/** What the search page was asked, so that the box keeps it. */
function useAsked(): string {
  const { pathname, search } = useLocation();
  const { to } = useShop();
  return pathname === to("/product_search") ? (new URLSearchParams(search).get("q") ?? "") : "";
}

/** Opens the drawer; without a script it leads to the departments on the home page. */
export function catalogueLink(locale: Locale) {
  return {
    ...ahead(() => loadCatalogue(locale)),
    to: "/#catalogue",
    "aria-haspopup": "dialog",
    onClick: (event: React.MouseEvent) => {
      event.preventDefault();
      openCatalogue();
    },
  } as const;
}

function MainRow({ known }: { known: Known | null }) {
  const { t, locale } = useShop();
  const asked = useAsked();
  const path = usePath();
  const { count } = useCart();
  const { count: wished } = useWishes();
  return (
    <div className="flex h-[76px] items-center gap-5">
      <Logo shop={known?.config.shop} />
      <Link {...catalogueLink(locale)} className={buttonClass({ className: "h-12! px-5 text-base!" })}>
        <LayoutGrid size={18} strokeWidth={1.5} aria-hidden />
        {t("shell.catalogue")}
      </Link>
      <SearchBox id="q" value={asked} />
      <nav className="-mr-2 flex items-center" aria-label={t("shell.own")}>
        {known?.config.features.showCurrency ? <CurrencyPicker known={known} /> : null}
        <Action
          to={known?.user ? "/wishlist" : signInAt(path, "/wishlist")}
          icon={<Heart size={24} strokeWidth={1.5} aria-hidden />}
          label={t("shell.favourites")}
          count={wished}
        />
        {known?.user ? (
          <Suspense>
            <NotificationBell count={known.notifications} className={actionClass} />
          </Suspense>
        ) : null}
        <Action
          to="/cart"
          icon={<ShoppingBag size={24} strokeWidth={1.5} aria-hidden />}
          label={t("shell.cart")}
          count={count}
        />
        {known?.user ? (
          <Suspense>
            <ProfilePopover user={known.user} />
          </Suspense>
        ) : (
          <Action
            to={signInAt(path)}
            load={loadAuth}
            icon={<LogIn size={24} strokeWidth={1.5} aria-hidden />}
            label={t("shell.sign_in")}
          />
        )}
      </nav>
    </div>
  );
}

const actionClass =
  "relative flex min-w-12 flex-col items-center gap-1 rounded-md px-1.5 py-1.5 text-xs text-ink-2 hover:text-tokiwa-700 xl:min-w-16";

type ActionProps = { to: string; icon: ReactNode; label: string; count?: number; load?: () => Promise<unknown> };

function Action({ to, icon, label, count = 0, load }: ActionProps) {
  return (
    <Link to={to} {...(load ? ahead(load) : {})} className={actionClass}>
      <span className="relative">
        {icon}
        {count > 0 ? <Counter value={count} className="absolute -top-1.5 -right-2.5" /> : null}
      </span>
      <span className="sr-only xl:not-sr-only">{label}</span>
    </Link>
  );
}

function SubHeader({ known }: { known: Known | null }) {
  const { t } = useShop();
  const whatsapp = known?.config.whatsapp;
  return (
    <div className="flex h-10 items-center justify-between border-t border-line text-sm">
      <nav aria-label={t("shell.sections")}>
        <ul className="-ml-2 flex">
          {(known?.config.menus.header ?? []).map(({ text, to, accent }) => (
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
            {t("shell.write_us", { channel: whatsapp.label })}
          </a>
        ) : null}
        <LanguageSwitch />
      </div>
    </div>
  );
}

function PhoneRows({ known }: { known: Known | null }) {
  const { t } = useShop();
  const asked = useAsked();
  const whatsapp = known?.config.whatsapp;
  return (
    <div className="px-4 pt-1.5 pb-2.5 lg:hidden">
      <div className="flex h-12 items-center justify-between">
        <Logo shop={known?.config.shop} small />
        <div className="-mr-2.5 flex items-center">
          {known?.config.features.showCurrency ? <CurrencyPicker known={known} short /> : null}
          <LanguageSwitch short />
          {whatsapp ? (
            <a
              href={whatsapp.url}
              aria-label={t("shell.write_us", { channel: whatsapp.label })}
              className="grid size-11 place-items-center text-tokiwa-500"
            >
              <MessageCircle size={23} strokeWidth={1.5} aria-hidden />
            </a>
          ) : null}
        </div>
      </div>
      <SearchBox id="q-phone" value={asked} short />
    </div>
  );
}

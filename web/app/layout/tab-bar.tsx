import { Heart, House, LayoutGrid, LogIn, ShoppingBag, User, type LucideIcon } from "lucide-react";
import { Suspense } from "react";
import { useCart } from "../cart/cart-state.tsx";
import { prefetchOnIntent } from "../navigation/prefetch-on-intent.ts";
import { Link } from "../navigation/link.tsx";
import { usePathWithoutLocale, useI18n } from "../i18n/use-i18n.tsx";
import { Counter } from "@furoshiki/design-system/ui/badge.tsx";
import { getSignInUrl } from "../navigation/sign-in-url.ts";
import { loadSignInDialog } from "./sign-in/sign-in-dialog.tsx";
import { getCategoryDrawerLinkProps } from "./header/header.tsx";
import type { RootData } from "../store-config/root-data.ts";
import { useWishlist } from "../wishlist/wishlist-button.tsx";
import { NotificationTab } from "./header/account-controls.ts";

/** The navigation bar at the bottom of the screen on phones. */
export function TabBar({ rootData }: { rootData: RootData | null }) {
  const { t, locale } = useI18n();
  const path = usePathWithoutLocale();
  const { count } = useCart();
  const pathname = path.split("?")[0] ?? "/";
  const { count: wishlistCount } = useWishlist();
  const isSignedIn = Boolean(rootData?.user);
  return (
    <nav
      aria-label={t("layout.main_menu")}
      className="fixed inset-x-0 bottom-0 z-30 flex [:root:has([data-buy-bar])_&]:hidden h-[calc(4rem+env(safe-area-inset-bottom))] border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <Tab link={{ to: "/" }} Icon={House} label={t("layout.home")} current={pathname === "/"} />
      <Tab
        link={getCategoryDrawerLinkProps(locale)}
        Icon={LayoutGrid}
        label={t("layout.catalog")}
        current={pathname.startsWith("/category/")}
      />
      <Tab
        link={{ to: isSignedIn ? "/wishlist" : getSignInUrl(path, "/wishlist") }}
        Icon={Heart}
        label={t("layout.wishlist")}
        count={wishlistCount}
        current={pathname === "/wishlist"}
      />
      <Tab
        link={{ to: "/cart" }}
        Icon={ShoppingBag}
        label={t("layout.cart")}
        count={count}
        current={pathname === "/cart"}
      />
      {rootData?.user ? (
        <Suspense>
          <NotificationTab count={rootData.notifications} className={tabClass(false)} />
        </Suspense>
      ) : null}
      {isSignedIn ? (
        <Tab
          link={{ to: "/profile" }}
          Icon={User}
          label={t("layout.profile")}
          current={pathname.startsWith("/profile")}
        />
      ) : (
        <Tab
          link={{ to: getSignInUrl(path), ...prefetchOnIntent(loadSignInDialog) }}
          Icon={LogIn}
          label={t("layout.sign_in")}
          current={false}
        />
      )}
    </nav>
  );
}

function tabClass(current: boolean): string {
  const tone = current ? "font-semibold text-tokiwa-700" : "text-ink-2";
  return `relative flex min-w-0 flex-1 flex-col items-center justify-center gap-1 text-[11px] leading-none ${tone}`;
}

type TabProps = {
  link: Parameters<typeof Link>[0];
  Icon: LucideIcon;
  label: string;
  count?: number;
  current: boolean;
};

function Tab({ link, Icon, label, count = 0, current }: TabProps) {
  return (
    <Link {...link} aria-current={current ? "page" : undefined} className={tabClass(current)}>
      <span className="relative">
        <Icon size={23} strokeWidth={current ? 2 : 1.5} aria-hidden />
        {count > 0 ? <Counter value={count} className="absolute -top-1.5 -right-2.5" /> : null}
      </span>
      {label}
    </Link>
  );
}

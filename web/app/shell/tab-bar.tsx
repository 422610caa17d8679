import { Heart, House, LayoutGrid, LogIn, ShoppingBag, User, type LucideIcon } from "lucide-react";
import { Suspense } from "react";
import { useCart } from "../cart/cart-state.tsx";
import { ahead } from "../lib/ahead.ts";
import { Link } from "../lib/link.tsx";
import { usePath, useShop } from "../lib/shop.tsx";
import { Counter } from "../ui/badge.tsx";
import { signInAt } from "./addresses.ts";
import { loadAuth } from "./auth-gate.tsx";
import { catalogueLink } from "./header.tsx";
import type { Known } from "../lib/known.ts";
import { useWishes } from "../wishlist/heart.tsx";
import { NotificationTab } from "./own-controls.ts";

/** The bar at the bottom of a phone (spec §2, Header). */
export function TabBar({ known }: { known: Known | null }) {
  const { t, locale } = useShop();
  const path = usePath();
  const { count } = useCart();
  const place = path.split("?")[0] ?? "/";
  const { count: wished } = useWishes();
  const signedIn = Boolean(known?.user);
  return (
    <nav
      aria-label={t("shell.main_menu")}
      className="fixed inset-x-0 bottom-0 z-30 flex h-[calc(4rem+env(safe-area-inset-bottom))] border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <Tab link={{ to: "/" }} Icon={House} label={t("shell.home")} current={place === "/"} />
      <Tab
        link={catalogueLink(locale)}
        Icon={LayoutGrid}
        label={t("shell.catalogue")}
        current={place.startsWith("/category/")}
      />
      <Tab
        link={{ to: signedIn ? "/wishlist" : signInAt(path, "/wishlist") }}
        Icon={Heart}
        label={t("shell.favourites")}
        count={wished}
        current={place === "/wishlist"}
      />
      <Tab
        link={{ to: "/cart" }}
        Icon={ShoppingBag}
        label={t("shell.cart")}
        count={count}
        current={place === "/cart"}
      />
      {known?.user ? (
        <Suspense>
          <NotificationTab count={known.notifications} className={tabClass(false)} />
        </Suspense>
      ) : null}
      {signedIn ? (
        <Tab link={{ to: "/profile" }} Icon={User} label={t("shell.profile")} current={place.startsWith("/profile")} />
      ) : (
        <Tab
          link={{ to: signInAt(path), ...ahead(loadAuth) }}
          Icon={LogIn}
          label={t("shell.sign_in")}
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

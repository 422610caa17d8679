import {
  Bell,
  ChevronLeft,
  FileCheck,
  Heart,
  KeyRound,
  LogOut,
  Mail,
  MapPin,
  MessageSquare,
  Package,
  Sparkles,
  Ticket,
  User,
} from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { useRootData } from "../store-config/root-data.ts";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n, type AccountMessageKey } from "../i18n/account-i18n.ts";
import { PointsIcon } from "../loyalty/points-icon.tsx";
import { signOut } from "./sign-in/sign-out.ts";

type IconProps = { size?: number; strokeWidth?: number };

const accountPages = [
  { to: "/profile/info", text: "profile.info", about: "profile.info_about", Icon: User },
  { to: "/profile/orders", text: "account.orders", about: "profile.orders_about", Icon: Package },
  { to: "/profile/addresses", text: "account.addresses", about: "profile.addresses_about", Icon: MapPin },
  { to: "/profile/notifications", text: "preferences.title", about: "preferences.about", Icon: Mail },
  { to: "/profile/security", text: "profile.security", about: "profile.security_about", Icon: KeyRound },
  { to: "/profile/data", text: "profile.data", about: "profile.data_about", Icon: FileCheck },
  { to: "/profile/user_favorites", text: "layout.wishlist", about: "profile.wishlist_about", Icon: Heart },
  { to: "/profile/bonus-list", text: "loyalty.title", about: "loyalty.about", Icon: PointsIcon },
  { to: "/profile/promo", text: "promo.menu", about: "promo.about", Icon: Ticket },
  { to: "/profile/special-offer", text: "promo.special", about: "promo.special_about", Icon: Sparkles },
  { to: "/profile/alerts", text: "alert.title", about: "alert.about", Icon: Bell },
  { to: "/profile/reviews", text: "reviews.title", about: "profile.reviews_about", Icon: MessageSquare },
] as const satisfies ReadonlyArray<{
  to: string;
  text: AccountMessageKey;
  about: AccountMessageKey;
  Icon: ComponentType<IconProps>;
}>;

/** Returns the entries of the account menu. Loyalty points are included only if the store has them enabled. */
export function useAccountPages() {
  const isLoyaltyEnabled = useRootData()?.config.features.bonuses ?? false;
  return accountPages.filter((page) => isLoyaltyEnabled || page.to !== "/profile/bonus-list");
}

type AccountLayoutProps = {
  /** Path of the menu entry that is currently open. */
  current: (typeof accountPages)[number]["to"];
  title: ReactNode;
  /** Rendered at the right end of the title. */
  titleAction?: ReactNode;
  /** Link to the parent list. Defaults to the profile page, and is then shown on small screens only. */
  back?: { to: string; text: string };
  children: ReactNode;
};

/** Layout of the account pages: the menu beside the page, replaced by a back link on small screens. */
export function AccountLayout({ current, title, titleAction, back, children }: AccountLayoutProps) {
  const { t } = useAccountI18n();
  return (
    <div className="mx-auto max-w-page px-4 pt-4 lg:pt-9">
      <div className="lg:grid lg:grid-cols-[232px_minmax(0,1fr)] lg:gap-14 print:block">
        <AccountMenu current={current} />
        <div className="min-w-0">
          <Link
            to={back?.to ?? "/profile"}
            className={`mb-1 -ml-1 flex h-11 w-fit items-center gap-1 text-sm text-ink-2 hover:text-ink print:hidden ${back ? "" : "lg:hidden"}`}
          >
            <ChevronLeft size={18} strokeWidth={1.5} aria-hidden />
            {back?.text ?? t("layout.profile")}
          </Link>
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
            <h1 tabIndex={-1} className="text-3xl outline-none lg:text-4xl">
              {title}
            </h1>
            {titleAction}
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}

function AccountMenu({ current }: { current: string }) {
  const { t } = useAccountI18n();
  const pages = useAccountPages();
  return (
    <div className="hidden lg:block print:hidden">
      <CurrentUser />
      <nav aria-label={t("layout.profile")} className="mt-5">
        <ul>
          {pages.map(({ to, text, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === current ? "page" : undefined}
                className={`-ml-3 flex h-11 items-center gap-3 rounded-md px-3 text-sm ${to === current ? "bg-tokiwa-50 font-semibold text-tokiwa-700" : "text-ink hover:bg-mist"}`}
              >
                <Icon size={20} strokeWidth={1.5} aria-hidden />
                {t(text)}
              </Link>
            </li>
          ))}
          <li className="mt-2 border-t border-line pt-2">
            <SignOutButton className="-ml-3 h-11 gap-3 rounded-md px-3 text-sm text-ink-2 hover:bg-mist" />
          </li>
        </ul>
      </nav>
    </div>
  );
}

/** The name and email of the signed-in customer. */
export function CurrentUser() {
  const user = useRootData()?.user;
  if (!user) return null;
  return (
    <>
      <p className="font-display text-2xl font-semibold break-words">
        {[user.name, user.surname].filter(Boolean).join(" ")}
      </p>
      <p className="text-sm break-all text-ink-2">{user.email}</p>
    </>
  );
}

/** Signs the customer out and clears the cart data stored in this browser (docs/domain/accounts.md). */
export function SignOutButton({ className }: { className: string }) {
  const { t, to } = useAccountI18n();
  return (
    <form method="post" action={to("/logout")} onSubmit={(event) => void signOut(event, to("/"))}>
      <button type="submit" className={`flex w-full items-center text-left ${className}`}>
        <LogOut size={20} strokeWidth={1.5} aria-hidden />
        {t("account.sign_out")}
      </button>
    </form>
  );
}

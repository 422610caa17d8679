import {
  Bell,
  ChevronLeft,
  FileCheck,
  Heart,
  KeyRound,
  LogOut,
  MapPin,
  MessageSquare,
  Package,
  Sparkles,
  Ticket,
  User,
} from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { useKnown } from "../lib/known.ts";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import type { TextKey } from "../lib/texts.ts";
import { Coin } from "../promotions/coin.tsx";
import { signOut } from "./sign-out.ts";

type IconProps = { size?: number; strokeWidth?: number };

const accountPages = [
  { to: "/profile/info", text: "profile.info", about: "profile.info_about", Icon: User },
  { to: "/profile/orders", text: "account.orders", about: "profile.orders_about", Icon: Package },
  { to: "/profile/addresses", text: "account.addresses", about: "profile.addresses_about", Icon: MapPin },
  { to: "/profile/security", text: "profile.security", about: "profile.security_about", Icon: KeyRound },
  { to: "/profile/data", text: "profile.data", about: "profile.data_about", Icon: FileCheck },
  { to: "/profile/user_favorites", text: "shell.favourites", about: "profile.favourites_about", Icon: Heart },
  { to: "/profile/bonus-list", text: "bonus.title", about: "bonus.about", Icon: Coin },
  { to: "/profile/promo", text: "coupon.menu", about: "coupon.about", Icon: Ticket },
  { to: "/profile/special-offer", text: "coupon.special", about: "coupon.special_about", Icon: Sparkles },
  { to: "/profile/alerts", text: "alert.title", about: "alert.about", Icon: Bell },
  { to: "/profile/reviews", text: "reviews.title", about: "profile.reviews_about", Icon: MessageSquare },
] as const satisfies ReadonlyArray<{ to: string; text: TextKey; about: TextKey; Icon: ComponentType<IconProps> }>;

/** The entries of the menu; bonuses where the shop has them. */
export function useAccountPages() {
  const bonuses = useKnown()?.config.features.bonuses ?? false;
  return accountPages.filter((page) => bonuses || page.to !== "/profile/bonus-list");
}

type AccountFrameProps = {
  /** The open entry of the menu. */
  current: (typeof accountPages)[number]["to"];
  title: ReactNode;
  /** At the right end of the title. */
  right?: ReactNode;
  /** One step up: a list that the page belongs to; the profile by default, which only phones need. */
  back?: { to: string; text: string };
  children: ReactNode;
};

/** The menu of the account beside its pages; on phones one link back in its place (design §13, Account frame). */
export function AccountFrame({ current, title, right, back, children }: AccountFrameProps) {
  const { t } = useShop();
  return (
    <div className="mx-auto max-w-page px-4 pt-4 lg:pt-9">
      <div className="lg:grid lg:grid-cols-[232px_minmax(0,1fr)] lg:gap-14 print:block">
        <Side current={current} />
        <div className="min-w-0">
          <Link
            to={back?.to ?? "/profile"}
            className={`mb-1 -ml-1 flex h-11 w-fit items-center gap-1 text-sm text-ink-2 hover:text-ink print:hidden ${back ? "" : "lg:hidden"}`}
          >
            <ChevronLeft size={18} strokeWidth={1.5} aria-hidden />
            {back?.text ?? t("shell.profile")}
          </Link>
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
            <h1 tabIndex={-1} className="text-3xl outline-none lg:text-4xl">
              {title}
            </h1>
            {right}
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}

function Side({ current }: { current: string }) {
  const { t } = useShop();
  const pages = useAccountPages();
  return (
    <div className="hidden lg:block print:hidden">
      <WhoIs />
      <nav aria-label={t("shell.profile")} className="mt-5">
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
            <SignOut className="-ml-3 h-11 gap-3 rounded-md px-3 text-sm text-ink-2 hover:bg-mist" />
          </li>
        </ul>
      </nav>
    </div>
  );
}

export function WhoIs() {
  const user = useKnown()?.user;
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

/** The way out: the session ends, and what this browser kept of a cart goes with it (spec §4, Logout). */
export function SignOut({ className }: { className: string }) {
  const { t, to } = useShop();
  return (
    <form method="post" action={to("/logout")} onSubmit={(event) => void signOut(event, to("/"))}>
      <button type="submit" className={`flex w-full items-center text-left ${className}`}>
        <LogOut size={20} strokeWidth={1.5} aria-hidden />
        {t("account.sign_out")}
      </button>
    </form>
  );
}

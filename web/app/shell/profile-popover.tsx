import { LogOut, MapPin, Package, User } from "lucide-react";
import { signOut } from "../account/sign-out.ts";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import { Popover } from "../ui/popover.tsx";
import type { Known } from "../lib/known.ts";

const links = [
  { to: "/profile/info", text: "account.info", Icon: User },
  { to: "/profile/orders", text: "account.history", Icon: Package },
  { to: "/profile/addresses", text: "account.addresses", Icon: MapPin },
] as const;

/** Name, email, the ways into the profile, and the way out (spec §2, Profile popover). */
export function ProfilePopover({ user }: { user: NonNullable<Known["user"]> }) {
  const { t, to } = useShop();
  return (
    <Popover
      className="w-[300px]"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className="relative flex min-w-12 flex-col items-center gap-1 rounded-md px-1.5 py-1.5 text-xs text-ink-2 hover:text-tokiwa-700 xl:min-w-16"
        >
          <User size={24} strokeWidth={1.5} aria-hidden />
          <span className="sr-only max-w-20 truncate xl:not-sr-only">{user.name}</span>
        </button>
      )}
    >
      {(close) => (
        <nav aria-label={t("shell.profile")}>
          <div className="border-b border-line p-5">
            <p className="font-display text-xl font-semibold break-words">
              {[user.name, user.surname].filter(Boolean).join(" ")}
            </p>
            <p className="text-sm break-all text-ink-2">{user.email}</p>
          </div>
          <ul className="py-2">
            {links.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to} onClick={close} className="flex h-12 items-center gap-3 px-5 text-sm hover:bg-mist">
                  <entry.Icon size={20} strokeWidth={1.5} aria-hidden className="text-ink-3" />
                  {t(entry.text)}
                </Link>
              </li>
            ))}
          </ul>
          <form
            method="post"
            action={to("/logout")}
            onSubmit={(event) => void signOut(event, to("/"))}
            className="border-t border-line py-2"
          >
            <button type="submit" className="flex h-12 w-full items-center gap-3 px-5 text-left text-sm hover:bg-mist">
              <LogOut size={20} strokeWidth={1.5} aria-hidden className="text-ink-3" />
              {t("account.sign_out")}
            </button>
          </form>
        </nav>
      )}
    </Popover>
  );
}

import { LogOut, MapPin, Package, User } from "lucide-react";
import { signOut } from "../../account/sign-in/sign-out.ts";
import type { RootData } from "../../store-config/root-data.ts";
import { Link } from "../../navigation/link.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";

const links = [
  { to: "/profile/info", text: "account.info", Icon: User },
  { to: "/profile/orders", text: "account.history", Icon: Package },
  { to: "/profile/addresses", text: "account.addresses", Icon: MapPin },
] as const;

type ProfileMenuProps = {
  user: NonNullable<RootData["user"]>;
  /** Called when a link is followed. */
  onNavigate: () => void;
};

/** Name, email, links to the account pages and the sign-out button. */
export function ProfileMenu({ user, onNavigate }: ProfileMenuProps) {
  const { t, to } = useI18n();
  return (
    <nav aria-label={t("layout.profile")}>
      <div className="border-b border-line p-5">
        <p className="font-display text-xl font-semibold break-words">
          {[user.name, user.surname].filter(Boolean).join(" ")}
        </p>
        <p className="text-sm break-all text-ink-2">{user.email}</p>
      </div>
      <ul className="py-2">
        {links.map((entry) => (
          <li key={entry.to}>
            <Link
              to={entry.to}
              onClick={onNavigate}
              className="flex h-12 items-center gap-3 px-5 text-sm hover:bg-mist"
            >
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
  );
}

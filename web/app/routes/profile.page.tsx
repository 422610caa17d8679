import type { User } from "@furoshiki/api/account";
import { ChevronRight } from "lucide-react";
import { getRequestContext } from "../api-client/request-context.ts";
import { Link } from "../navigation/link.tsx";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { SignOutButton, useAccountPages, CurrentUser } from "../account/account-layout.tsx";
import type { Route } from "./+types/profile.page";

/** Protected route: guests are redirected to sign in and return here. */
export async function loader({ context }: Route.LoaderArgs) {
  await getRequestContext({ context }).load<User>("/v1/user");
  return null;
}

export const meta: Route.MetaFunction = createNoindexMeta("layout.profile");

export default function ProfilePage() {
  const { t } = useAccountI18n();
  const pages = useAccountPages();
  return (
    <div className="mx-auto max-w-page px-4 pt-4 lg:pt-9">
      <h1 className="text-3xl lg:text-4xl">{t("layout.profile")}</h1>
      <div className="mt-4 lg:mt-5">
        <CurrentUser />
      </div>
      <nav aria-label={t("layout.profile")} className="mt-5 lg:mt-8">
        <ul className="divide-y divide-line border-y border-line lg:grid lg:grid-cols-2 lg:gap-5 lg:divide-y-0 lg:border-0">
          {pages.map(({ to, text, about, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex items-center gap-3 py-3.5 text-base lg:h-full lg:items-start lg:gap-4 lg:rounded-md lg:border lg:border-line lg:bg-surface lg:p-6 lg:hover:border-line-strong"
              >
                <span className="grid size-11 shrink-0 place-items-center rounded-full bg-tokiwa-50 text-tokiwa-700">
                  <Icon size={20} strokeWidth={1.5} aria-hidden />
                </span>
                <span className="grow">
                  <b className="block font-semibold">{t(text)}</b>
                  <span className="block text-sm text-ink-2">{t(about)}</span>
                </span>
                <ChevronRight size={18} strokeWidth={1.5} aria-hidden className="shrink-0 text-ink-3 lg:mt-3" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-3 w-fit lg:mt-6">
        <SignOutButton className="h-12 gap-3 text-base text-ink-2 hover:text-ink" />
      </div>
    </div>
  );
}

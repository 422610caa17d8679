import { Unlink } from "lucide-react";
import { Link } from "../../navigation/link.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";

/** Shown if an email link is expired, used or broken: what happened, and where to go next. */
export function ExpiredLink({ message, retryLink }: { message: string; retryLink: { to: string; text: string } }) {
  const { t } = useAccountI18n();
  return (
    <div className="mx-auto mt-6 w-full max-w-[520px] bg-surface p-6 pb-8 lg:mt-14 lg:rounded-lg lg:p-9" role="alert">
      <span className="grid size-14 place-items-center rounded-full bg-beni-50 text-beni-600">
        <Unlink size={26} strokeWidth={1.5} aria-hidden />
      </span>
      <h1 className="mt-4 text-3xl">{t("auth.link_expired")}</h1>
      <p className="mt-2 text-base text-ink-2">{message}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to={retryLink.to} className={buttonClass()}>
          {retryLink.text}
        </Link>
        <Link to="/" className={buttonClass({ kind: "outline" })}>
          {t("error.to_home")}
        </Link>
      </div>
    </div>
  );
}

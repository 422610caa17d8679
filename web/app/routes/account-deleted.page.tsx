import { Link } from "../navigation/link.tsx";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EmailLinkSuccess } from "../account/emails/email-link-page.tsx";
import type { Route } from "./+types/account-deleted.page";

export const meta: Route.MetaFunction = createNoindexMeta("auth.deleted");

/** Confirms that the account was deleted. */
export default function AccountDeletedPage() {
  const { t } = useAccountI18n();
  return (
    <EmailLinkSuccess title={t("auth.deleted")} message={t("auth.deleted_text")}>
      <Link to="/" className={buttonClass({ size: "lg", full: true })}>
        {t("error.to_home")}
      </Link>
    </EmailLinkSuccess>
  );
}

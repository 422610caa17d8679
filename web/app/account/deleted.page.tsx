import { Link } from "../lib/link.tsx";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { buttonClass } from "../ui/button.tsx";
import { LetterDone } from "./letter-page.tsx";
import type { Route } from "./+types/deleted.page";

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known ? describePage(known, location, { title: textsOf(known.locale)("auth.deleted"), noindex: true }) : [];
};

/** Where somebody stands whose account is gone. */
export default function DeletedPage() {
  const { t } = useShop();
  return (
    <LetterDone title={t("auth.deleted")} message={t("auth.deleted_text")}>
      <Link to="/" className={buttonClass({ size: "lg", full: true })}>
        {t("error.to_home")}
      </Link>
    </LetterDone>
  );
}

import { ShoppingBag } from "lucide-react";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { RemovedLines } from "./lines/cart-lines.tsx";

/** The cart page without lines; lines that were just removed can be restored. */
export function EmptyCart() {
  const { t } = useAccountI18n();
  return (
    <div className="px-4 pt-4 lg:px-0 lg:pt-7">
      <h1 className="text-3xl lg:text-4xl">{t("layout.cart")}</h1>
      <div className="mt-5 lg:mt-7">
        <RemovedLines />
        <EmptyState
          icon={<ShoppingBag size={26} strokeWidth={1.5} aria-hidden />}
          title={t("checkout.empty_title")}
          action={
            <Link to="/best-sales" className={buttonClass()}>
              {t("collection.best-sales")}
            </Link>
          }
        >
          {t("checkout.empty_text")}
        </EmptyState>
      </div>
    </div>
  );
}

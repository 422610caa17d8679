import type { Order } from "@furoshiki/api/orders";
import { useEffect, useRef } from "react";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import type { ReorderResult } from "./reorder.ts";

/** Lists the items of a reorder that are not available in full, with a link to the cart. */
export function ReorderNotice({ order, result }: { order: Order; result: ReorderResult | undefined }) {
  const { t } = useAccountI18n();
  const notice = useRef<HTMLDivElement>(null);
  const unavailableLines = result?.unavailableLines;
  useEffect(() => {
    if (unavailableLines) notice.current?.focus();
  }, [unavailableLines]);
  if (!unavailableLines) return null;
  const getName = (cartId: string) =>
    insertNonBreakingSpaces(order.items.find((item) => `${item.product_id}_${item.option_id}` === cartId)?.name ?? "");
  return (
    <div ref={notice} tabIndex={-1} className="mt-5 outline-none print:hidden">
      <Alert kind="warn">
        <p className="font-semibold">{t("order.reorder_title")}</p>
        <ul className="mt-1 list-disc space-y-0.5 pl-5">
          {unavailableLines.map(({ cart_id, total, available }) => (
            <li key={cart_id}>
              {available === 0
                ? t("order.reorder_unavailable", { name: getName(cart_id) })
                : t("order.reorder_reduced", { name: getName(cart_id), was: total, now: available })}
            </li>
          ))}
        </ul>
        <Link to="/cart" className={buttonClass({ kind: "outline", size: "sm", className: "mt-3" })}>
          {t("order.to_cart")}
        </Link>
      </Alert>
    </div>
  );
}

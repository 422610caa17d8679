import { useIsOffline } from "../../offline/offline-status.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { getCartId } from "../guest/guest-cart.ts";
import type { CartLine } from "../cart-contents.ts";
import { usePendingUpdates } from "./line-update-queue.ts";

type PendingSyncNoticeProps = { customerId: number; lines: readonly CartLine[] };

/** Lists cart changes that a signed-in customer made while offline and that are not sent yet. */
export function PendingSyncNotice({ customerId, lines }: PendingSyncNoticeProps) {
  const { t } = useAccountI18n();
  const isOffline = useIsOffline();
  const updates = usePendingUpdates(customerId);
  if (!isOffline || updates.length === 0) return null;
  const names = new Map(lines.map(({ cart_id, product }) => [cart_id, product.name]));
  return (
    <Alert kind="warn">
      <section aria-labelledby="pending-sync-title">
        <h2 id="pending-sync-title" className="font-sans text-sm font-semibold">
          {t("cart.pending_title")}
        </h2>
        <ul className="mt-1 list-disc space-y-0.5 pl-5">
          {updates.map(({ product_id, option_id, qty, name: storedName }) => {
            const cartId = getCartId(product_id, option_id);
            const name = (names.get(cartId) ?? storedName) || t("cart.pending_some");
            return (
              <li key={cartId}>
                {qty === 0 ? t("cart.pending_removed", { name }) : t("cart.pending_qty", { name, qty })}
              </li>
            );
          })}
        </ul>
      </section>
    </Alert>
  );
}
